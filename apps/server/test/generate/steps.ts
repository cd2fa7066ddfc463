/**
 * Writes the list of the migrations into `migrations/Steps.ts`, read from the names of their files: `0012Applications.ts` exports
 * `applications`, and is the step `0012_applications`.
 */
import { readdirSync, writeFileSync } from "node:fs"
import { stepsIn } from "./StepFiles.ts"

const folder = new URL("../../src/store/migrations/", import.meta.url)
const steps = stepsIn(readdirSync(folder))

writeFileSync(
  new URL("Steps.ts", folder),
  `/**
 * Every step of the schema, in order, written by \`pnpm generate\` from the names of the files beside it. A step is never changed once it has
 * been released.
 */
${steps.map(({ exported, file }) => `import { ${exported} } from "./${file}"`).join("\n")}

/** The steps, by the names that a database keeps of those it has run. */
export const steps = {
${steps.map(({ exported, name }) => `  "${name}": ${exported}`).join(",\n")}
}
`
)
