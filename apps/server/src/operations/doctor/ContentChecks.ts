/**
 * The findings of `doctor` about the schema and the rows of a database, on either engine. Pure; the clock is an argument.
 */
import { isBoundPermission } from "@partner-api/domain/Permission"
import { primaryLifetimeSeconds, scopedLifetimeSeconds } from "@partner-api/domain/Token"
import { clockRemedy, clockToleranceMs } from "../../platform/ClockTolerance.ts"
import { latestVersion } from "../../store/Migrations.ts"
import type { BoundGrant, Contents } from "../../store/diagnosis/Contents.ts"
import { backlogFindingsOf, type Workers } from "./BacklogChecks.ts"
import { claimFindingsOf } from "./ClaimChecks.ts"
import type { Finding } from "./Finding.ts"
import { storageFindingOf } from "./StorageChecks.ts"
import { webhookFindingsOf } from "./WebhookChecks.ts"

/** The settings that the rows of a database do not have. */
export interface ServiceSettings extends Workers {
  /** The names of the keys of secrets. */
  readonly keyIds: ReadonlyArray<string>
  /** The name of the key beside the database, which a sandbox takes where none is set. */
  readonly sandboxKeyIds: ReadonlyArray<string>
  /** The bytes that one client may store in a day. */
  readonly storedBytesPerDay: number
}

/** Compares the schema of a database with the one of this program. */
const migrations = ({ schemaFloor, version }: Contents): Finding => {
  const seen = `schema ${version}, this program has ${latestVersion}`
  if (schemaFloor > latestVersion) {
    return { check: "migrations", state: "bad", seen, remedy: "A newer program changed the database: run that one." }
  }
  if (version > latestVersion) {
    return {
      check: "migrations",
      state: "look",
      seen: `${seen}, which may run on it`,
      remedy: "A newer program has added to the database: end the upgrade by running that one everywhere."
    }
  }
  return version === latestVersion
    ? { check: "migrations", state: "good", seen }
    : {
        check: "migrations",
        state: "look",
        seen: `${seen}: ${latestVersion - version} pending`,
        remedy: "Make a backup, then start the server with this program: it runs them."
      }
}

/** Nothing can have been made later than now, and no token can live longer than its lifetime from now on. */
const clock = ({ latestMadeAt, latestTokenEndMs }: Contents, nowMs: number): Finding => {
  const madeMs = latestMadeAt === undefined ? 0 : Date.parse(latestMadeAt)
  const lifetimeMs = Math.max(primaryLifetimeSeconds, scopedLifetimeSeconds) * 1_000
  const aheadMs = Math.max(madeMs, (latestTokenEndMs ?? 0) - lifetimeMs) - nowMs
  const seen = `this machine says ${new Date(nowMs).toISOString()}`
  return aheadMs <= clockToleranceMs
    ? { check: "clock", state: "good", seen: `${seen}, after everything in the database` }
    : {
        check: "clock",
        state: "bad",
        seen: `${seen}, but the database knows of ${new Date(nowMs + aheadMs).toISOString()}`,
        remedy: clockRemedy
      }
}

const sandbox = ({ sandboxClients }: Contents): Finding =>
  sandboxClients.length === 0
    ? { check: "clients", state: "good", seen: "no client whose secret is public" }
    : {
        check: "clients",
        state: "look",
        seen: `sandbox clients, whose secrets everybody knows: ${sandboxClients.join(", ")}`,
        remedy: "Fine for a sandbox. The service for partners refuses this database: set DATABASE_URL to another."
      }

/** The maximum number of grants that are named; the rest is counted. */
const namedGrantsMax = 5

const named = (grants: ReadonlyArray<BoundGrant>, say: (grant: BoundGrant) => string): string =>
  [
    ...grants.slice(0, namedGrantsMax).map(say),
    ...(grants.length > namedGrantsMax ? [`and ${grants.length - namedGrantsMax} more`] : [])
  ].join("; ")

const grantName = ({ client_id, organization_id }: BoundGrant): string => `${client_id} in ${organization_id}`

const inputLimitsOf = ({ permissions }: BoundGrant): ReadonlyArray<string> =>
  permissions.filter((name) => !isBoundPermission(name))

const grants = ({ boundGrants }: Contents): Finding => {
  const excessive = boundGrants.filter((grant) => inputLimitsOf(grant).length > 0)
  return excessive.length === 0
    ? {
        check: "grants",
        state: "good",
        seen: "every grant that is bound to an agency holds what such a grant can hold"
      }
    : {
        check: "grants",
        state: "look",
        seen: `bound to an agency and stored with more than such a grant can hold: ${named(
          excessive,
          (grant) => `${grantName(grant)} (${inputLimitsOf(grant).join(", ")})`
        )}`,
        remedy:
          "The rest allows nothing. Pending migrations take it away; otherwise grant again: partner-api clients grant CLIENT ORGANIZATION --as agency --agency AGENCY."
      }
}

const agencies = ({ boundGrants }: Contents): Finding => {
  const lost = boundGrants.filter(({ has_agency }) => !has_agency)
  return lost.length === 0
    ? { check: "agencies", state: "good", seen: "every agency that a grant is bound to is there" }
    : {
        check: "agencies",
        state: "look",
        seen: `bound to an agency that its organization does not have: ${named(
          lost,
          (grant) => `${grantName(grant)} (${grant.agency_id})`
        )}`,
        remedy:
          "Bind the grant to an agency that is there: partner-api clients grant CLIENT ORGANIZATION --as agency --agency AGENCY."
      }
}

const search = ({ unsearched }: Contents): Finding =>
  unsearched === 0
    ? { check: "search", state: "good", seen: "the search index has every job, user and agency" }
    : {
        check: "search",
        state: "look",
        seen: `records that the search index does not have yet: ${unsearched.toLocaleString("en")}; lists with q answer 503 in their organizations`,
        remedy: "A running server adds them within minutes. When the number does not fall, read its log."
      }

const webhooks = (
  { sandboxClients, webhooks: found }: Contents,
  keyIds: ReadonlyArray<string>,
  nowMs: number
): ReadonlyArray<Finding> =>
  found === undefined ? [] : webhookFindingsOf(found, { ids: keyIds, isSandbox: sandboxClients.length > 0 }, nowMs)

/** The names of the keys that the service on this database has. */
const keyIdsOf = (
  { sandboxClients }: Contents,
  { keyIds, sandboxKeyIds }: Pick<ServiceSettings, "keyIds" | "sandboxKeyIds">
): ReadonlyArray<string> => (keyIds.length === 0 && sandboxClients.length > 0 ? sandboxKeyIds : keyIds)

/** Every finding about the rows of a database, for a service with these settings. */
export const contentFindingsOf = (
  contents: Contents,
  { keyIds, sandboxKeyIds, storedBytesPerDay, ...workers }: ServiceSettings,
  nowMs: number
): ReadonlyArray<Finding> => [
  migrations(contents),
  clock(contents, nowMs),
  sandbox(contents),
  grants(contents),
  agencies(contents),
  search(contents),
  storageFindingOf(contents.storedBytes, storedBytesPerDay, nowMs),
  ...claimFindingsOf(contents.claims, keyIdsOf(contents, { keyIds, sandboxKeyIds })),
  ...webhooks(contents, keyIds, nowMs),
  ...backlogFindingsOf(contents.backlogs, workers, nowMs)
]
