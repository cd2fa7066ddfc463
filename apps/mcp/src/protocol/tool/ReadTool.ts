/**
 * A tool that only reads. Its handler gets strictly decoded arguments, and its schema encodes the output.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { badArguments, makeReader, type PlainSchema } from "./Arguments.ts"
import { makeWriter } from "../answer/Output.ts"
import { metadataOf, type Tool, type ToolMetadata } from "./Tool.ts"
import type { ToolContext } from "./ToolContext.ts"
import type { ToolFailure } from "./ToolFailure.ts"
import { objectSchema } from "./WireSchema.ts"

export interface ReadToolDeclaration<Input, Output, R> extends ToolMetadata {
  readonly input: PlainSchema<Input>
  readonly output: PlainSchema<Output>
  readonly handler: (input: Input, context: ToolContext) => Effect.Effect<Output, ToolFailure, R>
}

/** Declares a tool that reads. */
export const readTool = <Input, Output, R = never>(declaration: ReadToolDeclaration<Input, Output, R>): Tool<R> => {
  const read = makeReader(declaration.input)
  const write = makeWriter(declaration.output)
  return {
    ...metadataOf(declaration),
    inputSchema: objectSchema(declaration.input, "error"),
    outputSchema: objectSchema(declaration.output, "ignore"),
    call: (call) =>
      Effect.fromResult(
        Result.mapError(read(call.arguments), (fields) => badArguments(declaration.name, fields, declaration.input))
      ).pipe(
        Effect.flatMap((input) => declaration.handler(input, call.context)),
        Effect.flatMap(write)
      )
  }
}
