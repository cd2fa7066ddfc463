/**
 * The file that is handed out: what lies inside, and under which licences.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, it } from "@effect/vitest"
import { build } from "./Build.ts"

/** The packages of others that the sources import. */
const foreign = () => {
  const cwd = Path.join(import.meta.dirname, "../../src")
  const imported = Fs.globSync("**/*.ts", { cwd }).flatMap((file) =>
    Array.from(
      Fs.readFileSync(Path.join(cwd, file), "utf8").matchAll(/ from "((?:@[^/"]+\/)?[^./"][^/"]*)/g),
      ([, name = ""]) => name
    )
  )
  return [...new Set(imported)].filter((name) => !/^(node:|@partner-api\/)/.test(name))
}

it("carries the licences of what lies inside (docs/dependencies.md)", async () => {
  using built = await build()
  const text = Fs.readFileSync(built.main, "utf8")
  assert.includeMembers(foreign(), ["effect", "jose"])
  for (const name of foreign()) assert.match(text, new RegExp(`\n${name} \\d+\\.\\d+\\.\\d+\n`))
  assert.include(text, "Effectful Technologies Inc")
})
