/**
 * Where `partner` finds credentials, and how it keeps them: `partner login`, the file, and the environment.
 */
import { assert, describe, it } from "@effect/vitest"
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeHome, runPartner, startPartner, succeed } from "../../test/cli/Program.ts"
import { createClient } from "../../src/index.ts"
import { startService } from "../../test/cli/Service.ts"

const fileIn = (home: string): string => Path.join(home, ".config/partner-api/credentials.json")
const modeOf = (path: string): number => Fs.statSync(path).mode & 0o777

/** Settings that have a home and nothing else: an empty variable counts as none. */
const only = (home: string) => ({ HOME: home, PARTNER_BASE_URL: "", PARTNER_CLIENT_ID: "", PARTNER_CLIENT_SECRET: "" })

describe("partner login", () => {
  it("from the environment writes a file that is its owner's alone, and commands use it", async () => {
    await using service = await startService()
    using home = makeHome()
    const { stderr, stdout } = await succeed(service, ["login", "--from-env"], { HOME: home.path })
    assert.strictEqual(stdout, "")
    assert.match(stderr, /Logged in as/)
    assert.strictEqual(modeOf(fileIn(home.path)), 0o600)
    assert.strictEqual(modeOf(Path.dirname(fileIn(home.path))), 0o700)
    assert.deepStrictEqual(Fs.readdirSync(Path.dirname(fileIn(home.path))), ["credentials.json"])
    assert.match((await succeed(service, ["organizations"], only(home.path))).stdout, /org_1/)
  })

  it("replaces the file whole, keeps the organization and the flow, and leaves nothing beside it", async () => {
    await using service = await startService()
    using home = makeHome()
    const config = Path.join(home.path, "deep/er/mine.json")
    const settings = { HOME: home.path, PARTNER_ORGANIZATION: "org_2", PARTNER_FLOW: "partner" }
    await succeed(service, ["login", "--from-env", "--config", config], { HOME: home.path })
    const before = Fs.statSync(config).ino
    await succeed(service, ["login", "--from-env", "--config", config], settings)
    assert.notStrictEqual(Fs.statSync(config).ino, before)
    assert.deepStrictEqual(Fs.readdirSync(Path.dirname(config)), ["mine.json"])
    const { stdout } = await succeed(service, ["jobs", "--config", config], only(home.path))
    assert.match(stdout, /Clerk/)
    assert.isAbove(service.server.count("partnerAuth.token"), 0)
  })

  it("keeps nothing that the service refuses", async () => {
    await using service = await startService()
    using home = makeHome()
    const { code } = await runPartner(service, ["login", "--from-env"], {
      HOME: home.path,
      PARTNER_CLIENT_SECRET: "mistyped"
    })
    assert.strictEqual(code, 1)
    assert.isFalse(Fs.existsSync(fileIn(home.path)))
  })

  it("asks nobody where there is no terminal, and says what to do", async () => {
    using home = makeHome()
    const { code, stderr } = await runPartner(undefined, ["login"], { HOME: home.path })
    assert.strictEqual(code, 1)
    assert.match(stderr, /no terminal.*\n.*--from-env/)
  })

  it("does not put the file in a folder that XDG_CONFIG_HOME does not name whole (XDG Base Directory)", async () => {
    await using service = await startService()
    using home = makeHome()
    await succeed(service, ["login", "--from-env"], { HOME: home.path, XDG_CONFIG_HOME: Path.join(home.path, "xdg") })
    assert.isTrue(Fs.existsSync(Path.join(home.path, "xdg/partner-api/credentials.json")))
    await succeed(service, ["login", "--from-env"], { HOME: home.path, XDG_CONFIG_HOME: "relative" })
    assert.isTrue(Fs.existsSync(fileIn(home.path)))
  })
})

describe("the file with the credentials", () => {
  it.for([0o640, 0o604, 0o660])("is refused with mode %i, with the command that mends it", async (mode) => {
    await using service = await startService()
    using home = makeHome()
    await succeed(service, ["login", "--from-env"], { HOME: home.path })
    Fs.chmodSync(fileIn(home.path), mode)
    const { code, stderr } = await runPartner(service, ["organizations"], only(home.path))
    assert.strictEqual(code, 1)
    assert.include(stderr, `Run: chmod 600 '${fileIn(home.path)}'`)
  })

  it.for([
    ["CANARY", /is not JSON/],
    ['{"clientSecret":"CANARY"}', /\/baseUrl.*\/clientId/],
    ['{"baseUrl":"https://a.example","clientId":"a","clientSecret":["CANARY"]}', /\/clientSecret/],
    [`"${"CANARY".repeat(20_000)}"`, /too large/]
  ] as const)("that is no such file is refused with the reason, and not quoted", async ([text, expected]) => {
    using home = makeHome()
    const path = Path.join(home.path, "credentials.json")
    Fs.writeFileSync(path, text, { mode: 0o600 })
    const { code, stderr } = await runPartner(undefined, ["organizations", "--config", path])
    assert.strictEqual(code, 1)
    assert.match(stderr, expected)
    assert.notInclude(stderr, "CANARY")
  })

  const notRegular: ReadonlyArray<[what: string, make: (path: string) => void]> = [
    ["a pipe", (path) => ChildProcess.execFileSync("mkfifo", ["-m", "600", path])],
    ["a folder", (path) => Fs.mkdirSync(path, { mode: 0o700 })],
    ["a device that never ends", (path) => Fs.symlinkSync("/dev/zero", path)]
  ]
  it.for(notRegular)("that is %s is refused at once, and named", async ([, make], { expect, onTestFinished }) => {
    using home = makeHome()
    const path = Path.join(home.path, "credentials.json")
    make(path)
    const running = startPartner(undefined, ["organizations", "--config", path])
    onTestFinished(() => void running.child.kill("SIGKILL"))
    const { code, stderr } = await running.end()
    expect(code).toBe(1)
    expect(stderr).toContain(`${path}, is no regular file`)
    expect(stderr).toMatch(/partner login/)
  })

  it("that is a link to a file of the owner is read", async () => {
    await using service = await startService()
    using home = makeHome()
    const path = Path.join(home.path, "link.json")
    await succeed(service, ["login", "--from-env"], { HOME: home.path })
    Fs.symlinkSync(fileIn(home.path), path)
    assert.match((await succeed(service, ["organizations", "--config", path], only(home.path))).stdout, /org_1/)
  })

  it("that is not there is named, with both ways out", async () => {
    using home = makeHome()
    const { code, stderr } = await runPartner(undefined, ["jobs"], { HOME: home.path })
    assert.strictEqual(code, 1)
    assert.include(stderr, fileIn(home.path))
    assert.match(stderr, /partner login.*PARTNER_CLIENT_SECRET/)
  })
})

