/**
 * The OpenAPI document as the generators of a release read it: its operations, each with what it takes, what it gives and which token it needs.
 *
 * Reads the document alone, as a generator of anybody else does: what it cannot find there is mended there.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./Packages.ts"

/** JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly enum?: ReadonlyArray<string | number | boolean>
  readonly deprecated?: boolean
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema?: Schema
}

interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface Document {
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  /** The requests that the service sends, by the type of their event. */
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The authentication of a request: with a token of the client, with one for an organization, with the credentials themselves, or not at all. */
export type Level = "public" | "primary" | "scoped" | "basic"

export interface Operation {
  readonly id: string
  readonly group: string
  readonly name: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly method: string
  readonly path: string
  readonly level: Level
  /** Whether it hands out a token, which is the business of a client. */
  readonly isToken: boolean
  readonly pathNames: ReadonlyArray<string>
  readonly query: ReadonlyArray<Parameter>
  /** The headers that a caller may send, without that of the key. */
  readonly headers: ReadonlyArray<string>
  readonly isKeyed: boolean
  /** The schema of a JSON body; absent where it takes none. */
  readonly body: Schema | undefined
  readonly isBodyRequired: boolean
  readonly bodyTypes: ReadonlyArray<string>
  readonly bodyExample: unknown
  readonly answer: Schema | undefined
  readonly answerType: string | undefined
  readonly parameters: ReadonlyArray<Parameter>
}

export const jsonType = "application/json"

const keyHeader = "idempotency-key"

/** Headers of conditional reads: a client without a cache sends none. */
const cacheHeaders = new Set(["if-none-match"])

/** The name of a shared schema in a reference to it. */
export const schemaName = ($ref: string): string => $ref.split("/").at(-1) ?? ""

const levelOf = ({ security = [] }: DocumentedOperation): Level => {
  const names = security.flatMap((one) => Object.keys(one))
  if (names.length === 0) return "public"
  if (names.includes("clientBasic")) return "basic"
  return names.includes("oauth2") ? "primary" : "scoped"
}

/** The operations that hand out or end tokens. */
const tokenIds = new Set(["oauth.token", "oauth.revoke", "partnerAuth.token", "organizations.token"])

const operationOf = (path: string, method: string, documented: DocumentedOperation): Operation => {
  const { operationId, parameters = [], requestBody, responses } = documented
  const [group = "", name = ""] = operationId.split(".")
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? []
  const [answerType, answer] = Object.entries(good?.content ?? {})[0] ?? []
  const content = requestBody?.content ?? {}
  const headers = parameters.flatMap((one) => (one.in === "header" ? [one.name] : []))
  return {
    id: operationId,
    group,
    name,
    tag: documented.tags[0] ?? group,
    summary: documented.summary,
    description: documented.description,
    method: method.toUpperCase(),
    path,
    level: levelOf(documented),
    isToken: tokenIds.has(operationId),
    pathNames: parameters.flatMap((one) => (one.in === "path" ? [one.name] : [])),
    query: parameters.filter((one) => one.in === "query"),
    headers: headers.filter((one) => one !== keyHeader && !cacheHeaders.has(one)),
    isKeyed: headers.includes(keyHeader),
    body: content[jsonType]?.schema,
    isBodyRequired: requestBody?.required !== false,
    bodyTypes: Object.keys(content),
    bodyExample: content[jsonType]?.example,
    answer: answer?.schema,
    answerType,
    parameters
  }
}

/** Every operation of the document, in its order. */
export const operationsIn = ({ paths }: Document): ReadonlyArray<Operation> =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, documented]) => operationOf(path, method, documented))
  )

/** The operation with an id. A generator that needs one must not go on without it. */
export const operationWith = (operations: ReadonlyArray<Operation>, id: string): Operation => {
  const found = operations.find((one) => one.id === id)
  if (found === undefined) throw new Error(`The document has no operation ${id}.`)
  return found
}

/** The schema of each event that a webhook endpoint gets, by its type: those of the feed, and the ping. */
export const webhookSchemas = ({ webhooks }: Document): ReadonlyArray<readonly [type: string, schema: string]> =>
  Object.entries(webhooks).flatMap(([type, { post }]) => {
    const $ref = post?.requestBody?.content[jsonType]?.schema?.$ref
    return $ref === undefined ? [] : [[type, schemaName($ref)] as const]
  })

/** The document of the contract. */
export const readDocument = (): Document =>
  JSON.parse(readFileSync(join(root, "packages/contract/openapi.json"), "utf8"))
