/**
 * Commands that change clients and their secrets. The digests of secrets are the store's; here is when a secret may be added or ended.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { AuditAction, AuditEntry } from "../Audit.ts"
import { type Client, defaultOrganizationOf, type Grant, secretsMax } from "../Client.ts"
import {
  type ClientSecretId,
  type LiveSecret,
  type SecretMaker,
  secretsPerDayMax,
  secretText
} from "../ClientSecret.ts"
import { Conflict, NotFound, RateLimited, retryAfterSecondsOf } from "../Errors.ts"
import type { ClientId, OrganizationId } from "../Ids.ts"
import type { Decision, JournalEntry } from "../Journal.ts"
import { dayMs } from "../StorageQuota.ts"

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

/** The entry of secrets that were made and ended: it has their ids, and never a value. */
const aboutSecrets = (
  entry: JournalEntry,
  { ended = [], made }: { readonly ended?: ReadonlyArray<ClientSecretId>; readonly made?: ClientSecretId }
): JournalEntry => ({
  ...entry,
  ...(ended.length === 0 ? {} : { before: { secrets: ended } }),
  ...(made === undefined ? {} : { after: { secrets: [made] } })
})

const MadeSecrets = Schema.Struct({ secrets: Schema.Array(Schema.String) })
const readMade = Schema.decodeUnknownOption(MadeSecrets)

/** The actions whose entries have a secret that was made. */
export const makingActions: ReadonlyArray<AuditAction> = ["client.created", "secret.added", "secret.replaced"]

/** The maker of a secret, from the entries about its client; absent where they do not name it, as those of releases before this one. */
export const makerOf = (entries: ReadonlyArray<AuditEntry>, secret: ClientSecretId): SecretMaker | undefined => {
  const entry = entries.find(({ after }) => Option.exists(readMade(after), ({ secrets }) => secrets.includes(secret)))
  if (entry === undefined || entry.actor !== undefined) return undefined
  if (entry.client_id === undefined) return "operator"
  return entry.client_id === entry.resource_id ? "client" : undefined
}

