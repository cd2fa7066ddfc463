/**
 * `partner logout` and the profile in use, over many starts of the program (docs/cli.md, Profiles).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeHome, runPartner, succeed } from "../../test/cli/Program.ts"
import { startService } from "../../test/cli/Service.ts"

const folderIn = (home: string): string => Path.join(home, ".config/partner-api")

/** Settings that have a home and nothing else: an empty variable counts as none. */
const only = (home: string) => ({ HOME: home, PARTNER_BASE_URL: "", PARTNER_CLIENT_ID: "", PARTNER_CLIENT_SECRET: "" })

describe("partner logout (docs/cli.md)", () => {
  it("removes the credentials of a profile, or of all", async () => {
    await using service = await startService()
    using home = makeHome()
    for (const profile of [[], ["--profile", "one"], ["--profile", "two"]]) {
      await succeed(service, ["login", "--from-env", ...profile], { HOME: home.path })
    }
    await succeed(service, ["logout", "--profile", "one"], only(home.path))
    assert.deepStrictEqual(Fs.readdirSync(Path.join(folderIn(home.path), "profiles")), ["two.json"])
    assert.isTrue(Fs.existsSync(Path.join(folderIn(home.path), "credentials.json")))
    const { stderr } = await succeed(service, ["logout", "--all"], { HOME: home.path })
    assert.match(stderr, /The environment still has credentials/)
    assert.deepStrictEqual(Fs.readdirSync(folderIn(home.path)), ["profiles"])
    assert.match((await succeed(service, ["logout"], only(home.path))).stderr, /Nobody is logged in/)
  })

  it("of the profile in use leaves it in use, until another one is chosen or it is removed", async () => {
    await using service = await startService()
    using home = makeHome()
    await succeed(service, ["login", "--from-env", "--profile", "one"], { HOME: home.path })
    await succeed(service, ["profiles", "use", "one"], only(home.path))
    await succeed(service, ["logout"], only(home.path))
    const gone = await runPartner(service, ["organizations"], only(home.path))
    assert.strictEqual(gone.code, 1)
    assert.match(gone.stderr, /There is no profile one/)
    // Login is about the profile in use.
    assert.match((await succeed(service, ["login", "--from-env"], { HOME: home.path })).stderr, /profiles\/one\.json/)
    await succeed(service, ["logout"], only(home.path))
    await succeed(service, ["profiles", "remove", "one"], only(home.path))
    assert.match((await succeed(service, ["login", "--from-env"], { HOME: home.path })).stderr, /credentials\.json/)
    const unknown = await runPartner(service, ["profiles", "use", "nosuch"], only(home.path))
    assert.strictEqual(unknown.code, 1)
    assert.match(unknown.stderr, /partner login --profile nosuch/)
  })
})
