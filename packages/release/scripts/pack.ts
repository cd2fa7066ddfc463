/**
 * `pnpm release:pack FOLDER`: makes the files of a release in the folder. In a workflow of GitHub it checks the tag and names the
 * repository in the manifests. Publishes nothing, and makes nothing of a commit without a green run of `pnpm verify:long`.
 */
import { resolve } from "node:path"
import { missingGreen } from "@partner-api/gate/GreenRun"
import * as Effect from "effect/Effect"
import { makeRelease } from "../src/Tarballs.ts"

const [into] = process.argv.slice(2)
const { GITHUB_REPOSITORY: repository, GITHUB_REF_NAME: tag, GITHUB_REF_TYPE: kind } = process.env

const missing = await Effect.runPromise(missingGreen(resolve(import.meta.dirname, "../../.."), "verify:long"))

if (into === undefined) {
  console.error("Name the folder: pnpm release:pack FOLDER")
  process.exitCode = 2
} else if (missing !== undefined) {
  console.error(missing)
  process.exitCode = 1
} else {
  const origin = repository !== undefined && tag !== undefined && kind === "tag" ? { repository, tag } : undefined
  await makeRelease(resolve(into), origin).then(
    (files) => console.log(files.join("\n")),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    }
  )
}
