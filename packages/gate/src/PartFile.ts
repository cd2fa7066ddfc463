/**
 * The file in which a part of a gate leaves its processor time for the summary. The gate names the folder in the environment; a part that runs alone has
 * none, and leaves nothing.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The variable of the environment that names the folder. */
export const folderVariable = "GATE_FOLDER"

const Left = Schema.fromJsonString(Schema.Struct({ name: Schema.String, cpuMs: Schema.optional(Schema.Number) }))
const decode = Schema.decodeUnknownEffect(Left)

const fileOf = (folder: string, name: string): string => Path.join(folder, `${encodeURIComponent(name)}.json`)

/** Leaves the processor time of a part. */
export const leave = (folder: string, name: string, cpuMs: number | undefined): void =>
  Fs.writeFileSync(fileOf(folder, name), JSON.stringify({ name, cpuMs }))

/** Reads what the parts of a run have left. */
export const readAll = Effect.fnUntraced(function* (folder: string) {
  const texts = Fs.readdirSync(folder).map((name) => Fs.readFileSync(Path.join(folder, name), "utf8"))
  const left = yield* Effect.forEach(texts, (text) => decode(text))
  return new Map(left.map(({ cpuMs, name }) => [name, cpuMs] as const))
})
