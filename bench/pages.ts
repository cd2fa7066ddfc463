/**
 * Does a deep page cost what the first one costs? Seeds a million jobs in one organization, prints the plan of the page query, and
 * times pages at the front, in the middle and at the end over HTTP, taking turns.
 *
 * Ends with an error when the slowest place costs twice the fastest, or when the plan is no search of the key.
 */
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import { pageSql } from "./PageSql.ts"
import { checkPlaces, closeConnection, fetchPage, showPlaces, spread, timePlaces } from "./PageTimes.ts"
import { makeCursors } from "./peers/Cursor.ts"
import { fileOf, isAlive, product, publicUrl, seed, startServer, temporaryFolder, tokenFor } from "./Process.ts"
import { writeResult } from "./Results.ts"

const { values: options } = parseArgs({
  options: {
    name: { type: "string", default: "pages" },
    jobs: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "2000" }
  }
})
const total = Number(options.jobs)
const rounds = Number(options.rounds)
const limit = 100
const sql = await pageSql("sqlite")

const folder = temporaryFolder()
const databaseFile = Path.join(folder, "pages.db")
const databaseUrl = `sqlite:${databaseFile}`

const main = async (): Promise<void> => {
  const seeded = await seed(databaseUrl, 1, total)
  const [organizationId] = seeded.organizations
  process.stdout.write(`\nSeeding ${total} jobs took ${seeded.seconds.toFixed(0)} s on this machine.\n`)

  const server = await startServer(product, databaseUrl, isAlive)
  const { port } = server
  const token = await tokenFor(port, seeded, organizationId)

  const db = new DatabaseSync(databaseFile, { readOnly: true })
  const plan = db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(organizationId, "", limit + 1)
    .map(({ detail }) => String(detail))
  const secret = String(db.prepare("SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT 1").get()?.["secret"])
  const idAt = db.prepare("SELECT id FROM jobs WHERE organization_id = ? ORDER BY id LIMIT 1 OFFSET ?")
  const cursors = makeCursors("jobs.list", secret)
  const pathAfter = (row: number): string =>
    `/v1/jobs?cursor=${cursors.write(organizationId, String(idAt.get(organizationId, row)?.["id"]), limit)}`
  process.stdout.write(`\n${sql}\n${plan.map((line) => `  ${line}\n`).join("")}`)

  const pagesFrom = (firstPage: number) =>
    Array.from({ length: spread }, (_, index) => pathAfter((firstPage + index) * limit - 1))
  const pageCount = Math.floor(total / limit)
  const lastPath = pathAfter((pageCount - 1) * limit - 1)
  const places = {
    front: ["/v1/jobs", ...pagesFrom(1).slice(1)],
    middle: pagesFrom(Math.floor(pageCount / 2)),
    // Without the very last page, which looks ahead at nothing.
    end: pagesFrom(pageCount - 1 - spread),
    last: [lastPath]
  }
  const { text: lastText } = await fetchPage(port, lastPath, token)
  const last: { next: string | null; count: number } = JSON.parse(lastText)
  if (last.next !== null || last.count !== limit)
    throw new Error(`the last page is not the last: ${lastText.slice(-200)}`)
  const { text: frontText } = await fetchPage(port, "/v1/jobs", token)
  if (!JSON.parse(frontText).next.startsWith(publicUrl)) throw new Error("the first page leads nowhere")

  const againstFront = await timePlaces(places, rounds, async (path) => (await fetchPage(port, path, token)).ms)
  showPlaces("Time of a page against a page at the front", againstFront)
  writeResult(fileOf("./results"), options.name, { jobs: total, limit, rounds, plan: plan.join("; "), againstFront })

  closeConnection()
  await server.stop()
  checkPlaces(againstFront, rounds)
  if (plan.length !== 1 || !plan[0]?.startsWith("SEARCH jobs USING PRIMARY KEY")) throw new Error("the plan is another")
}

await main()
