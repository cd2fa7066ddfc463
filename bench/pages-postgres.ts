/**
 * Does a page cost the same wherever it stands, among very many jobs on PostgreSQL? Makes jobs of many organizations that arrived in
 * turns, prints the plan of the page queries, and times pages of the first organizations, of the largest one at its front and 99 %
 * into it, and of the organizations 99 % into the key: the query alone and the whole request over HTTP.
 *
 * Ends with an error when the slowest place costs twice the fastest, or when a plan is no search of its index.
 */
import { parseArgs } from "node:util"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { Client } from "pg"
import { addJobs, largest, organizationId, type Size } from "./ManyJobs.ts"
import { pageSql } from "./PageSql.ts"
import { checkPlaces, closeConnection, fetchPage, showPlaces, spread, timePlaces } from "./PageTimes.ts"
import { makeCursors } from "./peers/Cursor.ts"
import { type Explained, type Plan, planOf, searches } from "./Plans.ts"
import { fileOf, isAlive, product, seed, startServer, temporaryFolder, tokenFor } from "./Process.ts"
import { runFacts, writeResult } from "./Results.ts"

const { values: options } = parseArgs({
  options: {
    name: { type: "string", default: "postgres-pages" },
    into: { type: "string", default: fileOf("./results") },
    jobs: { type: "string", default: "10000000" },
    organizations: { type: "string", default: "10000" },
    rounds: { type: "string", default: "2000" }
  }
})
const size: Size = { jobs: Number(options.jobs), organizations: Number(options.organizations) }
const rounds = Number(options.rounds)
const limit = 100
const depth = 0.99

/** The database is filled fast and read from memory. Nothing else works on it meanwhile, and no crash need spare it. */
const settings = {
  autovacuum: "off",
  maintenance_work_mem: "1GB",
  max_wal_senders: "0",
  shared_buffers: "2GB",
  wal_level: "minimal"
}

const queries = {
  page: { index: "jobs_pkey", text: await pageSql("postgres") }
} as const

/** A page: the jobs of an organization after one of them. */
interface Page {
  readonly organizationId: string
  readonly after: string
}

/** A few neighbours in the order of the keys, `share` of the way into it. */
const neighbours = (share: number): ReadonlyArray<number> => {
  const count = Math.min(10, Math.floor(size.organizations / 4))
  const first = Math.min(Math.floor(share * size.organizations), size.organizations - count)
  return Array.from({ length: count }, (_, index) => first + index + 1)
}

// However this program ends, its server ends with it.
temporaryFolder()

