/**
 * The outcome of one record: its user is created, exists already, or is refused. A dry run finds the outcome by reading.
 */
import { idempotencyReplayedHeader } from "@partner-api/contract/RequestHeaders"
import { normalizeEmail } from "@partner-api/domain/Email"
import type { NewUser } from "@partner-api/domain/User"
import * as Effect from "effect/Effect"
import { retriesMax } from "../../../core/ClientConfig.ts"
import type { ClientError } from "../../../core/ClientError.ts"
import type { OrganizationShape } from "../../../effect/PartnerShape.ts"
import { withResponse } from "../../../effect/CurrentResponse.ts"
import { conflict, isAboutRecord, type Refusal, refusalOf } from "./Refusal.ts"
import { keyOf } from "./UserRecord.ts"

/** The outcome of a record. */
export type Fate =
  | { readonly is: "created" }
  | { readonly is: "existing" }
  | { readonly is: "refused"; readonly why: Refusal }

const created: Fate = { is: "created" }
const existing: Fate = { is: "existing" }
export const refused = (why: Refusal): Fate => ({ is: "refused", why })

/** A record waits out a rate limit and a restart of the service: ten retries, within five minutes. */
const patience = { retries: retriesMax, deadlineMs: 300_000 }

/**
 * Whether a user with the email of the record is there, and with its id if it brings one: both details then name the same user. Another
 * user with its email or its id is a mistake of the record.
 */
const isThere = (user: NewUser, { details }: ClientError): boolean => {
  const holderOf = (path: string) => details.find((one) => one.path === path && one.code === "conflict")?.message
  const [ofEmail, ofId] = [holderOf("/email"), holderOf("/id")]
  return ofEmail !== undefined && (user.id === undefined || ofEmail === ofId)
}

/** Adds a user. Fails when the failure is not about this record. */
export const addUser =
  ({ users }: OrganizationShape) =>
  (user: NewUser): Effect.Effect<Fate, ClientError> =>
    withResponse(users.create(user, { ...patience, idempotencyKey: keyOf(user) })).pipe(
      Effect.map(({ response }) =>
        response.headers[idempotencyReplayedHeader.toLowerCase()] === "true" ? existing : created
      ),
      Effect.catchIf(isAboutRecord, (error) =>
        Effect.succeed(error._tag === "Conflict" && isThere(user, error) ? existing : refused(refusalOf(error)))
      )
    )

/** The number of emails and ids of a file that are remembered to find those that come twice: some twenty megabytes. */
const rememberedMax = 100_000

/** Finds out what adding would do. A record meets the users of the records before it, as long as those are remembered. */
export const makePreview = ({ users }: OrganizationShape) => {
  const before = new Map<string, string | undefined>()
  const ids = new Set<string>()

  /** Notes a record; whether an earlier one has its email or its id. */
  const note = ({ email, id }: NewUser): { readonly ofEmail: boolean; readonly ofId: boolean } => {
    const name = normalizeEmail(email)
    const found = { ofEmail: before.has(name), ofId: id !== undefined && ids.has(id) }
    if (before.size < rememberedMax && !found.ofEmail) {
      before.set(name, id)
      if (id !== undefined) ids.add(id)
    }
    return found
  }

  return (user: NewUser): Effect.Effect<Fate, ClientError> =>
    Effect.gen(function* () {
      const { id } = user
      // At once, so that of two records with one email the first one in the file is the first one here.
      const { ofEmail, ofId } = note(user)
      if (ofEmail && id === undefined) return existing
      const [holder] = (yield* users.list({ email: user.email, limit: 1 }, patience).page).content
      if (holder !== undefined) {
        return id === undefined || id === holder.id ? existing : refused(conflict("/email", holder.id))
      }
      if (ofEmail) {
        const earlier = before.get(normalizeEmail(user.email))
        return id === earlier ? existing : refused(conflict("/email", earlier ?? "of an earlier line"))
      }
      if (id === undefined) return created
      if (ofId) return refused(conflict("/id", id))
      return yield* users.get(id, patience).pipe(
        Effect.map((other) => refused(conflict("/id", other.id))),
        Effect.catchIf(
          ({ _tag }) => _tag === "NotFound",
          () => Effect.succeed(created)
        )
      )
    })
}
