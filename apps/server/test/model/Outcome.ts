/**
 * What an answer comes down to: its status, and of its body what the model knows. Times, ids of journal entries and sentences for people
 * are not in it.
 */
import * as Schema from "effect/Schema"
import { type Answer, membersOf } from "../HttpCall.ts"

export interface Outcome {
  readonly status: number
  /** The code of a refusal. */
  readonly error?: string
  /** What a refusal names: records that are in the way, or what is possible instead. */
  readonly names?: ReadonlyArray<string>
  /** The body of an answer that is no refusal. */
  readonly body?: unknown
  /** Names the state that the body shows; an ETag is the service's name for it. */
  readonly state?: string
}

export const shown = (body: unknown, state?: string, status = 200): Outcome => ({
  status,
  body: known(JSON.parse(JSON.stringify(body))),
  ...(state === undefined ? {} : { state })
})
export const made = (body: unknown): Outcome => shown(body, undefined, 201)

const refused = (status: number, error: string, names: ReadonlyArray<string> = []): Outcome => ({
  status,
  error,
  names: [...new Set(names)].toSorted()
})
export const forbidden = refused(403, "forbidden")
export const notFound = refused(404, "not_found")
export const changedMeanwhile = refused(412, "precondition_failed")
export const wrong = refused(422, "unprocessable_entity")
export const keyReused = refused(422, "idempotency_key_reused")
export const conflict = (...holders: ReadonlyArray<string>): Outcome => refused(409, "conflict", holders)
export const notPossible = (possible: ReadonlyArray<string>): Outcome => refused(409, "invalid_transition", possible)
export const duplicate = (owners: ReadonlyArray<string>): Outcome => refused(409, "duplicate_application", owners)

/** Times, what an agency is called, and what belongs to a request. */
const unknown = [
  "created_at",
  "updated_at",
  "state_entered_at",
  "confirmed_at",
  "occurred_at",
  "request_id",
  "name",
  "recruiters"
]

/** Terms or a settlement without the moment at which they were agreed. */
const termsOf = (terms: object): object =>
  Object.fromEntries(Object.entries(terms).filter(([name]) => name !== "agreed_at" && name !== "at"))
/** What the model knows of a claim: whether it has an end, and why it ended before that. */
const ownershipOf = ({ ended_reason, lasts, expires_at }: Record<string, unknown>): object => ({
  lasts: lasts ?? expires_at !== undefined,
  ...(ended_reason === undefined ? {} : { ended_reason })
})

/** What the model knows of a record, or of an entry of a history or a placement, of which it does not know the id. */
const itemOf = (item: object): object =>
  Object.fromEntries(
    Object.entries(item)
      .filter(
        ([name]) => !unknown.includes(name) && !(name === "id" && ("occurred_at" in item || "fee_base_cents" in item))
      )
      .map(([name, value]) => [
        name,
        name === "changed"
          ? value.toSorted()
          : name === "ownership"
            ? ownershipOf(value)
            : name === "terms" || name === "settlement"
              ? termsOf(value)
              : value
      ])
  )

const known = (body: unknown): unknown =>
  Array.isArray(body) ? body.map(known) : typeof body === "object" && body !== null ? itemOf(body) : body

const named =
  /\b(?:(?:app|job|usr)_\w+|confirm|decline|keep|advance|hire|reject|restore|withdraw|release|DRAFT|OPEN|ON_HOLD|CLOSED)\b/g

const decodeDetails = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ message: Schema.String })))

/** The outcome of an answer. Its body is given apart, as a list comes in several. */
export const outcomeOf = (answer: Answer, body: unknown): Outcome => {
  if (answer.status < 300) return { status: answer.status, body: known(body) }
  const { details, error } = membersOf(answer)
  // What a request got wrong is reported elsewhere; a conflict names what it is with.
  const messages = answer.status === 409 ? decodeDetails(details ?? []) : []
  return refused(
    answer.status,
    String(error),
    messages.flatMap(({ message }) => message.match(named) ?? [])
  )
}
