/**
 * Commands that change clients and their secrets. The digests of secrets are the store's; here is when a secret may be added or ended.
 */
import * as Result from "effect/Result"

import { type Client, defaultOrganizationOf, type Grant, secretsMax } from "../Client.ts"
import type { ClientSecretId } from "../ClientSecret.ts"
import { Conflict, NotFound } from "../Errors.ts"
import type { ClientId, OrganizationId } from "../Ids.ts"
import type { Decision, JournalEntry } from "../Journal.ts"

/** A client to be created. */
export interface NewClient {
  readonly id: ClientId
  readonly name: string
  readonly grants: ReadonlyArray<Grant>
  /** The only grant, unless another organization is named. */
  readonly defaultOrganization: OrganizationId | undefined
  readonly mayCreateOrganizations: boolean
  readonly isSandbox: boolean
}

/** An entry about a client; clients belong to no organization. */
const aboutClient = (
  action: JournalEntry["action"],
  clientId: ClientId,
  ...changed: ReadonlyArray<string>
): JournalEntry => ({ organizationId: undefined, action, resource_id: clientId, changed })

/** Creates a client with its first secret. Fails when there is one with its id. Its grants are set one by one. */
export const createClient = (
  stored: Client | undefined,
  client: NewClient,
  createdAt: string
): Result.Result<Decision<Client>, Conflict> =>
  stored === undefined
    ? Result.succeed({
        next: {
          id: client.id,
          name: client.name,
          mayCreateOrganizations: client.mayCreateOrganizations,
          defaultOrganizationId: client.defaultOrganization ?? defaultOrganizationOf(client.grants),
          isSandbox: client.isSandbox,
          createdAt,
          revokedAt: undefined
        },
        entries: [
          aboutClient("client.created", client.id, "name", "secret", "may_create_organizations", "default_organization")
        ]
      })
    : Result.fail(new Conflict({ message: `There is a client ${client.id} already.` }))

/** Refuses what only a client that is not revoked can have. */
export const checkLive = (client: Client): Result.Result<Client, Conflict> =>
  client.revokedAt === undefined
    ? Result.succeed(client)
    : Result.fail(new Conflict({ message: `The client ${client.id} was revoked at ${client.revokedAt}.` }))

/** Sets the default organization; one that stays what it was has no entry. */
export const setDefaultOrganization = (
  stored: Client,
  organizationId: OrganizationId | undefined
): Decision<Client> => ({
  next: { ...stored, defaultOrganizationId: organizationId },
  entries:
    stored.defaultOrganizationId === organizationId
      ? []
      : [aboutClient("client.updated", stored.id, "default_organization")]
})

/** Adds a secret beside the present one. Fails when there are two already; `remedy` is how the caller ends one. */
export const addSecret = (
  stored: Client,
  secrets: number,
  remedy: string
): Result.Result<ReadonlyArray<JournalEntry>, Conflict> =>
  secrets >= secretsMax
    ? Result.fail(new Conflict({ message: `The client ${stored.id} has ${secrets} live secrets already; ${remedy}.` }))
    : Result.succeed([aboutClient("secret.added", stored.id, "secret")])

/**
 * Ends a secret of a client that names it by its id. Fails where the client has no such secret, and for the secret that the request was made with: the
 * client would end the credentials that work.
 */
export const endOwnSecret = (
  stored: Client,
  secrets: ReadonlyArray<ClientSecretId>,
  { ended, used }: { readonly ended: ClientSecretId; readonly used: ClientSecretId }
): Result.Result<ReadonlyArray<JournalEntry>, NotFound | Conflict> => {
  if (!secrets.includes(ended)) {
    return Result.fail(new NotFound({ message: `The client ${stored.id} has no secret ${ended}.` }))
  }
  return ended === used
    ? Result.fail(
        new Conflict({ message: `This request was made with the secret ${ended}. End it with the other secret.` })
      )
    : Result.succeed([aboutClient("secret.ended", stored.id, "secret")])
}

/** Ends the older of two secrets. Fails when there is one alone. */
export const endOlderSecret = (stored: Client, secrets: number): Result.Result<ReadonlyArray<JournalEntry>, Conflict> =>
  secrets < secretsMax
    ? Result.fail(
        new Conflict({ message: `The client ${stored.id} has one live secret: there is no older one to end.` })
      )
    : Result.succeed([aboutClient("secret.ended", stored.id, "secret")])

/** The entry of a client whose secrets were replaced by a new one. */
export const secretReplaced = (clientId: ClientId): JournalEntry => aboutClient("secret.replaced", clientId, "secret")

/** Revokes a client: its secrets and tokens end with it. */
export const revokeClient = (stored: Client, revokedAt: string): Decision<Client> => ({
  next: { ...stored, revokedAt },
  entries: [aboutClient("client.revoked", stored.id, "secret")]
})
