/**
 * The work that every peer does, on the database that the product made: reads a page or one job, adds a user. How requests come in and answers
 * go out is each peer's own.
 */
import type { Caller } from "./Caller.ts"
import { makeCursors } from "./Cursor.ts"
import type { ReadPage, Row, Steps } from "./Database.ts"
import { jobOf } from "./JobMembers.ts"
import { append, idOf } from "./Journal.ts"
import { database } from "./OpenDatabase.ts"
import type { Person } from "./Person.ts"
import { conflict, invalidCursor, type Refusal, unprocessable } from "./Refusal.ts"
import { addWords } from "./SearchWords.ts"
import { settings } from "./Settings.ts"
import { type Soon, whenThere } from "./Soon.ts"
import type { StatementName } from "./Statements.ts"

/** A user as it is answered. */
interface StoredUser extends Person {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly status: string
}

const cursors = makeCursors("jobs.list", database.cursorSecret)

const limitText = /^(?:[1-9][0-9]?|100)$/

/** A parameter of the query; sent twice, it counts as not sent. */
export type Parameter = string | ReadonlyArray<string> | undefined

/** The page that the two parameters of a list select. */
const request = (organizationId: string, limit: Parameter, cursor: Parameter) => {
  const position = typeof cursor === "string" ? cursors.read(cursor, organizationId) : { after: "", limit: 100 }
  if (position === undefined) return invalidCursor
  if (typeof limit !== "string") return position
  return limitText.test(limit) ? { after: position.after, limit: Number(limit) } : unprocessable
}

/** A page: its items, in the form that its source gives them, and where the next one is. */
export interface Page<Item> {
  readonly content: Array<Item>
  readonly next: string | null
  readonly count: number
}

/** Pages whose items `itemOf` makes of rows; the first value of a row is the identifier. */
const pagesOf =
  <Item>(read: ReadPage, itemOf: (row: Row) => Item) =>
  (organizationId: string, limitGiven: Parameter, cursor: Parameter): Soon<Page<Item> | Refusal> => {
    const page = request(organizationId, limitGiven, cursor)
    if ("status" in page) return page
    const { after, limit } = page
    return whenThere(read(organizationId, after, limit + 1), (rows) => {
      const found = rows.slice(0, limit)
      const last = found.at(-1)
      const next =
        rows.length > limit && last !== undefined
          ? `${settings.publicUrl}/v1/jobs?cursor=${cursors.write(organizationId, String(last[0]), limit)}`
          : null
      return { content: found.map(itemOf), next, count: found.length }
    })
  }

/** Finds one job, in the form that `toJob` makes of its row. */
const jobBy =
  <Job>(name: StatementName, toJob: (row: Row) => Job) =>
  (organizationId: string, id: string): Soon<Job | undefined> =>
    whenThere(database.read(name, [organizationId, id]), ([row]) => (row === undefined ? undefined : toJob(row)))

/** A page of jobs read as columns, one object for each. */
export const columnPages = () => pagesOf(database.columnPage, jobOf)

/** One job read as columns. */
export const columnJob = jobBy("columnJob", jobOf)

/** A user, its words, and the journal entry with its actor. */
function* creation(
  { clientId, organizationId }: Caller,
  requestId: string,
  input: Person
): Steps<StoredUser | Refusal> {
  const now = new Date()
  const time = now.toISOString()
  const id = idOf("usr_", now)
  const emailKey = input.email.toLowerCase()
  const status = "ACTIVE"
  const { first_name, last_name, email: address } = input
  const nowMs = now.getTime()
  const members = [id, emailKey, time, time, first_name, last_name, address, status]
  const added = yield ["insertUser", [organizationId, ...members, nowMs, nowMs]]
  if (added.length === 0) return conflict
  yield* addWords(organizationId, id, input)
  const change = { action: "user.created", resource_id: id, changed: Object.keys(input) }
  const user = { id, created_at: time, updated_at: time, ...input, status }
  yield* append(organizationId, now, { ...change, client_id: clientId, request_id: requestId }, { user })
  return user
}

export const addUser = (caller: Caller, requestId: string, input: Person): Soon<StoredUser | Refusal> =>
  database.transaction(creation(caller, requestId, input))
