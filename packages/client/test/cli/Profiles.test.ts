/**
 * `partner profiles`, `--profile` and `partner logout`: which credentials a command uses, and how they are removed (docs/cli.md).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeHome, runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const folderIn = (home: string): string => Path.join(home, ".config/partner-api")

/** Settings that have a home and nothing else: an empty variable counts as none. */
const only = (home: string) => ({ HOME: home, PARTNER_BASE_URL: "", PARTNER_CLIENT_ID: "", PARTNER_CLIENT_SECRET: "" })

describe("profiles (docs/cli.md)", () => {
  it("are stored beside the credentials, used by name, and removed", async () => {
    await using service = await startService()
    using home = makeHome()
    const { stderr } = await succeed(
      service,
      ["login", "--from-env", "--profile", "staging", "--organization", "org_2"],
      { HOME: home.path }
    )
    assert.match(stderr, /--profile staging/)
    const file = Path.join(folderIn(home.path), "profiles/staging.json")
    assert.strictEqual(Fs.statSync(file).mode & 0o777, 0o600)
    // Nothing is stored for those who name no profile.
    const without = await runPartner(service, ["jobs"], only(home.path))
    assert.strictEqual(without.code, 1)
    assert.match((await succeed(service, ["jobs", "--profile", "staging"], only(home.path))).stdout, /Clerk/)
    await succeed(service, ["profiles", "use", "staging"], only(home.path))
    assert.match((await succeed(service, ["jobs"], only(home.path))).stdout, /Clerk/)
    const { stdout } = await succeed(service, ["profiles", "--json"], only(home.path))
    assert.deepStrictEqual(JSON.parse(stdout), [
      {
        name: "staging",
        active: true,
        baseUrl: service.baseUrl,
        clientId: service.server.clientId,
        flow: "oauth",
        organization: "org_2",
        path: file
      }
    ])
    await succeed(service, ["profiles", "remove", "staging"], only(home.path))
    assert.deepStrictEqual(Fs.readdirSync(folderIn(home.path)), ["profiles"])
    assert.deepStrictEqual(Fs.readdirSync(Path.join(folderIn(home.path), "profiles")), [])
  })

  it("are stored without an organization where there are several, and the login says how to name one", async () => {
    await using service = await startService()
    using home = makeHome()
    const note = /Each command needs --organization ID: partner organizations lists them\./
    assert.match((await succeed(service, ["login", "--from-env"], { HOME: home.path })).stderr, note)
    const kept = await succeed(service, ["login", "--from-env", "--organization", "org_2"], { HOME: home.path })
    assert.notMatch(kept.stderr, note)
    await using alone = await startService({ organizations: [{ id: "org_1", name: "Acme" }] })
    assert.notMatch((await succeed(alone, ["login", "--from-env"], { HOME: home.path })).stderr, note)
  })

  it("come before the environment when the command line names one, whole; by PARTNER_PROFILE they do not", async () => {
    await using service = await startService()
    await using elsewhere = await startService()
    using home = makeHome()
    await succeed(service, ["login", "--from-env", "--profile", "staging", "--organization", "org_2"], {
      HOME: home.path
    })
    const settings = { ...elsewhere.settings, HOME: home.path, PARTNER_ORGANIZATION: "org_1" }
    assert.match((await succeed(service, ["jobs", "--profile", "staging"], settings)).stdout, /Clerk/)
    assert.strictEqual(elsewhere.server.count(), 0)
    const printed = await succeed(service, ["jobs"], { ...settings, PARTNER_PROFILE: "staging" })
    assert.match(printed.stdout, /Mathematician/)
    assert.match(printed.stderr, /the profile staging is not used/)
    assert.isAbove(elsewhere.server.count(), 0)
  })

  it("have names that lead nowhere else", async () => {
    using home = makeHome()
    const { code, stderr } = await runPartner(undefined, ["jobs", "--profile", "../staging"], { HOME: home.path })
    assert.strictEqual(code, 2)
    assert.match(stderr, /--profile must have 1 to 64/)
  })
})

describe("partner logout (docs/cli.md)", () => {
  it("removes no file that holds anything else", async () => {
    using home = makeHome()
    const file = Path.join(home.path, "notes.json")
    Fs.writeFileSync(file, '{"CANARY":1}')
    const { code, stderr } = await runPartner(undefined, ["logout", "--config", file])
    assert.strictEqual(code, 1)
    assert.notInclude(stderr, "CANARY")
    assert.isTrue(Fs.existsSync(file))
  })
})
