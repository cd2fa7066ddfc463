/**
 * The file that is handed out: what lies inside, and under which licences.
 */
import * as Fs from "node:fs"
import { assert, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { build } from "./Build.ts"

it("carries the licences of what lies inside (docs/dependencies.md)", async () => {
  using built = await build()
  const text = Fs.readFileSync(built.main, "utf8")
  const foreign = Object.keys(manifest.dependencies).filter((name) => !name.startsWith("@partner-api/"))
  assert.include(foreign, "effect")
  for (const name of foreign) assert.match(text, new RegExp(`\n${name} \\d+\\.\\d+\\.\\d+\n`))
  assert.include(text, "Effectful Technologies Inc")
})
