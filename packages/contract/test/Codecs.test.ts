/**
 * The schemas of endpoints are those of the wire: endpoints are declared without codecs (docs/decisions/0158-no-codecs.md), so a schema whose encoded side
 * is no JSON, or no text in a path, a query or a header, would be sent as something else than it declares.
 */
import { assert, describe, it } from "@effect/vitest"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { endpoints } from "../src/Endpoints.ts"
import { operatorEndpoints } from "../src/operator/OperatorEndpoints.ts"
import { bodiesOf, type EndpointEntry } from "../src/Reflection.ts"

const all = [...endpoints, ...operatorEndpoints]

/** Whether a codec would write a schema as the schema is written without it. An answer without a body has nothing to write. */
const isWrittenAlike = (schema: Schema.Top, withCodec: Schema.Top): boolean =>
  HttpApiSchema.isNoContent(schema.ast) || SchemaAST.toEncoded(schema.ast) === SchemaAST.toEncoded(withCodec.ast)

const jsonOf = (entry: EndpointEntry): ReadonlyArray<Schema.Top> =>
  // The bytes of a file are no JSON.
  entry.metadata.file === "answer"
    ? bodiesOf(entry.errors)
    : [
        ...Array.from(entry.payload.values(), ({ schemas }) => schemas).flat(),
        ...bodiesOf(entry.successes),
        ...bodiesOf(entry.errors)
      ]

const textsOf = ({ headers, params, query }: EndpointEntry): ReadonlyArray<Schema.Top> =>
  [params, query, headers].filter((part) => part !== undefined)

describe("the schemas of every endpoint", () => {
  it("are JSON in bodies, as they are declared", () =>
    assert.deepStrictEqual(
      all.filter((entry) => !jsonOf(entry).every((schema) => isWrittenAlike(schema, Schema.toCodecJson(schema)))),
      []
    ))

  it("are texts in paths, queries and headers, as they are declared", () =>
    assert.deepStrictEqual(
      all.filter(
        (entry) => !textsOf(entry).every((schema) => isWrittenAlike(schema, Schema.toCodecStringTree(schema)))
      ),
      []
    ))

  it("have no codec around them, which each program would make at its start", () =>
    assert.deepStrictEqual(
      all.filter(({ declaration }) => !declaration.disableCodecs).map(({ id }) => id),
      []
    ))
})
