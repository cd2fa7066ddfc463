/**
 * Invitations whose links tests know, put into the database beside the service.
 */
import * as Crypto from "node:crypto"
import { linkEndMs } from "@partner-api/domain/Link"
import { exampleLinkToken } from "@partner-api/domain/Token"
import type { TestServer } from "./TestServer.ts"

/** The organization of the sandbox that no client is granted: the client that accepts gets the first grant for it. */
const organizationId = "org_initech"

/** Adds a pending invitation to an organization, with the link that examples show. It names the company everywhere. */
export const plantInvitation = (
  { query, startMs }: Pick<TestServer, "query" | "startMs">,
  given: { readonly organizationId: string; readonly id: string; readonly name: string; readonly digest?: string }
) =>
  query(
    `INSERT INTO agency_invitations (organization_id, id, company_name, first_name, last_name, email, optimized_fee, state, digest,
       created_at_ms, expires_at_ms, ends_at_ms, link_day_ms, links_of_day)
     VALUES (?, ?, ?, ?, ?, 'invited@example.com', 1, 'PENDING', ?, ?, ?, ?, 0, 1)`,
    given.organizationId,
    given.id,
    given.name,
    given.name,
    given.name,
    given.digest ?? null,
    startMs,
    linkEndMs(startMs),
    linkEndMs(startMs)
  )

/** Makes the link of the examples one that can be accepted, again. */
export const plantExampleLink = async (server: Pick<TestServer, "query" | "startMs">) => {
  await server.query("DELETE FROM grants WHERE organization_id = ?", organizationId)
  await server.query("DELETE FROM agency_invitations WHERE organization_id = ?", organizationId)
  await plantInvitation(server, {
    organizationId,
    id: "inv_planted",
    name: "Planted",
    digest: Crypto.hash("sha256", exampleLinkToken, "base64url")
  })
}

/** Takes away what the acceptance of the link has granted. */
export const forgetExampleLink = ({ query }: Pick<TestServer, "query">) =>
  query("DELETE FROM grants WHERE organization_id = ?", organizationId)
