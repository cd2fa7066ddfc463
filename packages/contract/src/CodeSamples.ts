/**
 * Samples of code for an operation (`x-codeSamples`): the client library, the program `partner` where it has the operation, and curl. Each
 * runs as it is pasted, from the credentials on.
 *
 * Everything comes from the declaration of the endpoint and from the examples of its parameters and its body. Optional parameters are left
 * out.
 */
import type { Access } from "@partner-api/domain/Token"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { EndpointMetadataShape } from "./EndpointMetadata.ts"
import { isJsonObject } from "./OpenApiSchemas.ts"
import { fillPath, pathParams } from "./Path.ts"
import { type EndpointEntry, itemOf } from "./Reflection.ts"
import { inShell, primaryVariable, type SampleCaller, shellValue, variables } from "./SampleCaller.ts"

type Json = Schema.Json
type JsonObject = Schema.JsonObject

/** The values that all samples of a document share. */
export interface SampleOptions {
  /** The address of the service. */
  readonly publicUrl: string
  readonly caller: SampleCaller | undefined
  /** The paths of the endpoints that give a primary token, and a token for an organization. */
  readonly tokenPaths: { readonly primary: string; readonly scoped: string }
}

/** An operation as a sample calls it. */
interface Call {
  readonly entry: EndpointEntry
  /** The parameters of the path, by name. */
  readonly params: Readonly<Record<string, string>>
  /** The parameters of the query that are shown: those that are required, and the size of a page. */
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  /** The headers that must be there. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The body that must be there, and its media type. */
  readonly body: { readonly mediaType: string; readonly example: JsonObject } | undefined
}

/** A sample, as pages of documentation read it. */
type Sample = Readonly<Record<"lang" | "label" | "source", string>>

const isArray: (json: Json | undefined) => json is ReadonlyArray<Json> = Array.isArray

const bodyOf = ({ requestBody }: JsonObject): Call["body"] => {
  if (!isJsonObject(requestBody) || requestBody["required"] !== true) return undefined
  const { content } = requestBody
  const [mediaType = "", media] = Object.entries(isJsonObject(content) ? content : {})[0] ?? []
  return isJsonObject(media) && isJsonObject(media["example"]) ? { mediaType, example: media["example"] } : undefined
}

const callOf = (entry: EndpointEntry, operation: JsonObject): Call => {
  const { parameters } = operation
  const all = (isArray(parameters) ? parameters : []).filter(isJsonObject)
  const texts = (chosen: ReadonlyArray<JsonObject>) =>
    chosen.map(({ example, name }) => [String(name), String(example)] as const)
  return {
    entry,
    params: Object.fromEntries(texts(all.filter((parameter) => parameter["in"] === "path"))),
    query: texts(
      all.filter(({ in: place, name, required }) => place === "query" && (required === true || name === "limit"))
    ),
    headers: texts(all.filter(({ in: place, required }) => place === "header" && required === true)),
    body: bodyOf(operation)
  }
}

/** So long an object may be on one line of a program. */
const lineMax = 70

