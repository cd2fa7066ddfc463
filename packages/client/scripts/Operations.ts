/**
 * The endpoints of an API as methods that partners call: what they take, what they give, what they need and how they fail.
 *
 * Knows nothing of promises or effects; `MethodsFile.ts` does. Endpoints that take client credentials or hand out tokens are
 * left out: the library calls them.
 */
import { hasMethod } from "@partner-api/contract/EndpointMetadata"
import { bodyExampleOf } from "@partner-api/contract/BodyExample"
import type { EndpointMetadataShape } from "@partner-api/contract/EndpointMetadata"
import { pathParams } from "@partner-api/contract/Path"
import { bodiesOf, type EndpointEntry, endpointsOf, groupTextsOf, itemOf } from "@partner-api/contract/Reflection"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { exampleOf } from "./Docstring.ts"
import { nameOf, partsOf } from "./WireType.ts"

type AST = SchemaAST.AST

/** The owner of a method: the client, or one of its organizations. */
export type Side = "partner" | "organization"

/** The answer of a method. */
type Answer =
  | { readonly kind: "list"; readonly item: AST }
  | { readonly kind: "one"; readonly types: ReadonlyArray<AST> }
  | { readonly kind: "lines"; readonly line: AST }
  | { readonly kind: "nothing" }

/** The types of `CallOptions.ts` that a method may take. */
export const optionTypes = ["CallOptions", "KeyOptions", "PersonOptions", "MatchOptions", "NoneMatchOptions"] as const
type OptionType = (typeof optionTypes)[number]

/** The option of a call that sets a header of an endpoint. */
const optionOfHeader: Readonly<Record<string, OptionType>> = {
  "idempotency-key": "KeyOptions",
  "on-behalf-of": "PersonOptions",
  "if-match": "MatchOptions",
  "if-none-match": "NoneMatchOptions"
}

export interface Operation {
  /** Group and name: `jobs.list`. */
  readonly id: string
  readonly group: string
  readonly groupTitle: string
  readonly groupDescription: string
  readonly name: string
  readonly side: Side
  readonly metadata: EndpointMetadataShape
  /** The parameters of the path, in its order. */
  readonly path: ReadonlyArray<string>
  /** The wire side of the body; one type, or several of which one is sent. */
  readonly payload: ReadonlyArray<AST>
  /** Examples of the parameters of the path, as far as the contract has them. */
  readonly pathExamples: ReadonlyArray<string>
  /** The example of the body. */
  readonly body: unknown
  /** The types of the input and of the request; the latter documents more of the members. */
  readonly query: { readonly given: SchemaAST.Objects; readonly sent: AST } | undefined
  readonly options: ReadonlyArray<OptionType>
  readonly answer: Answer
  /** The bodies of its errors, by tag. */
  readonly errors: ReadonlyMap<string, AST>
}

const stop = (id: string, what: string): never => {
  throw new Error(`The endpoint ${id} ${what}`)
}

const wireOf = (schema: Schema.Top): AST => SchemaAST.toEncoded(schema.ast)

/** The body of a request. Of several media types the client sends the first: they carry the same body. */
const payloadOf = ({ id, payload }: EndpointEntry): ReadonlyArray<AST> =>
  [...payload.values()]
    .slice(0, 1)
    .flatMap(({ encoding, schemas }) =>
      encoding._tag === "Json"
        ? schemas.map(wireOf)
        : stop(id, `has a body of the kind ${encoding._tag}; the client sends JSON and nothing else.`)
    )

const queryOf = ({ id, query }: EndpointEntry): Operation["query"] => {
  if (query === undefined) return undefined
  const given = SchemaAST.toType(query.ast)
  return SchemaAST.isObjects(given)
    ? { given, sent: wireOf(query) }
    : stop(id, "has a query that is not made of members.")
}