describe("the environment", () => {
  it("wins over the file", async () => {
    await using service = await startService()
    using home = makeHome()
    const path = Path.join(home.path, "other.json")
    const other = { baseUrl: "https://other.invalid", clientId: "other", clientSecret: "other" }
    Fs.writeFileSync(path, JSON.stringify(other), { mode: 0o600 })
    const { stderr } = await succeed(service, ["organizations", "--config", path])
    assert.match(stderr, /environment has credentials; .* is not read/)
  })

  it("never sends the secret of the file to an address of its own: half of it is refused", async () => {
    await using service = await startService()
    await using elsewhere = await startService()
    using home = makeHome()
    await succeed(service, ["login", "--from-env"], { HOME: home.path })
    const { code, stderr } = await runPartner(service, ["organizations"], {
      ...only(home.path),
      PARTNER_BASE_URL: elsewhere.baseUrl
    })
    assert.strictEqual(code, 1)
    assert.match(stderr, /PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET are not set/)
    assert.strictEqual(elsewhere.server.count(), 0)
  })

  it("must name a flow that there is", async () => {
    const { code, stderr } = await runPartner(undefined, ["organizations"], { PARTNER_FLOW: "CANARY" })
    assert.strictEqual(code, 1)
    assert.match(stderr, /PARTNER_FLOW/)
  })
})

describe("partner whoami", () => {
  it("shows what each grant allows, and the agency that it is bound to", async () => {
    await using service = await startService()
    const grants = [
      { organization_id: "org_1", permissions: ["jobs:read", "agencies:read"], agency_id: "agy_1" },
      { organization_id: "org_2", permissions: [] }
    ]
    const own = await createClient(service.server.client()).client.get()
    service.server.answer("client.get", () => ({ body: { ...own, grants } }))
    const { stdout } = await succeed(service, ["whoami"])
    assert.include(
      stdout,
      [
        "               org_1  Analytical Engines",
        "                 jobs:read, agencies:read, as agy_1",
        "               org_2  Difference Works",
        "                 no permissions"
      ].join("\n")
    )
    assert.deepStrictEqual(JSON.parse((await succeed(service, ["whoami", "--json"])).stdout).grants, grants)
  })

  it("shows address, id, organizations and extensions, never the secret", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["whoami"])
    for (const text of [
      service.baseUrl,
      service.server.clientId,
      "from environment",
      "org_1",
      "org_2",
      "all permissions",
      "idempotency"
    ]) {
      assert.include(stdout, text)
    }
    assert.strictEqual((await succeed(service, ["doctor"])).stdout, stdout)
  })

  it("shows a server of the plain specification, which has no extensions", async () => {
    await using service = await startService({ plain: true })
    const found = JSON.parse((await succeed(service, ["whoami", "--json"])).stdout)
    assert.deepStrictEqual(found, {
      baseUrl: service.baseUrl,
      clientId: service.server.clientId,
      flow: "oauth",
      source: "environment",
      profile: null,
      organization: null,
      reachable: true,
      organizations: [
        { id: "org_1", name: "Analytical Engines" },
        { id: "org_2", name: "Difference Works" }
      ],
      grants: null,
      extensions: []
    })
  })

  it("shows what is known when the secret is wrong, and ends with 1", async () => {
    await using service = await startService()
    const { code, stderr, stdout } = await runPartner(service, ["whoami", "--json"], { PARTNER_CLIENT_SECRET: "wrong" })
    assert.strictEqual(code, 1)
    assert.include(JSON.parse(stdout), { reachable: true, organizations: null })
    assert.strictEqual(JSON.parse(stderr).error, "invalid_client")
  })

  it("shows that nobody answers, and ends with 1", async () => {
    const service = await startService()
    await service[Symbol.asyncDispose]()
    const { code, stdout } = await runPartner(service, ["whoami"])
    assert.strictEqual(code, 1)
    assert.match(stdout, /cannot be reached/)
  })
})
