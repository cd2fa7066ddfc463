/**
 * What `partner` writes, `partner` reads, also after a person has opened the file and saved it: credentials, the name of the profile in use, and a
 * record that goes into `--input` (docs/cli.md).
 */
import { storedForms } from "@partner-api/cli-kit/testing/StoredForms"
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeHome, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

/** Settings that have a home and nothing else. */
const only = (home: string) => ({ HOME: home, PARTNER_BASE_URL: "", PARTNER_CLIENT_ID: "", PARTNER_CLIENT_SECRET: "" })

/** Saves a file in another form. It stays its owner's. */
const save = (file: string, store: (text: string) => Buffer) =>
  Fs.writeFileSync(file, store(Fs.readFileSync(file, "utf8")))

describe("a file that is saved", () => {
  it.for(storedForms)("%s: the credentials and the profile of partner login (docs/cli.md)", async ([, store]) => {
    await using service = await startService()
    using home = makeHome()
    const folder = Path.join(home.path, ".config/partner-api")
    const login = ["login", "--from-env", "--organization", "org_2", "--profile", "staging"]
    await succeed(service, login, { HOME: home.path })
    await succeed(service, ["profiles", "use", "staging"], only(home.path))
    save(Path.join(folder, "profiles/staging.json"), store)
    save(Path.join(folder, "active-profile"), store)
    assert.match((await succeed(service, ["jobs"], only(home.path))).stdout, /Clerk/)
    // What is there is written over, whatever its form.
    await succeed(service, login, { HOME: home.path })
    assert.match((await succeed(service, ["jobs"], only(home.path))).stdout, /Clerk/)
  })

  it.for(storedForms)("%s: a record that was printed, as a body (docs/cli.md, Any path)", async ([, store]) => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, "fees.json")
    const fees = ["agencies/agy_1/fees", "--organization", "org_1"]
    const { stdout } = await succeed(service, ["api", "GET", `/v1/${fees[0]}`, ...fees.slice(1)])
    Fs.writeFileSync(file, store(stdout))
    const again = await succeed(service, ["api", "POST", `/v1/${fees[0]}`, ...fees.slice(1), "--input", file])
    assert.deepStrictEqual(JSON.parse(again.stdout), JSON.parse(stdout))
  })
})
