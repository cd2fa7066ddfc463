/**
 * What the blocks of the request log hold: each client, organization, route, method, status and error that a block of requests has is noted once.
 * A search reads the blocks that have what it looks for.
 *
 * An index of each of these would cost every request a write in each; a note costs one in some thousand requests.
 */
import type { LoggedRequestFilter, NewLoggedRequest } from "@partner-api/domain/operator/LoggedRequest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { inStatements } from "./StatementSizes.ts"

/** How many requests a block has: it is read in less than a millisecond. The index of the log on SQLite is made with it. */
export const requestsPerBlock = 4_096

/** How many characters of a request id the index of the log on SQLite has, from its end: enough to tell those of a block apart. */
export const nameEndLength = 8

/** The block of a request. */
export const blockOf = (id: number): number => Math.floor(id / requestsPerBlock)

type ZoneKind = "client" | "organization" | "route" | "method" | "status" | "error"

/** Something that is looked for. */
interface Zone {
  readonly kind: ZoneKind
  readonly name: string
}

/** The class of a status as filters name it. */
const classOf = (status: number): string => `${Math.floor(status / 100)}xx`

/** What some requests have, each once. */
const zonesIn = (requests: ReadonlyArray<NewLoggedRequest>): ReadonlyArray<Zone> => {
  const names: Readonly<Record<Exclude<ZoneKind, "status">, Set<string | undefined>>> = {
    client: new Set(),
    organization: new Set(),
    route: new Set(),
    method: new Set(),
    error: new Set()
  }
  const statuses = new Set<number>()
  for (const request of requests) {
    names.client.add(request.clientId)
    names.organization.add(request.organizationId)
    names.route.add(request.route)
    names.method.add(request.method)
    names.error.add(request.error)
    statuses.add(request.status)
  }
  const zones = (kind: Exclude<ZoneKind, "status">): ReadonlyArray<Zone> =>
    [...names[kind]].flatMap((name) => (name === undefined ? [] : [{ kind, name }]))
  const classes = new Set([...statuses].map(classOf))
  return [
    ...zones("client"),
    ...zones("organization"),
    ...zones("route"),
    ...zones("method"),
    ...zones("error"),
    ...[...statuses].map((status): Zone => ({ kind: "status", name: String(status) })),
    ...[...classes].map((name): Zone => ({ kind: "status", name }))
  ]
}

/** What a filter looks for that blocks are noted by. */
export const zonesOf = (filter: LoggedRequestFilter): ReadonlyArray<Zone> =>
  [
    { kind: "client" as const, name: filter.client_id },
    { kind: "organization" as const, name: filter.organization_id },
    { kind: "error" as const, name: filter.error },
    { kind: "status" as const, name: filter.status },
    { kind: "route" as const, name: filter.route },
    { kind: "method" as const, name: filter.method }
  ].flatMap(({ kind, name }) => (name === undefined ? [] : [{ kind, name }]))

/** Notes what requests have. What this process has noted of the last blocks is known without asking. */
export const makeZoneNotes = (sql: SqlClient) => {
  const known = new Map<number, Set<string>>()
  const keyOf = ({ kind, name }: Zone) => `${kind} ${name}`
  const knownOf = (block: number): Set<string> => known.get(block) ?? new Set()

  /** Notes what requests with numbers from `first` to `last` have, and gives what makes it known once that is written. */
  return Effect.fnUntraced(function* (
    requests: ReadonlyArray<NewLoggedRequest>,
    { first, last }: { readonly first: number; readonly last: number }
  ) {
    const zones = zonesIn(requests)
    const rows = Arr.range(blockOf(first), blockOf(last)).flatMap((block) => {
      const noted = knownOf(block)
      return zones.filter((zone) => !noted.has(keyOf(zone))).map((zone) => ({ ...zone, block }))
    })
    // In one order: two processes that note the same do not wait for each other in a circle.
    const sorted = rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    yield* inStatements(sorted, (chunk) => sql`INSERT INTO request_zones ${sql.insert(chunk)} ON CONFLICT DO NOTHING`)
    return (): void => {
      for (const block of known.keys()) if (block < blockOf(first)) known.delete(block)
      for (const row of rows) known.set(row.block, knownOf(row.block).add(keyOf(row)))
    }
  })
}

/** Finds the blocks that have all that is looked for, the newest first. */
export const findBlocks = (sql: SqlClient, [lead, ...others]: Arr.NonEmptyReadonlyArray<Zone>) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ from: Schema.Int, to: Schema.Int, limit: Schema.Int }),
    Result: Schema.Struct({ block: Schema.Int }),
    execute: ({ from, limit, to }) => {
      const conditions = [
        sql`z.kind = ${lead.kind} AND z.name = ${lead.name} AND z.block BETWEEN ${from} AND ${to}`,
        ...others.map(
          ({ kind, name }) => sql`EXISTS (
            SELECT 1 FROM request_zones o WHERE o.kind = ${kind} AND o.name = ${name} AND o.block = z.block)`
        )
      ]
      return sql`SELECT z.block FROM request_zones z WHERE ${sql.and(conditions)} ORDER BY z.block DESC LIMIT ${limit}`
    }
  })
