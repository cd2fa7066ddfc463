/**
 * The Postman collection against the sandbox, by newman, its runner (docs/decisions/0147): tokens, organizations, a page, a write with a key, a 422, and a 429
 * that is waited out.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import { readDocument } from "../src/OpenApi.ts"
import { postmanCollection } from "../src/PostmanCollection.ts"
import { run } from "./Release.ts"
import { startSandbox } from "./Sandbox.ts"

/** The runner: fetched for this test, because it has a hundred packages that nothing else needs. */
const newman = "newman@6.2.2"

/** How often it walks: four requests each time, which is more than the rate limit of the sandbox allows at once. */
const rounds = 15

const folder = mkdtempSync(join(tmpdir(), "partner-postman-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("walks its first steps until it is refused for its rate, waits, and goes on", { timeout: 240_000 }, async () => {
  await using sandbox = await startSandbox(20, 2)
  const { BASE, CLIENT_ID, CLIENT_SECRET } = sandbox.env
  writeFileSync(join(folder, "collection.json"), JSON.stringify(postmanCollection(readDocument())))
  const variables = { baseUrl: BASE, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  const report = join(folder, "report.json")
  const what = ["--folder", "First steps", "--iteration-count", String(rounds)].concat(
    "--reporters",
    "cli,json",
    "--reporter-json-export",
    report
  )
  const { status: code, stdout } = await run({ folder, env: process.env }, "pnpm", [
    "dlx",
    newman,
    "run",
    "collection.json",
    ...what,
    ...Object.entries(variables).flatMap(([name, value]) => ["--env-var", `${name}=${value}`])
  ])
  assert.strictEqual(code, 0, stdout)
  const { run: ran } = JSON.parse(readFileSync(report, "utf8"))
  const statuses: ReadonlyArray<number> = ran.executions.map(
    (one: { readonly response: { readonly code: number } }) => one.response.code
  )
  const count = (status: number) => statuses.filter((one) => one === status).length
  assert.deepStrictEqual([count(201), count(422)], [rounds, rounds])
  assert.isAbove(count(429), 0)
  assert.lengthOf(ran.failures, 0)
})
