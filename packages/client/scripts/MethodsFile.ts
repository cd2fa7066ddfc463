/**
 * The methods of the client as interfaces: one for each group, and one for each of the two things that hold groups.
 *
 * The same for both entries but for what a method gives; {@link Entry} says that.
 */
import { type EndpointMetadataShape, oneOf } from "@partner-api/contract/EndpointMetadata"
import type { Access } from "@partner-api/domain/Token"
import { docstring, sentence } from "./Docstring.ts"
import { type Operation, optionTypes, type Side } from "./Operations.ts"
import { namesIn, typeText } from "./WireType.ts"

/** What methods give in one entry of the package. */
export interface Entry {
  /** What the file says of itself. */
  readonly header: string
  readonly list: (item: string) => string
  readonly call: (data: string) => string
  /** Imports that calls and lists need; a file without lists has none for them. */
  readonly imports: { readonly list: string; readonly call: string }
}

export const promiseEntry: Entry = {
  header: "The methods of the client, as promises.",
  list: (item) => `PendingList<${item}>`,
  call: (data) => `PendingCall<${data}>`,
  imports: {
    list: 'import type { PendingList } from "./PendingList.ts"',
    call: 'import type { PendingCall } from "./PendingCall.ts"'
  }
}

export const effectEntry: Entry = {
  header: "The methods of the client, as effects.",
  list: (item) => `Listing<${item}>`,
  call: (data) => `Effect.Effect<${data}, ClientError>`,
  imports: {
    list: 'import type { Listing } from "./Listing.ts"',
    call: 'import type { ClientError } from "../core/ClientError.ts"\nimport type * as Effect from "effect/Effect"'
  }
}

/** What a method needs, as a sentence. */
export const needOf = (access: Access): string => {
  switch (access.level) {
    case "public":
      return "Needs no credentials."
    case "primary":
      return access.right === undefined
        ? "Needs your credentials."
        : `Needs the right \`${access.right}\` of your client.`
    case "scoped":
      return `Needs the permission ${oneOf(access.anyOf)} in the organization.`
  }
}

/** What a method does. A title that its description begins with is not said twice. */
export const purposeOf = ({ description, title }: EndpointMetadataShape): string =>
  // "Sets the fees" begins with "Set the fees".
  description.replace(/^(\w+)s\b/, "$1").startsWith(title)
    ? sentence(description)
    : `${sentence(title)} ${sentence(description)}`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const union = (texts: ReadonlyArray<string>): string => texts.join(" | ")

/** Whether a method is shown in a sentence or written into a program. */
interface Writing {
  readonly isDocumented: boolean
}

const payloadText = ({ id, payload }: Operation, { isDocumented }: Writing): ReadonlyArray<string> => {
  if (payload.length === 0) return []
  const type = union(payload.map((ast) => typeText(ast, { isOpen: false, isDocumented, where: `The body of ${id}` })))
  return [`${/^\w+$/.test(type) ? small(type) : "payload"}: ${type}`]
}

const queryText = ({ id, query }: Operation, { isDocumented }: Writing): ReadonlyArray<string> => {
  if (query === undefined) return []
  const { given, sent: told } = query
  const isOptional = given.propertySignatures.every(({ type }) => type.context?.isOptional === true)
  const type = typeText(given, { isOpen: false, isDocumented, told, where: `The query of ${id}` })
  return [`query${isOptional ? "?" : ""}: ${type}`]
}

/** What a method takes, in its parentheses. */
export const parametersOf = (operation: Operation, writing: Writing): string =>
  [
    ...operation.path.map((name) => `${name}: string`),
    ...payloadText(operation, writing),
    ...queryText(operation, writing),
    `options?: ${operation.options.join(" & ")}`
  ].join(", ")

/** What the answer of an endpoint is: the item of a list, the data, or nothing. */
export const dataOf = ({ answer, id }: Operation, { isDocumented }: Writing): string => {
  const style = { isOpen: true, isDocumented, where: `The answer of ${id}` }
  switch (answer.kind) {
    case "list":
      return typeText(answer.item, style)
    case "one":
      return union(answer.types.map((ast) => typeText(ast, style)))
    case "nothing":
      return "void"
  }
}

/** What a method gives. */
export const resultOf = (operation: Operation, entry: Entry, writing: Writing): string => {
  const data = dataOf(operation, writing)
  return operation.answer.kind === "list" ? entry.list(data) : entry.call(data)
}

