/**
 * The files for containers and their page name settings, files and options that exist (docs/docker.md). `verify/operator/Image.test.ts` runs the
 * image; nothing here reads YAML beyond names at the beginning of lines.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { declaredSettings } from "../../src/platform/Settings.ts"

const root = Path.join(import.meta.dirname, "../../../..")
const deploy = Path.join(root, "apps/server/deploy")
const read = (path: string): string => Fs.readFileSync(path, "utf8")
const namesIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(text.matchAll(pattern), ([, name = ""]) => name)

const settings = declaredSettings.map(({ name }) => name)

/** What a partner's program reads. */
const ofClients = namesIn(read(Path.join(root, "packages/client/src/core/EnvironmentNames.ts")), /"(PARTNER_[A-Z_]+)"/g)

/** What the images of PostgreSQL and Caddy read. */
const ofOthers = ["POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "PARTNERS_HOST"]

const composeFiles = Fs.globSync("compose*.yaml", { cwd: deploy }).toSorted()
const page = read(Path.join(root, "docs/docker.md"))

/** The variables that a compose file sets. */
const variablesIn = (yaml: string): ReadonlyArray<string> => namesIn(yaml, /^ +([A-Z][A-Z_]+): /gm)

describe.for(composeFiles)("%s", (name) => {
  const yaml = read(Path.join(deploy, name))

  it("sets settings of the program, and variables of the other images (docs/docker.md)", () => {
    const set = variablesIn(yaml)
    assert.include(set, "PUBLIC_URL")
    assert.deepStrictEqual(
      set.filter((one) => !settings.includes(one) && !ofOthers.includes(one)),
      []
    )
  })

  it("builds from the Dockerfile, mounts files that exist, and declares its volumes (docs/docker.md)", () => {
    const [context = ""] = namesIn(yaml, /^ +context: (.+)$/gm)
    const [dockerfile = ""] = namesIn(yaml, /^ +dockerfile: (.+)$/gm)
    assert.strictEqual(Path.resolve(deploy, context, dockerfile), Path.join(deploy, "Dockerfile"))
    const mounted = namesIn(yaml, /^ +- ([\w./]+):\//gm)
    const declared = namesIn(yaml.slice(yaml.indexOf("\nvolumes:")), /^ {2}(\w+):$/gm)
    assert.isNotEmpty(mounted)
    for (const source of mounted) {
      assert.isTrue(
        source.startsWith(".") ? Fs.existsSync(Path.join(deploy, source)) : declared.includes(source),
        source
      )
    }
  })

  it("gives the server more time to stop than it takes (docs/operators/install.md)", () =>
    assert.match(yaml, /^ +stop_grace_period: 15s$/m))

  it("is what a command of the page starts (docs/docker.md)", () => assert.include(page, `apps/server/deploy/${name} `))
})

describe("the Dockerfile", () => {
  const dockerfile = read(Path.join(deploy, "Dockerfile"))

  it("sets settings of the program, and has a user and a health check (docs/docker.md)", () => {
    const [env = ""] = namesIn(dockerfile, /^ENV (.+)$/gm)
    const set = env.split(" ").map((one) => one.slice(0, one.indexOf("=")))
    assert.deepStrictEqual(
      set.filter((one) => !settings.includes(one)),
      []
    )
    assert.match(dockerfile, /^USER 1000:1000$/m)
    assert.match(dockerfile, /^STOPSIGNAL SIGTERM$/m)
    assert.match(dockerfile, /^HEALTHCHECK [^]*\/health\/ready/m)
    assert.match(dockerfile, /^VOLUME \/data$/m)
  })
})

describe("docs/docker.md", () => {
  it("names settings of the program and of its clients alone (README)", () => {
    const named = [...namesIn(page, /`([A-Z][A-Z_]+[A-Z])(?:=[^`]*)?`/g), ...variablesIn(page)]
    const known = [...settings, ...ofOthers, ...ofClients, "DATABASE_PASSWORD", "SIGTERM"]
    assert.deepStrictEqual(
      [...new Set(named)].filter((one) => !known.includes(one)),
      []
    )
  })

  it("names files that exist (README)", () => {
    const named = namesIn(page, /(apps\/server\/deploy\/[\w.]+)/g)
    assert.isAbove(named.length, 3)
    for (const path of named) assert.isTrue(Fs.existsSync(Path.join(root, path)), path)
  })
})
