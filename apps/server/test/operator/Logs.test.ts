/**
 * The log as an operator reads it: its form and level, the address of callers, faults beside their request, and `partner-api logs explain`
 * (docs/operators/monitoring.md, Read the log).
 */
import { assert, describe, it } from "@effect/vitest"
import { startServerHere } from "../hostile/ChildServer.ts"
import { runProgram } from "../Program.ts"
import { openDatabase } from "../TestServer.ts"

const credentials = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }

/** Serves the sandbox with settings, makes requests, and gives all that it said. */
const serveWith = async (
  settings: Readonly<Record<string, string>>,
  use: (server: Awaited<ReturnType<typeof startServerHere>>) => Promise<unknown>
) => {
  await using server = await startServerHere({ command: "sandbox", settings })
  await use(server)
  await server.stop()
  return { stdout: server.stdout(), stderr: server.stderr() }
}

/** What `logs explain` says of these lines. */
const explain = (requestId: string, log: string) => runProgram(["logs", "explain", requestId], {}, { input: log })

const get = (id: string, token?: string) => ({
  headers: { "x-request-id": id },
  ...(token === undefined ? {} : { token })
})

describe("the log", () => {
  it("has aligned lines without colours where LOG_FORMAT is pretty and nobody sees colours", async () => {
    const { stdout } = await serveWith({ LOG_FORMAT: "pretty" }, ({ call }) =>
      call("GET", "/v1/jobs", get("req_pretty"))
    )
    const line = stdout.split("\n").find((found) => found.includes("req_pretty"))
    assert.match(
      line ?? "",
      /^\d\d:\d\d:\d\d\.\d{3} WARN  401 GET    \/v1\/jobs {26} +\d+\.\d ms  req_pretty  unauthorized$/
    )
  })

  it.for<[level: string, statuses: Array<number>]>([
    ["warn", [401, 500]],
    ["error", [500]],
    ["none", []]
  ])("has the answers of LOG_LEVEL=%s and above", async ([level, statuses]) => {
    const { stderr, stdout } = await serveWith({ LOG_LEVEL: level }, async ({ call, databaseFile, token }) => {
      const scoped = await token("/v1/auth/token", credentials)
      {
        using operator = openDatabase(databaseFile)
        operator.db.prepare("UPDATE agencies SET custom_fees = 'broken' WHERE id = 'agy_hirewell'").run()
      }
      assert.strictEqual((await call("GET", "/v1/jobs", {})).status, 401)
      assert.strictEqual((await call("GET", "/v1/agencies/agy_hirewell/fees", get("req_fault", scoped))).status, 500)
    })
    const lines = stdout.split("\n").filter((line) => line.startsWith("{"))
    assert.deepStrictEqual(
      lines.map((line) => JSON.parse(line).status),
      statuses
    )
    // The fault is reported beside its answer, under the id of the request.
    assert.deepStrictEqual(
      stderr
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line).request_id),
      level === "none" ? [] : ["req_fault"]
    )
  })

  it.for([
    ["on", "127.0.0.1"],
    ["off", undefined]
  ] as const)("logs addresses of callers for LOG_CLIENT_ADDRESS=%s", async ([setting, address]) => {
    const { stdout } = await serveWith({ LOG_CLIENT_ADDRESS: setting }, ({ call }) =>
      call("GET", "/v1/jobs", get("req_address"))
    )
    const line = stdout.split("\n").find((found) => found.includes("req_address")) ?? "{}"
    assert.strictEqual(JSON.parse(line).client_address, address)
  })

  it("refuses a format that is none, and names those there are", async () => {
    const { code, stderr } = await runProgram(["sandbox"], { LOG_FORMAT: "xml" })
    assert.strictEqual(code, 1)
    assert.match(stderr, /^partner-api: The setting LOG_FORMAT is wrong: .*auto.*json.*pretty/)
  })
})

describe("partner-api logs explain", () => {
  it("explains a refused request and one that failed, and no other", async () => {
    const { stderr, stdout } = await serveWith({}, async ({ call, databaseFile, token }) => {
      const scoped = await token("/v1/auth/token", credentials)
      {
        using operator = openDatabase(databaseFile)
        operator.db.prepare("UPDATE agencies SET custom_fees = 'broken' WHERE id = 'agy_hirewell'").run()
      }
      await call("GET", "/v1/jobs?limit=0", get("req_refused", scoped))
      await call("GET", "/v1/agencies/agy_hirewell/fees", get("req_fault", scoped))
    })
    const refused = await explain("req_refused", stdout + stderr)
    assert.strictEqual(refused.code, 0, refused.stderr)
    assert.match(refused.stdout, /GET \/v1\/jobs was answered with 422 after [\d.]+ ms\n/)
    assert.match(refused.stdout, /client +sandbox-partner\n +organization +org_acme\n/)
    assert.match(
      refused.stdout,
      /error +unprocessable_entity\n +meaning +\S.*\n +remedy +\S.*\n +page +docs\/errors\.md#unprocessable_entity$/
    )
    assert.notInclude(refused.stdout, "agencies")
    const failed = await explain("req_fault", stdout + stderr)
    assert.match(failed.stdout, /error: storage failed/)
    assert.match(failed.stdout, /was answered with 500/)
  })

  it.each([
    ["journalctl", "Nov 26 09:30:00 host partner-api[71]: "],
    ["syslog", "<14>1 2026-11-26T09:30:00Z host partner-api 71 - - "],
    ["docker compose", "partner-api-1  | "]
  ])("reads lines with the prefix of %s", async (_, prefix) => {
    const line =
      '{"time":"2026-11-26T09:30:00.000Z","request_id":"req_7","method":"GET","route":"/v1/jobs","status":404}'
    const { code, stdout } = await explain("req_7", `${prefix}${line}\n`)
    assert.deepStrictEqual(
      [code, stdout],
      [0, "2026-11-26T09:30:00.000Z  GET /v1/jobs was answered with 404 after 0 ms"]
    )
  })

  it("says what to do where no line has the id", async () => {
    const { code, stderr, stdout } = await explain(
      "req_none",
      '{"time":"x","request_id":"req_other"}\nnot JSON req_none\n'
    )
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /^partner-api: No line of the log has the request id req_none\. .*LOG_FORMAT=json/)
  })
})
