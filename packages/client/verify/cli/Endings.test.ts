/**
 * How `partner` ends: exit codes, closed pipes, signals, and what it says when something is wrong.
 */
import { assert, describe, it } from "@effect/vitest"
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as packageFile from "../../package.json" with { type: "json" }
import { organizationOfJobs } from "../../test/Partnership.ts"
import { makeHome, program, runPartner, sources, startPartner, succeed } from "../../test/cli/Program.ts"
import { startService } from "../../test/cli/Service.ts"

describe("a reader that goes away", () => {
  it("ends the program quietly with 0, and the rest is not fetched", async () => {
    await using service = await startService({ organizations: [organizationOfJobs(100_000)] })
    const started = startPartner(service, ["jobs", "--all", "--json"], { PARTNER_ORGANIZATION: "org_1" })
    started.child.stdout.once("data", () => started.child.stdout.destroy())
    const { code, stderr } = await started.end()
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    assert.isBelow(service.server.count("jobs.list"), 100)
  })

  it("of the help is no failure either", async () => {
    const started = startPartner(undefined, ["--help"])
    started.child.stdout.destroy()
    const { code, stderr } = await started.end()
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
  })

  it("is not a full disk: that is reported, with 1", async () => {
    await using service = await startService()
    // Writing there fails as it does on a full disk (Linux).
    const full = Fs.openSync(Fs.existsSync("/dev/full") ? "/dev/full" : "/dev/null", "w")
    const child = ChildProcess.spawn(process.execPath, [program(), "organizations"], {
      env: { PATH: process.env["PATH"], ...service.settings },
      stdio: ["ignore", full, "pipe"]
    })
    let stderr = ""
    child.stderr?.on("data", (bytes) => (stderr += String(bytes)))
    const code = await new Promise((resolve) => child.on("close", resolve))
    Fs.closeSync(full)
    if (Fs.existsSync("/dev/full")) {
      assert.strictEqual(code, 1)
      assert.match(stderr, /Standard output cannot be written \(ENOSPC\)/)
    }
  })
})

