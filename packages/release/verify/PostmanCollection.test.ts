/**
 * The Postman collection against the sandbox, by newman, its runner (docs/decisions/0147): tokens, organizations, a page, a write with a key, a 422, and a 429
 * that is waited out; and what is not sent: writes that nobody has allowed, tokens for somebody else, requests without a token.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { readDocument } from "../src/OpenApi.ts"
import { postmanCollection } from "../src/PostmanCollection.ts"
import { run } from "./Release.ts"
import { startSandbox } from "./Sandbox.ts"

/** The runner: fetched for this test, because it has a hundred packages that nothing else needs. */
const newman = "newman@6.2.2"

/** How often it walks: four requests each time, which is more than the rate limit of the sandbox allows at once. */
const rounds = 15

const firstSteps = ["--folder", "First steps"]

const logins = ["POST /oauth/token 200", "POST /v1/organizations/org_acme/token 200"]

const steps = ["GET /v1/organizations 200", "GET /v1/jobs 200", "POST /v1/users 201", "POST /v1/users 422"]

const folder = mkdtempSync(join(tmpdir(), "partner-postman-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Variables = Readonly<Record<string, string>>

interface Collection {
  readonly variable: ReadonlyArray<{ readonly key: string; readonly value: string }>
}

interface Failure {
  readonly error: { readonly test?: string; readonly message: string }
}

/**
 * One run of the collection, with values that it has kept from an earlier one: each request that it sent, logins too, with the status of its answer, and what failed. The variables
 * are those of the command line, which no script of the collection can change.
 */
const walkWith = async (kept: Variables, variables: Variables, ...flags: ReadonlyArray<string>) => {
  const collection: Collection = JSON.parse(JSON.stringify(postmanCollection(readDocument())))
  const variable = collection.variable.map((one) => ({ ...one, value: kept[one.key] ?? one.value }))
  writeFileSync(join(folder, "collection.json"), JSON.stringify({ ...collection, variable }))
  const report = join(folder, "report.json")
  const { status, stdout } = await run({ folder, env: process.env }, "pnpm", [
    "dlx",
    newman,
    "run",
    "collection.json",
    "--reporters",
    "cli,json",
    "--reporter-json-export",
    report,
    ...flags,
    ...Object.entries(variables).flatMap(([name, value]) => ["--env-var", `${name}=${value}`])
  ])
  const { failures } = JSON.parse(readFileSync(report, "utf8")).run
  const failed: ReadonlyArray<string> = failures.map(({ error }: Failure) => error.test ?? error.message)
  // The report names the request of an item for the logins of its scripts too; the lines for people name each.
  const lines = stdout.matchAll(/^ +([A-Z]+) http:\/\/[^/ ]+(\/[^ ?]*)\S* \[(\d+)/gm)
  const sent = Array.from(lines, ([, method, path, code]) => `${method} ${path} ${code}`)
  return { failed, sent, status, stdout }
}

const walk = (variables: Variables, ...flags: ReadonlyArray<string>) => walkWith({}, variables, ...flags)

const credentials = (env: { readonly BASE: string; readonly CLIENT_ID: string; readonly CLIENT_SECRET: string }) => ({
  baseUrl: env.BASE,
  clientId: env.CLIENT_ID,
  clientSecret: env.CLIENT_SECRET
})

it("walks its first steps until it is refused for its rate, waits, and goes on", { timeout: 240_000 }, async () => {
  await using sandbox = await startSandbox(20, 2)
  const rate = ["--iteration-count", String(rounds)]
  const { failed, sent, status, stdout } = await walk(credentials(sandbox.env), ...firstSteps, ...rate)
  assert.strictEqual(status, 0, stdout)
  const count = (answer: RegExp) => sent.filter((one) => answer.test(one)).length
  assert.deepStrictEqual([count(/users 201/), count(/users 422/)], [rounds, rounds])
  assert.isAbove(count(/ 429/), 0)
  assert.lengthOf(failed, 0)
})

describe("a run", { timeout: 240_000 }, () => {
  it("of the whole collection sends no write but those of the first steps", async () => {
    await using sandbox = await startSandbox(500, 500)
    const { sent } = await walk(credentials(sandbox.env))
    assert.deepStrictEqual(
      sent.filter((one) => !one.startsWith("GET ")),
      [...logins, "POST /v1/users 201", "POST /v1/users 422"]
    )
    assert.isAbove(sent.length, 30)
  })

  it("sends writes where allowWrites is true", async () => {
    await using sandbox = await startSandbox(500, 500)
    const allowed = { ...credentials(sandbox.env), organizationId: "org_acme", allowWrites: "true" }
    const { sent, stdout } = await walk(allowed, "--folder", "Users")
    assert.isTrue(
      sent.some((one) => one.startsWith("POST /v1/users ")),
      stdout
    )
  })

  it("replaces tokens that are for another client, address or organization, and tokens that are refused", async () => {
    await using sandbox = await startSandbox(500, 500)
    const own = { ...credentials(sandbox.env), organizationId: "org_acme" }
    const client = `${own.baseUrl} ${own.clientId}`
    const later = String(Date.now() + 600_000)
    const kept = { primaryToken: "old", primaryTokenUntil: later, token: "old", tokenUntil: later }
    const others = [
      { primaryTokenFor: `${own.baseUrl} cli_other`, tokenFor: `${client} org_globex` },
      { primaryTokenFor: `http://127.0.0.1:1 ${own.clientId}`, tokenFor: `${own.baseUrl} cli_other org_acme` }
    ]
    for (const other of others) {
      const { sent } = await walkWith({ ...kept, ...other }, own, ...firstSteps)
      assert.deepStrictEqual(sent.toSorted(), [...logins, ...steps].toSorted())
    }
    const revoked = { ...kept, primaryTokenFor: client, tokenFor: `${client} org_acme` }
    const { sent } = await walkWith(revoked, own, ...firstSteps)
    assert.deepStrictEqual(sent, ["GET /v1/organizations 401", ...logins, ...steps.slice(1)])
  })

  it("sends nothing without a token, and its tests say what is missing", async () => {
    await using sandbox = await startSandbox(500, 500)
    const own = { ...credentials(sandbox.env), organizationId: "org_acme" }
    const without = await walk({ ...own, clientId: "" }, ...firstSteps)
    assert.deepStrictEqual([without.sent, [...new Set(without.failed)]], [[], ["clientId and clientSecret are set"]])
    const wrong = await walk({ ...own, clientSecret: "wrong" }, ...firstSteps)
    assert.deepStrictEqual([...new Set(wrong.sent)], ["POST /oauth/token 401"])
    assert.match(wrong.failed[0] ?? "", /^no primaryToken for .*: 401 The client id or the client secret is wrong/)
    // A token of the organization before must not carry a write.
    const later = String(Date.now() + 600_000)
    const tokenFor = `${own.baseUrl} ${own.clientId} org_acme`
    const other = await walkWith(
      { token: "old", tokenUntil: later, tokenFor },
      { ...own, organizationId: "org_none" },
      ...firstSteps
    )
    assert.deepStrictEqual(
      [...new Set(other.sent)],
      ["POST /oauth/token 200", "GET /v1/organizations 200", "POST /v1/organizations/org_none/token 403"]
    )
  })

  it("logs in for no request that needs no token", async () => {
    await using sandbox = await startSandbox(500, 500)
    const { failed, sent, stdout } = await walk({ baseUrl: sandbox.env.BASE }, "--folder", "System")
    assert.lengthOf(sent, 4, stdout)
    assert.isTrue(
      sent.every((one) => one.startsWith("GET ")),
      stdout
    )
    assert.lengthOf(failed, 0, stdout)
  })
})