const inline = (json: Json): string => {
  if (isArray(json)) return `[${json.map(inline).join(", ")}]`
  if (!isJsonObject(json)) return JSON.stringify(json)
  const members = Object.entries(json).map(([name, value]) => `${name}: ${inline(value)}`)
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`
}

/** JSON as a program writes it. */
const literal = (json: Json, indent = ""): string => {
  const line = inline(json)
  if (line.length <= lineMax) return line
  const inner = `${indent}  `
  const lines = (parts: ReadonlyArray<string>): string => `\n${inner}${parts.join(`,\n${inner}`)}\n${indent}`
  if (isArray(json)) return `[${lines(json.map((item) => literal(item, inner)))}]`
  return isJsonObject(json)
    ? `{${lines(Object.entries(json).map(([name, value]) => `${name}: ${literal(value, inner)}`))}}`
    : line
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Whether an operation gives tokens: the library requests them. */
const givesTokens = ({ credentials, retry }: EndpointMetadataShape): boolean => credentials === true && retry === "safe"

/** A sample with the client. Its methods are named, and take their arguments, as `packages/client/src/core/Method.ts` has it. */
const useOf = ({ body, entry, params }: Call): string => {
  const { group, metadata, name, path } = entry
  if (metadata.credentials === true) return "// The client requests a token when a call needs one, and renews it."
  const given = [
    ...pathParams(path).map((param) => JSON.stringify(params[param])),
    ...(body === undefined ? [] : [literal(body.example)])
  ]
  const call = `partner.${group.identifier}.${name}(${given.join(", ")})`
  const item = itemOf(entry) ?? metadata.line?.ast
  if (item === undefined) return `console.log(await ${call})`
  const called = small(SchemaAST.resolveIdentifier(item) ?? "item")
  return `for await (const ${called} of ${metadata.paginated ? call : `await ${call}`}) console.log(${called})`
}

const librarySample = (call: Call, { caller, publicUrl }: SampleOptions): Sample => {
  const isScoped = call.entry.metadata.access.level === "scoped"
  const { clientId, clientSecret, organizationId } = variables
  const names = [clientId, clientSecret, ...(isScoped ? [organizationId] : [])]
  const read = `const { ${names.map((name) => `${name} = ""`).join(", ")} } = process.env\n`
  const value = (name: keyof SampleCaller): string =>
    caller === undefined ? variables[name] : JSON.stringify(caller[name])
  const members = [
    `baseUrl: ${JSON.stringify(publicUrl)}`,
    `clientId: ${value("clientId")}`,
    `clientSecret: ${value("clientSecret")}`,
    ...(isScoped ? [`organization: ${value("organizationId")}`] : [])
  ]
  return {
    lang: "typescript",
    label: "@partner-api/client",
    source: [
      'import { createClient } from "@partner-api/client"\n',
      `${caller === undefined ? read : ""}const partner = createClient({\n  ${members.join(",\n  ")}\n})\n`,
      useOf(call)
    ].join("\n")
  }
}

const commandSample = (command: string, { params }: Call, { caller, publicUrl }: SampleOptions): Sample => {
  const line = command.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
  const { baseUrl, clientId, clientSecret, organizationId } = variables
  const setting =
    caller === undefined
      ? "# partner login keeps your credentials."
      : [
          `export ${baseUrl}=${publicUrl} ${organizationId}=${caller.organizationId}`,
          `export ${clientId}=${caller.clientId} ${clientSecret}=${caller.clientSecret}`
        ].join("\n")
  return { lang: "bash", label: "partner", source: `${setting}\n${line}` }
}

/** Text as one word of a shell, in which variables are filled in. */
const word = (text: string): string => {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return text.includes("$") ? `"${text.replaceAll(/["\\`]/g, "\\$&")}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

const tokenOf = (request: string): string =>
  String.raw`$(curl -s ${request} | sed 's/.*"access_token":"\([^"]*\)".*/\1/')`

/** The lines that get the token of a call. */
const tokenLines = (
  level: "primary" | "scoped",
  { caller, publicUrl, tokenPaths }: SampleOptions
): ReadonlyArray<string> => {
  const { clientId, clientSecret, organizationId } = inShell(caller)
  const credentials = ["grant_type=client_credentials", `client_id=${clientId}`, `client_secret=${clientSecret}`]
  const form = credentials.map((field) => `-d ${word(field)}`).join(" ")
  const mint = word(`${publicUrl}${tokenPaths.scoped.replace(/:\w+/, organizationId)}`)
  return [
    `${primaryVariable}=${tokenOf(`${word(publicUrl + tokenPaths.primary)} ${form}`)}`,
    ...(level === "scoped"
      ? [`SCOPED=${tokenOf(`-X POST ${mint} -H "Authorization: Bearer $${primaryVariable}"`)}`]
      : [])
  ]
}

/** JSON as a request carries it: on one line where it fits. */
const written = (json: JsonObject): string => {
  const line = JSON.stringify(json)
  return line.length <= lineMax ? line : JSON.stringify(json, null, 2)
}

const bodyParts = ({ example, mediaType }: NonNullable<Call["body"]>, caller: SampleCaller | undefined) =>
  mediaType === "application/x-www-form-urlencoded"
    ? Object.entries(example).map(([name, value]) => `-d ${word(`${name}=${shellValue(String(value), caller)}`)}`)
    : [`-H 'Content-Type: ${mediaType}'`, `-d ${word(shellValue(written(example), caller))}`]

/** The file of a sample of an upload, which a line before it writes. */
const sampleFile = { name: "cv.txt", mediaType: "text/plain", line: "echo 'Ten years of payroll.' > cv.txt" }

/** The headers that describe the file of an upload, as examples of the declaration have them, and its bytes; of a download, where the bytes go. */
const fileParts = ({ entry: { metadata }, headers }: Call): ReadonlyArray<string> => {
  if (metadata.file === undefined) return []
  if (metadata.file === "answer") return [`-o ${sampleFile.name}`]
  return [
    ...headers.map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
    `-H 'Content-Type: ${sampleFile.mediaType}'`,
    `--data-binary @${sampleFile.name}`
  ]
}

/** The header that shows the sender of a request. */
const authorizationOf = (level: Access["level"], caller: SampleCaller | undefined): ReadonlyArray<string> => {
  if (level === "public") return []
  if (level === "credentials") {
    const { clientId, clientSecret } = inShell(caller)
    return [`-u ${word(`${clientId}:${clientSecret}`)}`]
  }
  return [`-H "Authorization: Bearer $${level === "scoped" ? "SCOPED" : primaryVariable}"`]
}

const curlSample = (call: Call, options: SampleOptions): Sample => {
  const { body, entry, params, query } = call
  const { caller, publicUrl } = options
  const { method, path } = entry
  // An operator has no token.
  const level = entry.metadata.access.level === "operator" ? "public" : entry.metadata.access.level
  const parts = body === undefined ? fileParts(call) : bodyParts(body, caller)
  const search = query.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(query)).toString()}`
  const isUpload = entry.metadata.file === "request"
  const isPost = method === "POST" && (body !== undefined || isUpload)
  const request = [
    `curl -s ${method === "GET" || isPost ? "" : `-X ${method} `}${word(`${publicUrl}${fillPath(path, params)}${search}`)}`,
    ...authorizationOf(level, caller),
    ...parts
  ].join(" \\\n  ")
  const needsPrimary = parts.some((part) => part.includes(`$${primaryVariable}`))
  const tokens =
    level === "primary" || level === "scoped"
      ? tokenLines(level, options)
      : needsPrimary
        ? tokenLines("primary", options)
        : []
  return {
    lang: "shell",
    label: "curl",
    source: [...tokens, ...(isUpload ? [sampleFile.line] : []), request].join("\n")
  }
}

/** The samples of an operation of the document. */
export const codeSamples = (
  entry: EndpointEntry,
  operation: JsonObject,
  options: SampleOptions
): ReadonlyArray<Sample> => {
  const call = callOf(entry, operation)
  const { command, credentials } = entry.metadata
  return [
    ...((credentials === true && !givesTokens(entry.metadata)) || entry.metadata.file !== undefined
      ? []
      : [librarySample(call, options)]),
    ...(command === undefined ? [] : [commandSample(command, call, options)]),
    curlSample(call, options)
  ]
}
