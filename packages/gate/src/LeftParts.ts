/**
 * Reads the files of the parts of a gate for its summary. The reading stands apart from the files' writing, which each part loads: loading Schema takes a tenth of a second.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The processor time and the failed tests of one part. */
export const LeftPart = Schema.Struct({
  name: Schema.String,
  cpuMs: Schema.optional(Schema.Number),
  /** The tests that failed, each with its file and the first line of its error. */
  failures: Schema.optional(Schema.Array(Schema.String))
})
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(LeftPart))

/** Reads the files of all parts of a run, by name. */
export const readAll = Effect.fnUntraced(function* (folder: string) {
  const texts = Fs.readdirSync(folder).map((name) => Fs.readFileSync(Path.join(folder, name), "utf8"))
  const found = new Map<string, typeof LeftPart.Type>()
  for (const text of texts) {
    const left = yield* decode(text)
    found.set(left.name, { ...found.get(left.name), ...left })
  }
  return found
})
