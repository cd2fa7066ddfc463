/**
 * The program at a command line: which options it needs, what it prints, and how it ends. A process of it is started once for each exit code.
 */
import { assert, describe, it } from "@effect/vitest"
import { agencyId, type Change, clientId, clientSecret, membersOf, startPlain } from "./PlainServer.ts"
import { runProgram, startProgram } from "./Program.ts"

const secret = { PARTNER_CLIENT_SECRET: clientSecret }
const credentials = { PARTNER_CLIENT_ID: clientId, ...secret }
const at = (baseUrl: string) => ["--base-url", baseUrl, "--agency", agencyId]

/** Breaks one rule. */
const wrongType: Change = (request, next) => {
  const { status, body } = next(request)
  return { status, body: request.path === "/oauth/token" ? { ...membersOf(body), token_type: "MAC" } : body }
}

describe("the program", () => {
  it("ends with 0 when every rule that was run is kept, and prints a report for people", async () => {
    await using server = await startPlain()
    const { code, stdout, stderr } = await runProgram(at(server.baseUrl), credentials)
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.match(stdout, /^ {2}4\.4 GET \/v1\/jobs$/m)
    assert.match(stdout, /^ {2}✓ spec-4\.3\.scope +its scope is the organization$/m)
    assert.match(stdout, /^ +POST \/v1\/organizations\/one\/token → 200, scope one$/m)
    assert.match(stdout, /^Documented: +(\d+) of \1 passed, 0 failed, 0 not run$/m)
    assert.notInclude(stdout, clientSecret)
  })

  it("shows what would drive a terminal as text, and means the same as JSON (decisions, Resources)", async () => {
    const type = "\u001b[31mMAC\u009b\u202e\u007f"
    const change: Change = (request, next) => {
      const { status, body } = next(request)
      return { status, body: request.path === "/oauth/token" ? { ...membersOf(body), token_type: type } : body }
    }
    await using server = await startPlain({ change })
    const forPeople = await runProgram(at(server.baseUrl), credentials)
    assert.notMatch(forPeople.stdout.replaceAll("\n", ""), /[\p{Cc}\u202e]/u)
    assert.include(forPeople.stdout, "[31mMAC\\u009b\\u202e\\u007f")
    const forPrograms = await runProgram([...at(server.baseUrl), "--json"], credentials)
    assert.notMatch(forPrograms.stdout.replaceAll("\n", ""), /[\p{Cc}\u202e]/u)
    assert.include(
      JSON.stringify(JSON.parse(forPrograms.stdout)),
      JSON.stringify(type).slice(1, -1).replaceAll("\\", "\\\\")
    )
  })

  it("ends with 1 when a rule is broken, and prints what was expected and what was seen", async () => {
    await using server = await startPlain({ change: wrongType })
    const { code, stdout } = await runProgram(at(server.baseUrl), credentials)
    assert.strictEqual(code, 1)
    assert.match(
      stdout,
      /✗ spec-5\.a-primary-token .*\n +expected token_type: "bearer", in the body\n +saw +POST \/oauth\/token → 200, token_type "MAC"/
    )
    assert.match(stdout, /, 1 failed, 0 not run$/m)
  })

  it("prints one JSON document when asked, with the same verdict", async () => {
    await using server = await startPlain()
    const flags = ["--client-id", clientId, "--client-secret", clientSecret, "--json", "--only", "spec-4.4.envelope"]
    const { code, stdout, stderr } = await runProgram([...at(server.baseUrl), ...flags, "--only", "spec-4.8.count"])
    assert.deepStrictEqual([code, stderr], [0, ""])
    const report: unknown = JSON.parse(stdout)
    assert.nestedPropertyVal(report, "base_url", `${server.baseUrl}/`)
    assert.nestedPropertyVal(report, "summary.documented.passed", 3)
    assert.nestedPropertyVal(report, "results[0].rule", "spec-4.4.envelope")
    assert.notInclude(stdout, clientSecret)
  })

  it.for([
    ["no base URL", [], credentials, /--base-url is missing\. Give --base-url/],
    ["a base URL that is none", ["--base-url", "partners.example.com"], credentials, /--base-url is no such address/],
    ["no client id", ["--base-url", "http://127.0.0.1:9"], secret, /client id is missing\. Give --client-id or set/],
    [
      "no secret",
      ["--base-url", "http://127.0.0.1:9", "--client-id", "me"],
      {},
      /secret is missing\. Set PARTNER_CLIENT_SECRET/
    ],
    [
      "an empty secret",
      ["--base-url", "http://127.0.0.1:9", "--client-id", "me"],
      { PARTNER_CLIENT_SECRET: "" },
      /secret is missing/
    ],
    [
      "an unknown rule",
      ["--base-url", "http://127.0.0.1:9", "--only", "spec-0.x"],
      credentials,
      /There is no rule "spec-0\.x"\. Rules are named/
    ],
    [
      "a timeout of nothing",
      ["--base-url", "http://127.0.0.1:9", "--timeout", "0"],
      credentials,
      /--timeout is 0\. Give it a number of seconds/
    ],
    ["an unknown flag", ["--bas-url=http://127.0.0.1:9"], credentials, /There is no flag --bas-url\.\n.*See: --help/],
    [
      "a secret beside a misspelt flag",
      ["--client-secrt", clientSecret],
      credentials,
      /There is no flag --client-secrt\./
    ],
    ["a secret that became a flag's name", [`--secret=${clientSecret}`], credentials, /There is no flag --secret\./],
    ["a number that is none", ["--timeout", "soon"], credentials, /The value of --timeout is wrong: expected/]
  ] as const)("ends with 2 and says what to do for %s", async ([, args, env, message]) => {
    const { code, stdout, stderr } = await runProgram(args, env)
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.match(stderr, message)
    assert.isAtMost(stderr.trim().split("\n").length, 3)
    assert.notInclude(stderr, clientSecret)
  })

  it.for([
    ["nobody listens", "http://127.0.0.1:9", secret, /could not be reached: POST \/oauth\/token: .*Check --base-url/],
    [
      "the credentials are refused",
      undefined,
      { PARTNER_CLIENT_SECRET: "not-the-secret" },
      /refused the credentials: .* Check --client-id and the secret\./
    ],
    [
      "the base URL leads somewhere else",
      "/elsewhere",
      secret,
      /No token endpoint gave a token: POST \/oauth\/token → 404.*Check that --base-url/
    ]
  ] as const)("ends with 3, and judges nothing, where %s", async ([, address, env, message]) => {
    await using server = await startPlain()
    const baseUrl = address?.startsWith("http") === true ? address : `${server.baseUrl}${address ?? ""}`
    const { code, stdout, stderr } = await runProgram(["--base-url", baseUrl, "--client-id", clientId, "--json"], env)
    assert.deepStrictEqual([code, stdout], [3, ""])
    assert.match(stderr, message)
    assert.notMatch(stderr, /not-the-secret/)
  })

  it("ends with 3 where nothing could be run, and the report says why", async () => {
    await using server = await startPlain()
    const { code, stdout, stderr } = await runProgram(
      [...at(server.baseUrl), "--read-only", "--only", "spec-4.7.adds"],
      credentials
    )
    assert.strictEqual(code, 3)
    assert.match(stdout, /– spec-4\.7\.adds .*\n +not run: it writes; to run it: leave --read-only out/)
    assert.match(stderr, /Nothing was judged/)
  })

  it("shows an example and what it writes, when asked for help", async () => {
    const { code, stdout } = await runProgram(["--help"])
    assert.strictEqual(code, 0)
    assert.match(stdout, /--base-url http:\/\/127\.0\.0\.1:8080 --client-id sandbox-client/)
    assert.match(stdout.replaceAll(/\s+/g, " "), /adds users .* nothing removes again/)
  })
})

describe("a process of the program", () => {
  it.for([
    [0, ["--only", "spec-4.4.envelope"], {}],
    [0, ["--help"], {}],
    [1, ["--only", "spec-5.a-primary-token"], { change: wrongType }],
    [2, ["--bas-url=http://127.0.0.1:9"], {}],
    [3, ["--read-only", "--only", "spec-4.7.adds"], {}]
  ] as const)("ends with %i and writes what the run in this process writes: %j", async ([code, flags, options]) => {
    await using server = await startPlain(options)
    const args = [...at(server.baseUrl), ...flags]
    const started = await startProgram(args, credentials)
    const run = await runProgram(args, credentials)
    assert.deepStrictEqual([started.code, run.code], [code, code], started.stderr)
    assert.strictEqual(run.stdout, started.stdout)
    assert.strictEqual(run.stderr, started.stderr)
    assert.notStrictEqual(started.stdout + started.stderr, "")
  })
})
