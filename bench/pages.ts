/**
 * Does a deep page cost what the first one costs? Seeds a million jobs in one organization, prints the plan of the page query, and
 * times pages at the front, in the middle and at the end over HTTP, taking turns.
 *
 * Ends with an error when the slowest place costs twice the fastest, or when the plan is no search of the key.
 */
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import { makeCursors } from "./peers/Cursor.ts"
import { product, publicUrl, seed, startServer, temporaryFolder, tokenFor } from "./Process.ts"
import { show, summarize } from "./Statistics.ts"

const { values: options } = parseArgs({
  options: {
    name: { type: "string", default: "pages" },
    jobs: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "2000" }
  }
})
const total = Number(options.jobs)
const limit = 100
const ratioMax = 2

/** The query as the product's store writes it. The plan is worth nothing if the two differ, so it is read from there. */
const pageSql = (): string => {
  const source = Fs.readFileSync(new URL("../apps/server/src/store/sqlite/SqliteJobPages.ts", import.meta.url), "utf8")
  const text = /pageSql = "([^"]+)"/.exec(source)?.[1]
  if (text === undefined) throw new Error("the page query is not where it was")
  return text
}

const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })

/** Gets a page and tells how long that took, from the request to the last byte. */
const fetchPage = (port: number, path: string, token: string): Promise<{ ms: number; text: string }> =>
  new Promise((resolve, reject) => {
    const beganAt = performance.now()
    const headers = { authorization: `Bearer ${token}` }
    Http.get({ port, path, host: "127.0.0.1", agent, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve({ ms: performance.now() - beganAt, text })
        else reject(new Error(text))
      })
    }).on("error", reject)
  })

const folder = temporaryFolder()
const databaseFile = Path.join(folder, "pages.db")

const main = async (): Promise<void> => {
  const seeded = await seed(`sqlite:${databaseFile}`, 1, total)
  const [organizationId] = seeded.organizations
  process.stdout.write(`\nSeeding ${total} jobs took ${seeded.seconds.toFixed(0)} s on this machine.\n`)

  const isAlive = async (port: number) => (await fetch(`http://127.0.0.1:${port}/v1/jobs`)).status === 401
  const server = await startServer(product, `sqlite:${databaseFile}`, isAlive)
  const { port } = server
  const token = await tokenFor(port, seeded, organizationId)

  const db = new DatabaseSync(databaseFile, { readOnly: true })
  const plan = db
    .prepare(`EXPLAIN QUERY PLAN ${pageSql()}`)
    .all(organizationId, "", limit + 1)
    .map(({ detail }) => String(detail))
  const secret = String(db.prepare("SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT 1").get()?.["secret"])
  const idAt = db.prepare("SELECT id FROM jobs WHERE organization_id = ? ORDER BY id LIMIT 1 OFFSET ?")
  const cursors = makeCursors("jobs.list", secret)
  const pathAfter = (row: number): string =>
    `/v1/jobs?cursor=${cursors.write(organizationId, String(idAt.get(organizationId, row)?.["id"]), limit)}`
  process.stdout.write(`\n${pageSql()}\n${plan.map((line) => `  ${line}\n`).join("")}`)

  // A hundred different pages at each place: one page again and again would only show what is kept in memory.
  const spread = 100
  const pagesFrom = (firstPage: number) =>
    Array.from({ length: spread }, (_, index) => pathAfter((firstPage + index) * limit - 1))
  const pageCount = Math.floor(total / limit)
  const places = {
    front: ["/v1/jobs", ...pagesFrom(1).slice(1)],
    middle: pagesFrom(Math.floor(pageCount / 2)),
    // Without the very last page, which looks ahead at nothing.
    end: pagesFrom(pageCount - 1 - spread),
    last: [pathAfter((pageCount - 1) * limit - 1)]
  }
  const { text: lastText } = await fetchPage(port, places.last[0] ?? "", token)
  const last: { next: string | null; count: number } = JSON.parse(lastText)
  if (last.next !== null || last.count !== limit)
    throw new Error(`the last page is not the last: ${lastText.slice(-200)}`)
  const { text: frontText } = await fetchPage(port, "/v1/jobs", token)
  if (!JSON.parse(frontText).next.startsWith(publicUrl)) throw new Error("the first page leads nowhere")

  const times: Record<string, Array<number>> = {}
  for (let round = -200; round < Number(options.rounds); round++) {
    for (const [place, paths] of Object.entries(places)) {
      const { ms } = await fetchPage(port, paths[(round + 200) % paths.length] ?? "", token)
      // The first rounds warm everything up.
      if (round >= 0) (times[place] ??= []).push(ms)
    }
  }
  const front = times["front"] ?? []
  const ratios = Object.fromEntries(
    Object.entries(times).map(([place, taken]) => [
      place,
      summarize(taken.map((ms, index) => ms / (front[index] ?? Number.NaN)))
    ])
  )
  process.stdout.write("\nTime of a page against a page at the front\n")
  for (const [place, summary] of Object.entries(ratios)) process.stdout.write(`  ${place.padEnd(8)}${show(summary)}\n`)

  const results = { jobs: total, limit, rounds: Number(options.rounds), plan: plan.join("; "), againstFront: ratios }
  const file = new URL(`./results/${options.name}.json`, import.meta.url)
  Fs.mkdirSync(new URL(".", file), { recursive: true })
  Fs.writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`)

  agent.destroy()
  await server.stop()
  const medians = Object.values(ratios).map(({ median }) => median)
  if (Math.max(...medians) > ratioMax * Math.min(...medians)) throw new Error("a page costs more for where it stands")
  if (plan.length !== 1 || !plan[0]?.startsWith("SEARCH jobs USING PRIMARY KEY")) throw new Error("the plan is another")
}

await main()
