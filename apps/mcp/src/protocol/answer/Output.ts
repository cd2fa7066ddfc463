/**
 * Writes a tool's output in its wire form, without invisible characters.
 *
 * An output that its schema does not accept is a fault of the tool: a defect, which is logged and not shown.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PlainSchema } from "../tool/Arguments.ts"
import { cleanJson } from "./PlatformText.ts"
import type { ToolAnswer } from "../tool/Tool.ts"

const isMembers = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

/** A writer of outputs. `finish` is done to the JSON last. */
export const makeWriter = <A>(schema: PlainSchema<A>, finish: (json: unknown) => unknown = cleanJson) => {
  const encode = Schema.encodeUnknownEffect(Schema.toCodecJson(schema))
  return (output: A): Effect.Effect<ToolAnswer> =>
    Effect.flatMap(Effect.catchTag(encode(output), "SchemaError", Effect.die), (encoded) => {
      const structured = finish(encoded)
      return isMembers(structured)
        ? Effect.succeed({ _tag: "Result", structured } as const)
        : Effect.die(new TypeError("The output of a tool must be an object."))
    })
}
