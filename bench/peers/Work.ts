/**
 * The work that every peer does, on the database that the product made: reads a page, adds a user. How requests come in and answers
 * go out is each peer's own.
 */
import * as Crypto from "node:crypto"
import type { Caller } from "./Caller.ts"
import { members } from "./Columns.ts"
import { makeCursors } from "./Cursor.ts"
import { reader, settings, writer } from "./Database.ts"
import { conflict, invalidCursor, type Refusal, unprocessable } from "./Refusal.ts"

/** The body of a new user, after its check. */
export interface NewUser {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

const cursors = makeCursors(
  "jobs.list",
  String(reader.prepare("SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT 1").get()?.["secret"])
)

const limitText = /^(?:[1-9][0-9]?|100)$/

/** A parameter of the query; sent twice, it counts as not sent. */
export type Parameter = string | ReadonlyArray<string> | undefined

/** What the two parameters of a list ask for. */
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

const pageOf =
  <Item>(read: (organizationId: string, after: string, count: number) => Array<{ id: string; item: Item }>) =>
  (organizationId: string, limitGiven: Parameter, cursor: Parameter): Page<Item> | Refusal => {
    const asked = request(organizationId, limitGiven, cursor)
    if ("status" in asked) return asked
    const { after, limit } = asked
    const found = read(organizationId, after, limit + 1)
    const more = found.length > limit
    if (more) found.pop()
    const last = found.at(-1)
    const next =
      more && last !== undefined
        ? `${settings.publicUrl}/v1/jobs?cursor=${cursors.write(organizationId, last.id, limit)}`
        : null
    return { content: found.map(({ item }) => item), next, count: found.length }
  }

const range = "WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?"

/** A page read as columns, one object for each job: the usual way. Arrays become objects here, which is the fastest way to them. */
export const columnPages = () => {
  const query = reader.prepare(`SELECT ${members.join(", ")} FROM job_columns ${range}`)
  query.setReturnArrays(true)
  return pageOf((organizationId, after, count) =>
    query.all(organizationId, after, count).map((row) => {
      const r: Record<number, unknown> = row
      const item = {
        id: r[0],
        title: r[1],
        description: r[2],
        status: r[3],
        location: r[4],
        employment_type: r[5],
        openings: r[6],
        salary_min_cents: r[7],
        salary_max_cents: r[8],
        currency: r[9],
        external_id: r[10],
        created_at: r[11],
        updated_at: r[12]
      }
      return { id: String(r[0]), item }
    })
  )
}

/** A page read as the stored JSON text of each job: the product's own layout. */
export const storedPages = () => {
  const query = reader.prepare(`SELECT id, json FROM jobs ${range}`)
  query.setReturnArrays(true)
  return pageOf((organizationId, after, count) =>
    query.all(organizationId, after, count).map((row) => {
      const r: Record<number, unknown> = row
      return { id: String(r[0]), item: String(r[1]) }
    })
  )
}

const insertUser = writer.prepare(`
  INSERT INTO users (organization_id, id, email_key, created_at, updated_at, first_name, last_name, email)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`)

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Checks a body that JSON was read from. */
export const checkUser = (body: unknown): NewUser | Refusal => {
  const { first_name, last_name, email: address }: Record<string, unknown> = Object(body)
  return typeof first_name === "string" &&
    typeof last_name === "string" &&
    typeof address === "string" &&
    first_name.length > 0 &&
    first_name.length <= 100 &&
    last_name.length > 0 &&
    last_name.length <= 100 &&
    address.length <= 254 &&
    email.test(address)
    ? { first_name, last_name, email: address }
    : unprocessable
}

const insertEntry = writer.prepare(
  "INSERT INTO journal (organization_id, sequence, id, json) SELECT ?1, coalesce(max(sequence), 0) + 1, ?2, ?3 FROM journal WHERE organization_id = ?1"
)

const idOf = (prefix: string, now: Date): string =>
  `${prefix}${now.getTime().toString(36)}${Crypto.randomBytes(10).toString("hex")}`

/** Does all of it or nothing, on disk when this returns. */
const inTransaction = <A>(work: () => A): A => {
  writer.exec("BEGIN IMMEDIATE")
  try {
    const result = work()
    writer.exec("COMMIT")
    return result
  } catch (error) {
    writer.exec("ROLLBACK")
    throw error
  }
}

/** Adds a user, and the entry of the journal that tells who did it. */
export const addUser = ({ clientId, organizationId }: Caller, requestId: string, user: NewUser) =>
  inTransaction(() => {
    const now = new Date()
    const time = now.toISOString()
    const id = idOf("usr_", now)
    const { first_name, last_name, email: address } = user
    const added = insertUser.get(organizationId, id, address.toLowerCase(), time, time, first_name, last_name, address)
    if (added === undefined) return conflict
    const entry = {
      id: idOf("aud_", now),
      occurred_at: time,
      action: "user.created",
      resource_id: id,
      changed: Object.keys(user),
      client_id: clientId,
      request_id: requestId
    }
    insertEntry.run(organizationId, entry.id, JSON.stringify(entry))
    return { id, created_at: time, updated_at: time, ...user }
  })
