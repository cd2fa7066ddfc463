/**
 * The example of a request body, as it travels: the first of the `examples` that its schema is annotated with.
 *
 * The document shows the same annotation. Tests of every package begin with it, so that a new endpoint is tried without a body of its own.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { EndpointEntry } from "./Reflection.ts"

/** The schema of the body that an endpoint takes, in both directions; `undefined` where it takes none. */
export const bodySchemaOf = ({ metadata, payload }: EndpointEntry): Schema.Codec<unknown> | undefined => {
  const [schema = metadata.optionalBody] = Array.from(payload.values()).flatMap(({ schemas }) => schemas)
  return schema === undefined ? undefined : Schema.make<Schema.Codec<unknown>>(Schema.toCodecJson(schema).ast)
}

/** The example of the body that an endpoint takes; `undefined` where it takes none, or its schema has no example. */
export const bodyExampleOf = (entry: EndpointEntry): { readonly [member: string]: unknown } | undefined => {
  const schema = bodySchemaOf(entry)
  const examples = schema === undefined ? undefined : SchemaAST.resolve(schema.ast)?.["examples"]
  const [first]: ReadonlyArray<unknown> = Array.isArray(examples) ? examples : []
  const body = schema === undefined || first === undefined ? undefined : Schema.encodeUnknownSync(schema)(first)
  return Predicate.isObject(body) ? body : undefined
}
