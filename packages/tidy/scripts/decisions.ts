/**
 * Writes the index of `docs/decisions`.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { decisionIndex } from "../src/DecisionIndex.ts"

const folder = resolve(import.meta.dirname, "../../../docs/decisions")
const files = globSync("0*.md", { cwd: folder }).map((name) => ({
  name,
  text: readFileSync(resolve(folder, name), "utf8")
}))
writeFileSync(resolve(folder, "README.md"), decisionIndex(files))