const main = async (): Promise<void> => {
  await using postgres = await startPostgres({ settings })
  const databaseUrl = await postgres.create()
  const seeded = await seed(databaseUrl, 1, 1)
  const [front, end] = [neighbours(0), neighbours(depth)]
  const beganAt = performance.now()
  const granted = [...front, largest(size), ...end]
  await addJobs(postgres, databaseUrl, { clientId: seeded.client_id, granted, size })
  const tookSeconds = (performance.now() - beganAt) / 1_000
  process.stdout.write(`\nMaking ${size.jobs} jobs took ${tookSeconds.toFixed(0)} s on this machine.\n`)

  const server = await startServer(product, databaseUrl, isAlive)
  const { port } = server
  const tokens = new Map<string, string>()
  for (const id of granted.map(organizationId)) tokens.set(id, await tokenFor(port, seeded, id))

  const client = new Client({ connectionString: databaseUrl })
  // The query that waits fails with it.
  client.on("error", () => undefined)
  await client.connect()
  const readRows = async <Row extends object>(text: string, values: Array<unknown> = []): Promise<ReadonlyArray<Row>> =>
    (await client.query<Row>(text, values)).rows

  /** The pages of an organization without the last ones: all read equally many rows, those of agencies too. */
  const pagesOf = async (number: number): Promise<ReadonlyArray<Page>> => {
    const id = organizationId(number)
    const lastOfPages = await readRows<{ id: string }>(
      `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS row, count(*) OVER () AS total FROM jobs
        WHERE organization_id = $1) AS numbered WHERE row % ${limit} = 0 AND row + ${2 * limit} <= total ORDER BY id`,
      [id]
    )
    return ["", ...lastOfPages.map((row) => row.id)].map((after) => ({ organizationId: id, after }))
  }
  const pagesOfAll = async (numbers: ReadonlyArray<number>): Promise<ReadonlyArray<Page>> => {
    const pages: Array<Page> = []
    for (const number of numbers) pages.push(...(await pagesOf(number)))
    return pages.slice(0, spread)
  }
  const largestPages = await pagesOf(largest(size))
  const largestEnd = largestPages.slice(Math.floor(depth * largestPages.length))
  const places = {
    keysFront: await pagesOfAll(front),
    largestFront: largestPages.slice(0, Math.min(largestEnd.length, spread)),
    largestEnd: largestEnd.slice(0, spread),
    keysEnd: await pagesOfAll(end)
  }

  const timeQuery = (name: keyof typeof queries) =>
    timePlaces(places, rounds, async (page) => {
      const { text } = queries[name]
      const began = performance.now()
      const values = [page.organizationId, page.after, limit + 1]
      const { rowCount } = await client.query({ name, text, values, rowMode: "array" })
      const ms = performance.now() - began
      if (rowCount !== limit + 1) throw new Error(`a page of ${rowCount} jobs`)
      return ms
    })
  const query = await timeQuery("page")

  const [{ secret } = { secret: "" }] = await readRows<{ secret: string }>(
    "SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT 1"
  )
  const cursors = makeCursors("jobs.list", secret)
  const http = await timePlaces(places, rounds, async ({ after, organizationId: id }) => {
    const path = after === "" ? "/v1/jobs" : `/v1/jobs?cursor=${cursors.write(id, after, limit)}`
    return (await fetchPage(port, path, tokens.get(id) ?? "")).ms
  })

  // The statements as the driver has prepared and used them: the plan that PostgreSQL has settled on for any values.
  const plans: Record<string, Record<string, Plan>> = {}
  for (const [name, { index, text }] of Object.entries(queries)) {
    process.stdout.write(`\n${text}\n`)
    const found: Record<string, Plan> = {}
    for (const [place, [page]] of Object.entries(places)) {
      const values = `'${page?.organizationId}', '${page?.after}', ${limit + 1}`
      const [row] = await readRows<Explained>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE "${name}" (${values})`
      )
      if (row === undefined) throw new Error("there is no plan")
      const plan = planOf(row)
      if (!searches(plan, index)) throw new Error(`the plan is another: ${plan.line}`)
      process.stdout.write(`  ${place.padEnd(14)}${plan.blocks} blocks: ${plan.line}\n`)
      found[place] = plan
    }
    plans[name] = found
  }
  const sizes = await readRows<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_class
     WHERE oid = 'jobs'::regclass OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'jobs'::regclass)
     ORDER BY relkind DESC, relname`
  )
  const sizesMiB = Object.fromEntries(sizes.map(({ bytes, name }) => [name, Math.round(Number(bytes) / 1_048_576)]))
  const [{ bytes, version } = { bytes: 0, version: "" }] = await readRows<{ bytes: number; version: string }>(
    `SELECT round(avg(octet_length(json)))::int AS bytes, current_setting('server_version') AS version
     FROM (SELECT json FROM jobs LIMIT 10000) AS sampled`
  )

  showPlaces("Time of the query against the first organizations", query)
  showPlaces("Time of a page over HTTP", http)
  process.stdout.write(`\nMiB: ${JSON.stringify(sizesMiB)}\n`)
  writeResult(options.into, options.name, {
    ...runFacts(),
    postgres: version,
    ...size,
    bytesPerJob: bytes,
    limit,
    rounds,
    plans,
    againstKeysFront: { query, http },
    sizesMiB
  })

  closeConnection()
  await client.end()
  await server.stop()
  for (const ratios of [query, http]) checkPlaces(ratios, rounds)
}

await main()
