/**
 * The work that every peer does, on the database that the product made: finds a token, reads a page, adds a user. How requests
 * come in and answers go out is each peer's own.
 *
 * Same settings of SQLite as the product, synchronous=FULL included, and the same second of knowing a token.
 */
import * as Crypto from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { members } from "./Columns.ts"
import { makeCursors } from "./Cursor.ts"

/** The environment of a peer; the names are the product's. */
export const settings = {
  port: Number(process.env["PORT"]),
  host: process.env["HOST"] ?? "127.0.0.1",
  publicUrl: process.env["PUBLIC_URL"] ?? "",
  databaseFile: (process.env["DATABASE_URL"] ?? "").slice("sqlite:".length)
}

/** The body of a new user, after its check. */
export interface NewUser {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** A refusal: a status and the code of the Error body. */
export interface Refusal {
  readonly status: number
  readonly error: string
}

const unauthorized: Refusal = { status: 401, error: "unauthorized" }
const forbidden: Refusal = { status: 403, error: "forbidden" }
const invalidCursor: Refusal = { status: 400, error: "invalid_cursor" }
const unprocessable: Refusal = { status: 422, error: "unprocessable_entity" }
const conflict: Refusal = { status: 409, error: "conflict" }
export const notFound: Refusal = { status: 404, error: "not_found" }

const open = (readOnly: boolean): DatabaseSync => {
  const db = new DatabaseSync(settings.databaseFile, { readOnly, timeout: 5_000 })
  for (const pragma of [
    "journal_mode=wal",
    "synchronous=FULL",
    "cell_size_check=1",
    "foreign_keys=1",
    "cache_size=-65536",
    "mmap_size=1073741824"
  ]) {
    db.exec(`PRAGMA ${pragma}`)
  }
  return db
}

const writer = open(false)
const reader = open(true)

const cursors = makeCursors(
  "jobs.list",
  String(reader.prepare("SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT 1").get()?.["secret"])
)

interface Known {
  readonly organizationId: string
  readonly permissions: ReadonlySet<string>
  readonly expiresAtMs: number
  readonly staleAtMs: number
}
const known = new Map<string, Known>()
const knownMax = 10_000

const tokenQuery = reader.prepare(`
  SELECT t.organization_id, t.expires_at_ms, g.permissions
  FROM tokens t JOIN clients c ON c.id = t.client_id
  LEFT JOIN grants g ON g.client_id = t.client_id AND g.organization_id = t.organization_id
  WHERE t.digest = ?`)

const find = (digest: string, nowMs: number): Known | undefined => {
  const row = tokenQuery.get(digest)
  if (row === undefined) return undefined
  const found = {
    organizationId: String(row["organization_id"]),
    permissions: new Set<string>(JSON.parse(String(row["permissions"] ?? "[]"))),
    expiresAtMs: Number(row["expires_at_ms"]),
    staleAtMs: nowMs + 1_000
  }
  if (known.size >= knownMax) known.clear()
  known.set(digest, found)
  return found
}

const bearer = /^bearer +([A-Za-z0-9_-]{43}) *$/i

/** The organization that a request may work for. */
export const authorize = (authorization: string | undefined, permission: string): string | Refusal => {
  const token = bearer.exec(authorization ?? "")?.[1]
  if (token === undefined) return unauthorized
  const digest = Crypto.hash("sha256", token, "base64url")
  const nowMs = Date.now()
  const kept = known.get(digest)
  const metadata = kept !== undefined && nowMs < kept.staleAtMs ? kept : find(digest, nowMs)
  if (metadata === undefined || nowMs >= metadata.expiresAtMs) return unauthorized
  return metadata.permissions.has(permission) ? metadata.organizationId : forbidden
}

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

/** Adds a user, on disk when this returns. */
export const addUser = (organizationId: string, user: NewUser) => {
  const now = new Date()
  const time = now.toISOString()
  const id = `usr_${now.getTime().toString(36)}${Crypto.randomBytes(10).toString("hex")}`
  const added = insertUser.get(
    organizationId,
    id,
    user.email.toLowerCase(),
    time,
    time,
    user.first_name,
    user.last_name,
    user.email
  )
  return added === undefined ? conflict : { id, created_at: time, updated_at: time, ...user }
}

/** The Error body of a refusal. */
export const errorBody = ({ error }: Refusal, requestId: string) => ({
  error,
  message: "The request was refused.",
  request_id: requestId
})