describe("a signal", () => {
  it.for([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("%s ends the program with %i, and the request with it", async ([signal, expected]) => {
    await using service = await startService()
    service.server.failNext("organizations.list", "hang")
    const started = startPartner(service, ["organizations"])
    await service.arrived("/v1/organizations")
    started.child.kill(signal)
    const { code, stdout } = await started.end()
    assert.deepStrictEqual({ code, stdout }, { code: expected, stdout: "" })
  })

  it("in the middle of a write says that the outcome is unknown, and the key for a retry (decisions, Safe repetition)", async () => {
    await using service = await startService()
    service.server.failNext("users.create", "hang")
    const started = startPartner(
      service,
      "users add --first-name Grace --last-name Hopper --email grace@example.com --idempotency-key mine".split(" "),
      { PARTNER_ORGANIZATION: "org_1" }
    )
    await service.arrived("/v1/users")
    started.child.kill("SIGINT")
    const { code, stderr } = await started.end()
    assert.strictEqual(code, 130)
    assert.match(stderr, /not known.*--idempotency-key mine;/)
  })
})

describe("what goes wrong", () => {
  it("with the service ends with 1: what happened, and what to do", async () => {
    await using service = await startService()
    const { code, stderr, stdout } = await runPartner(service, ["organizations"], {
      PARTNER_CLIENT_SECRET: "wrong-CANARY"
    })
    assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
    assert.strictEqual(stderr.trimEnd().split("\n").length, 2)
    assert.match(stderr, /Check the credentials/)
    assert.notInclude(stderr, "CANARY")
  })

  it("with the network says so, and which address to check", async () => {
    const service = await startService()
    await service[Symbol.asyncDispose]()
    const { code, stderr } = await runPartner(service, ["organizations"])
    assert.strictEqual(code, 1)
    assert.match(stderr, /ECONNREFUSED.*\n.*PARTNER_BASE_URL/)
  })

  it("in text of the service cannot drive the terminal", async () => {
    await using service = await startService()
    service.server.answer("organizations.list", () => ({
      status: 403,
      body: { error: "forbidden", message: "no\u001b[2J\nforged line" }
    }))
    const { stderr } = await runPartner(service, ["organizations"])
    assert.include(stderr, String.raw`no\u001b[2J\u000aforged line`)
  })

  it.for([
    [["jobs", "--limit", "0"], /--limit must be an integer from 1 to 100/],
    [["jobs", "--limit", "101"], /--limit must be an integer from 1 to 100/],
    [["jobs", "--limti", "5"], /--limti.*--limit/],
    [["jobs", "--organization", "a b"], /--organization must have 1 to 64/],
    [["nonsense"], /nonsense/],
    [["fees", "get"], /agency/],
    [["users", "add", "--first-name", "Ada"], /--last-name/],
    [["users", "add", "--first-name", "A", "--last-name", "L", "--email", "nobody"], /--email/]
  ] as const)("on the command line ends with 2 and the usage: %j", async ([args, expected]) => {
    const { code, stderr, stdout } = await runPartner(undefined, args)
    assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    assert.match(stderr, expected)
    assert.match(stderr, /^partner: Usage: partner /m)
  })
})

describe("a secret among the arguments", () => {
  it.for([
    ["login", "--client-secret", "CANARY"],
    ["login", "--client-secret=CANARY"],
    ["jobs", "--token", "CANARY"],
    ["login", "--secret", "CANARY"],
    ["login", "CANARY"]
  ])("is refused, and not repeated: %j", async (args) => {
    const { code, stderr, stdout } = await runPartner(undefined, args)
    assert.strictEqual(code, 2)
    assert.notInclude(stdout + stderr, "CANARY")
  })

  it("is refused with the reason, and the way that is meant", async () => {
    const { stderr } = await runPartner(undefined, ["login", "--client-secret", "CANARY"])
    assert.match(stderr, /seen by everybody.*\n.*partner login/)
  })
})

describe("help and version", () => {
  it("tell about every command, without colour where there is no terminal", async () => {
    const { stdout } = await succeed(undefined, ["--help"], { FORCE_COLOR: "1" })
    for (const name of [
      "organizations",
      "jobs",
      "applications",
      "users",
      "agencies",
      "fees",
      "audit",
      "api",
      "login",
      "logout",
      "profiles",
      "whoami"
    ])
      assert.include(stdout, name)
    assert.notMatch(stdout, /[^\P{Cc}\n]|\\u00/u)
  })

  it("of each command have an example", async () => {
    const commands = [
      "jobs",
      "jobs list",
      "jobs get",
      "applications submit",
      "applications keep",
      "users list",
      "users add",
      "users get",
      "users import",
      "agencies",
      "agencies get",
      "audit",
      "api",
      "profiles",
      "profiles use",
      "logout",
      "fees get",
      "fees set",
      "login",
      "whoami"
    ]
    const helps = await Promise.all(commands.map((name) => succeed(undefined, [...name.split(" "), "--help"])))
    for (const [index, { stdout }] of helps.entries()) {
      assert.match(stdout, new RegExp(`EXAMPLES[^]*partner ${commands[index]}`))
    }
  })

  it("name the version of the package", async () => {
    const { stdout } = await succeed(undefined, ["--version"])
    assert.strictEqual(stdout, `partner v${packageFile.default.version}\n`)
    // The sources run as they are, too.
    assert.strictEqual(
      ChildProcess.execFileSync(process.execPath, [sources, "--version"], { encoding: "utf8" }),
      stdout
    )
  })

  it("need no credentials and no home", async () => {
    using home = makeHome()
    await succeed(undefined, ["jobs", "--help"], { HOME: home.path, PARTNER_FLOW: "nonsense" })
    assert.deepStrictEqual(Fs.readdirSync(home.path), [])
  })
})