/** Creates a client with its first secret. Fails when there is one with its id. Its grants are set one by one. */
export const createClient = (
  stored: Client | undefined,
  client: NewClient,
  { createdAt, secret }: { readonly createdAt: string; readonly secret: ClientSecretId }
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
          aboutSecrets(
            aboutClient(
              "client.created",
              client.id,
              "name",
              "secret",
              "may_create_organizations",
              "default_organization"
            ),
            { made: secret }
          )
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

const listed = (secrets: ReadonlyArray<LiveSecret>, nowMs: number): string =>
  secrets.map((secret) => secretText(secret, nowMs)).join("; ")

/** Adds a secret beside the present one. Fails when there are two already, and names them; `remedy` is how the caller ends one. */
export const addSecret = (
  stored: Client,
  secrets: ReadonlyArray<LiveSecret>,
  { made, nowMs, remedy }: { readonly made: ClientSecretId; readonly nowMs: number; readonly remedy: string }
): Result.Result<ReadonlyArray<JournalEntry>, Conflict> =>
  secrets.length >= secretsMax
    ? Result.fail(
        new Conflict({
          message: `The client ${stored.id} has ${secrets.length} live secrets already: ${listed(secrets, nowMs)}. ${remedy}`
        })
      )
    : Result.succeed([aboutSecrets(aboutClient("secret.added", stored.id, "secret"), { made })])

/** Refuses a client that makes secrets without its operator too often. `madeAtMs` are the moments of its newest {@link secretsPerDayMax} secrets, the newest first. */
export const checkSecretsPerDay = (
  madeAtMs: ReadonlyArray<number>,
  nowMs: number
): Result.Result<void, RateLimited> => {
  const first = madeAtMs[secretsPerDayMax - 1]
  if (first === undefined || first <= nowMs - dayMs) return Result.void
  const retryAfterSeconds = retryAfterSecondsOf(first + dayMs - nowMs)
  return Result.fail(
    new RateLimited({
      message: `${secretsPerDayMax} secrets of this client were made in 24 hours. It can make the next one in ${retryAfterSeconds} s.`,
      retryAfterSeconds
    })
  )
}

const endOf = (stored: Client, ended: ReadonlyArray<ClientSecretId>): ReadonlyArray<JournalEntry> => [
  aboutSecrets(aboutClient("secret.ended", stored.id, "secret"), { ended })
]

const noSecret = (stored: Client, id: ClientSecretId) =>
  new NotFound({ message: `The client ${stored.id} has no secret ${id}.` })

/**
 * Ends a secret of a client that names it by its id. Fails where the client has no such secret, and for the secret that the request was made with: the
 * client would end the credentials that work.
 */
export const endOwnSecret = (
  stored: Client,
  secrets: ReadonlyArray<ClientSecretId>,
  { ended, used }: { readonly ended: ClientSecretId; readonly used: ClientSecretId }
): Result.Result<ReadonlyArray<JournalEntry>, NotFound | Conflict> => {
  if (!secrets.includes(ended)) return Result.fail(noSecret(stored, ended))
  return ended === used
    ? Result.fail(
        new Conflict({ message: `This request was made with the secret ${ended}. End it with the other secret.` })
      )
    : Result.succeed(endOf(stored, [ended]))
}

/** Ends one of two secrets by its id. Fails where there is no such secret, and for the only one. */
export const endSecret = (
  stored: Client,
  secrets: ReadonlyArray<ClientSecretId>,
  ended: ClientSecretId
): Result.Result<ReadonlyArray<JournalEntry>, NotFound | Conflict> => {
  if (!secrets.includes(ended)) return Result.fail(noSecret(stored, ended))
  return secrets.length < secretsMax
    ? Result.fail(
        new Conflict({
          message: `${ended} is the only live secret of the client ${stored.id}. Add another one first, replace it, or revoke the client.`
        })
      )
    : Result.succeed(endOf(stored, [ended]))
}

/**
 * Ends the older of two secrets, and names it. Fails when there is one alone; and, unless `evenUnused`, while the newer one is not used yet: it may be one that
 * nobody has deployed. `remedy` is how the caller ends one all the same.
 */
export const endOlderSecret = (
  stored: Client,
  secrets: ReadonlyArray<LiveSecret>,
  { evenUnused, nowMs, remedy }: { readonly evenUnused: boolean; readonly nowMs: number; readonly remedy: string }
): Result.Result<
  { readonly ended: ReadonlyArray<ClientSecretId>; readonly entries: ReadonlyArray<JournalEntry> },
  Conflict
> => {
  const newer = secrets.at(-1)
  if (newer === undefined || secrets.length < secretsMax) {
    return Result.fail(
      new Conflict({ message: `The client ${stored.id} has one live secret: there is no older one to end.` })
    )
  }
  if (newer.lastUsedAt === undefined && !evenUnused) {
    return Result.fail(
      new Conflict({
        message: `The newer secret of the client ${stored.id} is not used yet, so the older one may be the one in use: ${listed(secrets, nowMs)}. ${remedy}`
      })
    )
  }
  const ended = secrets.slice(0, -1).map(({ id }) => id)
  return Result.succeed({ ended, entries: endOf(stored, ended) })
}

/** The entry of a client whose secrets were replaced by a new one. */
export const secretReplaced = (
  clientId: ClientId,
  secrets: { readonly ended: ReadonlyArray<ClientSecretId>; readonly made: ClientSecretId }
): JournalEntry => aboutSecrets(aboutClient("secret.replaced", clientId, "secret"), secrets)

/** Revokes a client: its secrets and tokens end with it. */
export const revokeClient = (
  stored: Client,
  { ended, revokedAt }: { readonly ended: ReadonlyArray<ClientSecretId>; readonly revokedAt: string }
): Decision<Client> => ({
  next: { ...stored, revokedAt },
  entries: [aboutSecrets(aboutClient("client.revoked", stored.id, "secret"), { ended })]
})
