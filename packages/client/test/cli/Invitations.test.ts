/**
 * `partner agencies invite` and `partner invitations`, against a server (recruiting 2, Invitations): what each shows, and where links are seen.
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../../src/index.ts"
import { runPartner, succeed } from "./Program.ts"
import { type Service, startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
const person = ["--company", "Iron Talent", "--first-name", "Ada", "--last-name", "King", "--email", "king@example.com"]

const invite = async (service: Service) => {
  const { stdout } = await succeed(service, ["agencies", "invite", ...person, "--json"], inOrganization)
  const invitation: { readonly id: string; readonly url: string } = JSON.parse(stdout)
  return invitation
}
const invitations = (service: Service, ...args: ReadonlyArray<string>) =>
  succeed(service, ["invitations", ...args], inOrganization)

/** A client that an invitation of another organization has made. */
const otherClient = async ({ baseUrl, server }: Service) => {
  const partner = createClient(server.client())
  const { url = "" } = await partner.organization("org_2").agencyInvitations.create({
    company_name: "Steam Talent",
    first_name: "Ada",
    last_name: "King",
    email: "king@example.com"
  })
  const accepted = await fetchOf(server)(`${baseUrl}/v1/agency_invitations/accept`, { token: url.split("#")[1] })
  return { PARTNER_CLIENT_ID: String(accepted["client_id"]), PARTNER_CLIENT_SECRET: String(accepted["client_secret"]) }
}
const fetchOf =
  ({ fetch }: Service["server"]) =>
  async (url: string, json: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const headers = { "content-type": "application/json" }
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(json) })
    return Object(await answer.json())
  }

describe("partner agencies invite", () => {
  it("shows the link once, on standard output, and whom it is for (recruiting 2)", async () => {
    await using service = await startService()
    const { stderr, stdout } = await succeed(service, ["agencies", "invite", ...person], inOrganization)
    assert.match(
      stdout,
      /^inv_\w+ {2}Iron Talent {2}Ada King <king@example.com> {2}PENDING\nLink: .+\/invitations#[\w-]{43}\n$/
    )
    assert.include(stderr, "The link is shown only now: send it to Ada King <king@example.com>. It works until 20")
    assert.notInclude(stderr, "#")
  })

  it("shows with --dry-run what would be sent, and sends nothing (docs/cli)", async () => {
    await using service = await startService()
    const { stdout } = await succeed(
      service,
      ["agencies", "invite", ...person, "--no-optimized", "--dry-run"],
      inOrganization
    )
    assert.include(stdout, '"company_name":"Iron Talent"')
    assert.include(stdout, '"optimizedFee":false')
    assert.include((await invitations(service)).stderr, "There are no invitations.")
  })

  it("says how to get the link again where its key was used before (docs/cli)", async () => {
    await using service = await startService()
    const again = () => succeed(service, ["agencies", "invite", ...person, "--idempotency-key", "one"], inOrganization)
    await again()
    assert.match((await again()).stderr, /partner invitations resend inv_\w+ makes another one\./)
  })
})

describe("partner invitations", () => {
  it("lists them by status, without links (recruiting 2)", async () => {
    await using service = await startService()
    const { id } = await invite(service)
    const [all, none, json] = [
      await invitations(service),
      await invitations(service, "--status", "ACCEPTED"),
      await invitations(service, "list", "--json")
    ]
    assert.match(all.stdout, new RegExp(`${id} +Iron Talent +Ada King <king@example.com> +PENDING`))
    assert.strictEqual(none.stdout, "")
    assert.deepInclude(JSON.parse(json.stdout), { id, status: "PENDING" })
    assert.notInclude(json.stdout, "#")
  })

  it("resends and revokes (recruiting 2)", async () => {
    await using service = await startService()
    const { id, url } = await invite(service)
    const resent = await invitations(service, "resend", id)
    assert.include(resent.stdout, "Link: ")
    assert.notInclude(resent.stdout, url)
    assert.include((await invitations(service, "revoke", id)).stdout, "REVOKED")
    const late = await runPartner(service, ["invitations", "resend", id], inOrganization)
    assert.strictEqual(late.code, 1)
    assert.include(late.stderr, "Invite the agency again with a new invitation.")
  })

  it("accepts a link from standard input with the client, and never as an argument (recruiting 2)", async () => {
    await using service = await startService()
    const { url } = await invite(service)
    const client = await otherClient(service)
    const accepted = await succeed(service, ["invitations", "accept", "--json"], client, false, `${url}\n`)
    const { agency_id, organization_id } = JSON.parse(accepted.stdout)
    assert.strictEqual(organization_id, "org_1")
    const shown = await succeed(service, ["agencies", "--organization", "org_1"], client)
    assert.match(shown.stdout, new RegExp(`${agency_id} +Iron Talent`))
    const again = await runPartner(service, ["invitations", "accept"], client, false, url)
    assert.include(again.stderr, "has been used or has ended")
    const argument = await runPartner(service, ["invitations", "accept", "--token", "x"], client)
    assert.include(argument.stderr, "there is no --token")
    const none = await runPartner(service, ["invitations", "accept"], client)
    assert.include(none.stderr, "Standard input has no link of an invitation.")
  })
})
