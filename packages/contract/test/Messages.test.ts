/**
 * Every message that the schemas of a request have, of both APIs: each part of each endpoint with every wrong value (decisions, Errors). What
 * the schemas do not know is judged over HTTP, in the tests of the server.
 */
import { remedyFaults, messageFaults, sentenceFaults } from "@partner-api/domain/testing/MessageRules"
import { valueAt, wrongInputsOf, wrongValues } from "@partner-api/domain/testing/WrongInputs"
import { explanationOf } from "@partner-api/domain/Errors"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import { assert, describe, it } from "@effect/vitest"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { bodyExampleOf, bodySchemaOf } from "../src/BodyExample.ts"
import { endpoints } from "../src/Endpoints.ts"
import { operatorEndpoints } from "../src/operator/OperatorEndpoints.ts"
import { partnerErrors } from "../src/PartnerErrors.ts"

const parts = [...endpoints, ...operatorEndpoints].flatMap((entry) => {
  const body = bodySchemaOf(entry)
  const codec = ({ ast }: Schema.Constraint) => Schema.make<Schema.Codec<unknown>>(ast)
  return [
    ...(body === undefined
      ? []
      : [{ id: entry.id, part: "body" as const, schema: body, example: bodyExampleOf(entry) }]),
    ...(entry.query === undefined
      ? []
      : [
          {
            id: entry.id,
            part: "query" as const,
            schema: codec(Schema.toCodecArrayFromSingle(entry.query)),
            example: {}
          }
        ]),
    ...(entry.params === undefined
      ? []
      : [{ id: entry.id, part: "path" as const, schema: codec(entry.params), example: {} }])
  ]
})

/** Whether an input can stand in an address: texts, alone or several of one name. */
const isWritten = (input: unknown): boolean =>
  Predicate.isObject(input) &&
  Object.values(input).every(
    (value) => Predicate.isString(value) || (Array.isArray(value) && value.every(Predicate.isString))
  )

const faultsOf = (message: string, value: unknown) => [...messageFaults(message, value), ...sentenceFaults(message)]

describe("a message of a request", () => {
  it.for(parts)(
    "$id, $part: does not say of a value what it is already (decisions, Errors)",
    ({ example, part, schema }) => {
      const decode = strictDecoder(schema)
      const published = Schema.toJsonSchemaDocument(schema)
      const root = { ...published.schema, $defs: published.definitions }
      // With one wrong member in an input that is right otherwise, what members say together is judged too.
      const inputs = [
        ...wrongInputsOf(root),
        ...Object.keys(Object(published.schema)["properties"] ?? {}).flatMap((name) =>
          wrongValues.map((value) => ({ ...example, [name]: value }))
        ),
        { ...example, unknown: 1 }
      ].filter((input) => part === "body" || isWritten(input))
      const faults = inputs.flatMap((input) =>
        Result.match(decode(input, part), { onFailure: (all) => all, onSuccess: () => [] }).flatMap(
          ({ message, path }) =>
            faultsOf(message, valueAt(input, path)).map(
              (fault) => `${path} ${JSON.stringify(valueAt(input, path))?.slice(0, 60)}: ${message} (${fault})`
            )
        )
      )
      assert.deepStrictEqual([...new Set(faults)], [])
    }
  )
})

describe("the remedy of an error", () => {
  it.for(partnerErrors.map((error) => [error.fields.code.schema.literal, explanationOf(error).remedy] as const))(
    "%s: names something to do (decisions, Errors)",
    ([, remedy]) => assert.deepStrictEqual(remedyFaults(remedy), [], remedy)
  )
})