const optionsOf = ({ headers, id }: EndpointEntry): ReadonlyArray<OptionType> => {
  const wire = headers === undefined ? undefined : wireOf(headers)
  const names =
    wire !== undefined && SchemaAST.isObjects(wire) ? wire.propertySignatures.map(({ name }) => String(name)) : []
  const declared = names.map(
    (name) => optionOfHeader[name] ?? stop(id, `declares the header "${name}", and no option of a call carries it.`)
  )
  return optionTypes.filter((type) => type === "CallOptions" || declared.includes(type))
}

const pathExamplesOf = ({ params, path }: EndpointEntry): ReadonlyArray<string> => {
  const wire = params === undefined ? undefined : wireOf(params)
  const members = wire !== undefined && SchemaAST.isObjects(wire) ? wire.propertySignatures : []
  return pathParams(path).flatMap((name) => {
    const member = members.find((one) => one.name === name)
    const example = member === undefined ? undefined : exampleOf(member.type)
    return typeof example === "string" ? [example] : []
  })
}

const answerOf = (entry: EndpointEntry): Answer => {
  const { id, metadata, successes } = entry
  const bodies = bodiesOf(successes)
  const types = bodies.filter(({ ast }) => !HttpApiSchema.isNoContent(ast)).map(wireOf)
  if (types.length < bodies.length) {
    return types.length === 0 ? { kind: "nothing" } : stop(id, "answers sometimes with a body and sometimes without.")
  }
  if (metadata.line !== undefined) return { kind: "lines", line: wireOf(metadata.line) }
  if (types.length === 0) return stop(id, "answers with a stream or another protocol; the client reads whole bodies.")
  if (!metadata.paginated) return { kind: "one", types }
  return { kind: "list", item: itemOf(entry) ?? stop(id, "is paginated, and its answer has no list named content.") }
}

const tags: ReadonlyArray<string> = partnerErrors.map((error) => error.fields._tag.schema.literal)

const errorsOf = ({ errors, id }: EndpointEntry): ReadonlyMap<string, AST> => {
  const bodies = bodiesOf(errors)
    .map(wireOf)
    .map((ast) => [nameOf(ast) ?? "", ast] as const)
  const unknown = bodies.find(([tag]) => !tags.includes(tag))
  if (unknown !== undefined) return stop(id, `declares the error "${unknown[0]}", which is not one of the domain.`)
  return new Map(bodies.toSorted(([a], [b]) => tags.indexOf(a) - tags.indexOf(b)))
}

/** The methods that partners have, in the order of the API. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> =>
  endpointsOf(api)
    .filter(({ metadata }) => hasMethod(metadata))
    .map((entry) => ({
      id: entry.id,
      group: entry.group.identifier,
      groupTitle: groupTextsOf(entry).title,
      groupDescription: groupTextsOf(entry).description,
      name: entry.name,
      side: entry.metadata.access.level === "scoped" ? "organization" : "partner",
      metadata: entry.metadata,
      path: pathParams(entry.path),
      payload: payloadOf(entry),
      pathExamples: pathExamplesOf(entry),
      body: entry.payload.size === 0 ? undefined : bodyExampleOf(entry),
      query: queryOf(entry),
      options: optionsOf(entry),
      answer: answerOf(entry),
      errors: errorsOf(entry)
    }))

/** Types that partners send. */
export const requestsOf = ({ payload, query }: Operation): ReadonlyArray<AST> => [
  ...payload,
  ...(query === undefined ? [] : partsOf(query.given))
]

/** Types of the data of an answer. */
export const dataTypesOf = ({ answer }: Operation): ReadonlyArray<AST> => {
  switch (answer.kind) {
    case "list":
      return [answer.item]
    case "lines":
      return [answer.line]
    case "one":
      return answer.types
    case "nothing":
      return []
  }
}

/** Types that the service sends: of the bodies of errors, what they hold. */
export const answersOf = (operation: Operation): ReadonlyArray<AST> => [
  ...dataTypesOf(operation),
  ...[...operation.errors.values()].flatMap(partsOf)
]
