/**
 * Writes the methods of the client as interfaces over a kind: one for each group, and one for each side that has groups. `core/MethodKind.ts`
 * gives the kinds; what an entry returns is not written here.
 */
import { type EndpointMetadataShape, oneOf } from "@partner-api/contract/EndpointMetadata"
import type { Access } from "@partner-api/domain/Token"
import { deprecationTag, docstring, sentence } from "./Docstring.ts"
import { exampleLines, exampleStyles } from "./MethodExample.ts"
import { dataTypesOf, type Operation, optionTypes, type Side } from "./Operations.ts"
import { namesIn, typeText } from "./WireType.ts"

/** The texts of the types that methods return. */
export interface ResultTypes {
  readonly call: (data: string) => string
  /** A list; of a feed, with the type of what its pages have besides. */
  readonly list: (item: string, end: string) => string
  /** A feed that is followed. */
  readonly follow: (item: string) => string
}

/** The return types of the interfaces. */
const ofKind: ResultTypes = {
  call: (data) => `CallOf<Kind, ${data}>`,
  list: (item, end) => `ListOf<Kind, ${item}${end}>`,
  follow: (item) => `FollowOf<Kind, ${item}>`
}

/** The permission that a method needs, as a sentence. */
export const needOf = (access: Access): string => {
  switch (access.level) {
    case "public":
    // The client has no methods for operators.
    case "operator":
      return "Needs no credentials."
    case "credentials":
      return "Sends your client id and client secret, and no token."
    case "primary":
      return access.right === undefined
        ? "Needs your credentials."
        : `Needs the right \`${access.right}\` of your client.`
    case "scoped":
      return access.anyOf.length === 0
        ? "Needs a grant for the organization."
        : `Needs the permission ${oneOf(access.anyOf)} in the organization.`
  }
}

/** The purpose of a method. A title that its description begins with is left out. */
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
  const { given, sent } = query
  const isOptional = given.propertySignatures.every(({ type }) => type.context?.isOptional === true)
  const type = typeText(given, {
    isOpen: false,
    isDocumented,
    isGiven: "query",
    described: sent,
    where: `The query of ${id}`
  })
  return [`query${isOptional ? "?" : ""}: ${type}`]
}

/** The parameters of a method, in its parentheses. */
export const parametersOf = (operation: Operation, writing: Writing): string =>
  [
    ...operation.path.map((name) => `${name}: string`),
    ...payloadText(operation, writing),
    ...queryText(operation, writing),
    `options?: ${operation.options.join(" & ")}`
  ].join(", ")

/** The data of the answer of an endpoint: the item of a list, the data, or nothing. */
export const dataOf = ({ answer, id }: Operation, { isDocumented }: Writing): string => {
  const style = { isOpen: true, isDocumented, where: `The answer of ${id}` }
  switch (answer.kind) {
    case "list":
      return typeText(answer.item, style)
    case "lines":
      return `AsyncIterable<${typeText(answer.line, style)}>`
    case "one":
      return union(answer.types.map((ast) => typeText(ast, style)))
    case "nothing":
      return "void"
  }
}

/** The return type of a method. */
export const resultOf = (operation: Operation, writing: Writing, types: ResultTypes): string => {
  const data = dataOf(operation, writing)
  const { answer, metadata } = operation
  return answer.kind === "list" ? types.list(data, metadata.isFeed === true ? ", FeedEnd" : "") : types.call(data)
}

const methodText = (operation: Operation): string => {
  const { errors, metadata, name } = operation
  const writing = { isDocumented: true }
  const paragraphs = [
    `${purposeOf(metadata)} ${needOf(metadata.access)}`,
    metadata.extension === undefined ? "" : `Extension \`${metadata.extension}\`: not in the specification.`,
    errors.size === 0 ? "" : `The service may refuse with ${[...errors.keys()].map((tag) => `\`${tag}\``).join(", ")}.`,
    ...deprecationTag(metadata.deprecated)
  ]
  const data = dataOf(operation, { isDocumented: false })
  const parameters = parametersOf(operation, writing)
  const examples = exampleStyles.map((style) => exampleLines(operation, data, style))
  const method = `${docstring(paragraphs, examples)}${name}(${parameters}): ${resultOf(operation, writing, ofKind)}`
  return metadata.isFeed === true
    ? `${method}\n\n${docstring(followParagraphs)}follow(${parameters}): ${ofKind.follow(data)}`
    : method
}

/** Describes the method that follows a feed. */
export const followParagraphs = [
  "Follows the feed: page after page, and at its end waits for more. A page comes at least every ten seconds, empty where nothing happened. Keep the `cursor` of a page once its items are done, and go on from it after a restart; what came after it comes again.",
  'Fails as other calls do. `CursorExpired` means that events would be missed: walk the lists once more, and begin with `start: "latest"`.'
]

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
  partner: { name: "PartnerMethods", docs: "The methods of a client for its own credentials." },
  organization: { name: "OrganizationMethods", docs: "The methods of a client inside one organization." }
}

const holderText = (side: Side, groups: ReadonlyArray<MethodGroup>): string => {
  const { docs, name } = holders[side]
  const members = groups
    .filter((group) => group.side === side)
    .map((group) => `${docstring([sentence(group.description)])}readonly ${group.name}: ${group.interfaceName}<Kind>`)
  return `${docstring([docs])}export interface ${name}<Kind extends MethodKind> {\n${members.join("\n")}\n}\n`
}

const interfaceText = ({ description, interfaceName, operations }: MethodGroup): string => {
  if (Object.values(holders).some(({ name }) => name === interfaceName)) {
    throw new Error(
      `The methods of a group would be called ${interfaceName}, which holds all groups. Rename the group.`
    )
  }
  const head = `${docstring([sentence(description)])}export interface ${interfaceName}<Kind extends MethodKind> {\n`
  return `${head}${operations.map(methodText).join("\n\n")}\n}\n`
}

const importsOf = (operations: ReadonlyArray<Operation>): string => {
  const types = operations.flatMap((operation) => [
    ...dataTypesOf(operation),
    ...operation.payload,
    ...(operation.query === undefined ? [] : [operation.query.given])
  ])
  const models = [...new Set(types.flatMap(namesIn))].toSorted()
  const options = optionTypes.filter((type) => operations.some((operation) => operation.options.includes(type)))
  const isList = operations.map(({ answer }) => answer.kind === "list")
  const isFeed = operations.some(({ metadata }) => metadata.isFeed === true)
  const kinds = [
    ...(isList.includes(false) ? ["CallOf"] : []),
    ...(isFeed ? ["FollowOf"] : []),
    ...(isList.includes(true) ? ["ListOf"] : []),
    "MethodKind"
  ]
  return [
    ...(options.length === 0 ? [] : [`import type { ${options.join(", ")} } from "./CallOptions.ts"`]),
    `import type { ${kinds.join(", ")} } from "./MethodKind.ts"`,
    ...(models.length === 0 ? [] : [`import type { ${models.join(", ")} } from "./Model.ts"`]),
    ...(isFeed ? ['import type { FeedEnd } from "./pages/Page.ts"'] : [])
  ].join("\n")
}

const header = `/**
 * The methods of the client, over the kind of what they return. Written by \`pnpm generate\` from the contract.
 *
 * Types only: \`Method.ts\` makes the methods.
 */`

/** The text of `Methods.ts`. */
export const methodsFile = (operations: ReadonlyArray<Operation>): string => {
  const groups = groupsOf(operations)
  return [
    `${header}\n${importsOf(operations)}`,
    ...groups.map(interfaceText),
    holderText("partner", groups),
    holderText("organization", groups)
  ].join("\n\n")
}
