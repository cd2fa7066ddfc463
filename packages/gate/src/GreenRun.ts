/**
 * The commit of the last green run of each part of a gate, kept beside the installed packages: a release needs one of every part of `verify:long` for
 * its commit. Parts may run one by one.
 *
 * A run counts only for a checkout without changes, and is not carried to another machine.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Manifest = Schema.fromJsonString(
  Schema.Struct({ name: Schema.String, scripts: Schema.optional(Schema.Record(Schema.String, Schema.String)) })
)

const git = (root: string, ...args: ReadonlyArray<string>): string | undefined => {
  const { status, stdout } = ChildProcess.spawnSync("git", args, { cwd: root, encoding: "utf8" })
  return status === 0 ? stdout.trim() : undefined
}

const fileOf = (root: string, part: string): string =>
  Path.join(root, "node_modules/.cache/partner-api/green", encodeURIComponent(part))

/** The commit of a checkout; nothing where files differ from it, or where there is no repository. */
export const commitOf = (root: string): string | undefined =>
  git(root, "status", "--porcelain") === "" ? git(root, "rev-parse", "HEAD") : undefined

/** Keeps the commit of a green run of a part, such as `@partner-api/server#verify:long`. */
export const keepGreen = (root: string, part: string, commit: string): void => {
  const file = fileOf(root, part)
  Fs.mkdirSync(Path.dirname(file), { recursive: true })
  Fs.writeFileSync(file, commit)
}

/** The parts of a gate: every package that has its script. */
const partsOf = Effect.fnUntraced(function* (root: string, gate: string) {
  const files = Fs.globSync("{packages,apps}/*/package.json", { cwd: root })
  const manifests = yield* Effect.forEach(files, (file) =>
    Schema.decodeUnknownEffect(Manifest)(Fs.readFileSync(Path.join(root, file), "utf8"))
  )
  return manifests
    .filter(({ scripts }) => scripts?.[gate] !== undefined)
    .map(({ name }) => `${name}#${gate}`)
    .toSorted()
})

/** Why a release has to wait for the gate; nothing where each part was green for the commit that is checked out. */
export const missingGreen = Effect.fnUntraced(function* (root: string, gate: string) {
  const commit = commitOf(root)
  if (commit === undefined) return `Files differ from the last commit. Commit them, and run: pnpm ${gate}`
  const parts = yield* partsOf(root, gate)
  const missing = parts.filter((part) => {
    const file = fileOf(root, part)
    return !Fs.existsSync(file) || Fs.readFileSync(file, "utf8") !== commit
  })
  return missing.length === 0
    ? undefined
    : `These had no green run for the commit ${commit}: ${missing.join(", ")}. Run: pnpm ${gate}`
})