const methodText = (operation: Operation, entry: Entry): string => {
  const { errors, metadata, name } = operation
  const writing = { isDocumented: true }
  const docs = docstring([
    `${purposeOf(metadata)} ${needOf(metadata.access)}`,
    metadata.extension === undefined ? "" : `Extension \`${metadata.extension}\`: not in the specification.`,
    errors.size === 0 ? "" : `The service may refuse with ${[...errors.keys()].map((tag) => `\`${tag}\``).join(", ")}.`
  ])
  return `${docs}${name}(${parametersOf(operation, writing)}): ${resultOf(operation, entry, writing)}`
}

/** The methods of one group that one thing holds. */
export interface MethodGroup {
  readonly name: string
  readonly interfaceName: string
  readonly side: Side
  readonly title: string
  readonly description: string
  readonly operations: ReadonlyArray<Operation>
}

/** The groups, those of the client first. A group that both sides have is two interfaces. */
export const groupsOf = (operations: ReadonlyArray<Operation>): ReadonlyArray<MethodGroup> =>
  (["partner", "organization"] as const).flatMap((side) => {
    const members = Map.groupBy(
      operations.filter((operation) => operation.side === side),
      ({ group }) => group
    )
    return [...members].map(([name, its]) => {
      const isShared = operations.some((operation) => operation.group === name && operation.side !== side)
      return {
        name,
        interfaceName: `${isShared && side === "partner" ? "Partner" : ""}${capital(name)}Methods`,
        side,
        title: its[0]?.groupTitle ?? name,
        description: its[0]?.groupDescription ?? "",
        operations: its
      }
    })
  })

const holders: Readonly<Record<Side, { readonly name: string; readonly docs: string }>> = {
  partner: { name: "PartnerMethods", docs: "What a client does with its own credentials." },
  organization: { name: "OrganizationMethods", docs: "What a client does inside one organization." }
}

const holderText = (side: Side, groups: ReadonlyArray<MethodGroup>): string => {
  const { docs, name } = holders[side]
  const members = groups
    .filter((group) => group.side === side)
    .map((group) => `${docstring([sentence(group.description)])}readonly ${group.name}: ${group.interfaceName}`)
  return `${docstring([docs])}export interface ${name} {\n${members.join("\n")}\n}\n`
}

const importsOf = (operations: ReadonlyArray<Operation>, entry: Entry): string => {
  const types = operations.flatMap(({ answer, payload, query }) => [
    ...(answer.kind === "list" ? [answer.item] : answer.kind === "one" ? answer.types : []),
    ...payload,
    ...(query === undefined ? [] : [query.given])
  ])
  const models = [...new Set(types.flatMap(namesIn))].toSorted()
  const options = optionTypes.filter((type) => operations.some((operation) => operation.options.includes(type)))
  const isList = operations.map(({ answer }) => answer.kind === "list")
  return [
    ...(options.length === 0 ? [] : [`import type { ${options.join(", ")} } from "../core/CallOptions.ts"`]),
    ...(models.length === 0 ? [] : [`import type { ${models.join(", ")} } from "../core/Model.ts"`]),
    ...(isList.includes(false) ? [entry.imports.call] : []),
    ...(isList.includes(true) ? [entry.imports.list] : [])
  ].join("\n")
}

/** The text of one of the two files `Methods.ts`. */
export const methodsFile = (operations: ReadonlyArray<Operation>, entry: Entry): string => {
  const groups = groupsOf(operations)
  const reserved = Object.values(holders).map(({ name }) => name)
  const interfaces = groups.map(({ description, interfaceName, operations: methods }) => {
    if (reserved.includes(interfaceName)) {
      throw new Error(
        `The methods of a group would be called ${interfaceName}, which holds all groups. Rename the group.`
      )
    }
    const body = methods.map((operation) => methodText(operation, entry)).join("\n\n")
    return `${docstring([sentence(description)])}export interface ${interfaceName} {\n${body}\n}\n`
  })
  return [
    `/**\n * ${entry.header} Written by \`pnpm generate\` from the contract.\n *\n * Only says what there is: the calls themselves are made elsewhere.\n */\n${importsOf(operations, entry)}`,
    ...interfaces,
    holderText("partner", groups),
    holderText("organization", groups)
  ].join("\n\n")
}
