/**
 * The methods of the client as interfaces: one for each group, and one for each side that has groups. Everything about a method is
 * written once, for both entries; an {@link Entry} adds only the types that its methods return.
 */
import { type EndpointMetadataShape, oneOf } from "@partner-api/contract/EndpointMetadata"
import type { Access } from "@partner-api/domain/Token"
import * as Record from "effect/Record"
import { docstring, sentence } from "./Docstring.ts"
import { exampleLines, type ExampleStyle } from "./MethodExample.ts"
import { type Operation, optionTypes, type Side } from "./Operations.ts"
import { namesIn, typeText } from "./WireType.ts"

/** The return types of the methods in one entry of the package. */
export interface Entry {
  /** The first sentence of the file. */
  readonly header: string
  /** A list; of a feed, with the type of what its pages have besides. */
  readonly list: (item: string, end: string) => string
  readonly call: (data: string) => string
  /** A feed that is followed. */
  readonly follow: (item: string) => string
  /** How its examples are written. */
  readonly example: ExampleStyle
  /** Imports that calls and lists need; a file without lists has none for them. */
  readonly imports: { readonly list: string; readonly call: string; readonly feed: string }
}

/** The entries, by the key of their file. */
export const entries = {
  promiseMethods: {
    header: "The methods of the client, as promises.",
    list: (item, end) => `PendingList<${item}${end}>`,
    call: (data) => `PendingCall<${data}>`,
    follow: (item) => `AsyncIterable<FeedPage<${item}>>`,
    example: {
      wait: "await",
      list: (call, variable) => [`for await (const ${variable} of ${call}) {`, "  // page by page, as you go", "}"]
    },
    imports: {
      feed: 'import type { FeedEnd, FeedPage } from "../core/pages/Page.ts"',
      list: 'import type { PendingList } from "./PendingList.ts"',
      call: 'import type { PendingCall } from "./PendingCall.ts"'
    }
  },
  effectMethods: {
    header: "The methods of the client, as effects.",
    list: (item, end) => `Listing<${item}${end}>`,
    call: (data) => `Effect.Effect<${data}, ClientError>`,
    follow: (item) => `Stream.Stream<FeedPage<${item}>, ClientError>`,
    example: {
      wait: "yield*",
      list: (call, variable) => [`yield* Stream.runForEach(${call}.items, (${variable}) => Effect.log(${variable}))`]
    },
    imports: {
      feed: 'import type { FeedEnd, FeedPage } from "../core/pages/Page.ts"\nimport type * as Stream from "effect/Stream"',
      list: 'import type { Listing } from "./Listing.ts"',
      call: 'import type { ClientError } from "../core/ClientError.ts"\nimport type * as Effect from "effect/Effect"'
    }
  }
} as const satisfies Readonly<Record<string, Entry>>

/** A text that differs between the entries. */
type TextOf = (entry: Entry) => string

/** What a method needs, as a sentence. */
export const needOf = (access: Access): string => {
  switch (access.level) {
    case "public":
    // The client has no methods for operators.
    case "operator":
      return "Needs no credentials."
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
  const type = typeText(given, { isOpen: false, isDocumented, isGiven: "query", told, where: `The query of ${id}` })
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

/** The return type of a method. */
export const resultOf = (operation: Operation, writing: Writing): TextOf => {
  const data = dataOf(operation, writing)
  const { answer, metadata } = operation
  const end = metadata.isFeed === true ? ", FeedEnd" : ""
  return (entry) => (answer.kind === "list" ? entry.list(data, end) : entry.call(data))
}

const methodText = (operation: Operation): TextOf => {
  const { errors, metadata, name } = operation
  const writing = { isDocumented: true }
  const told = [
    `${purposeOf(metadata)} ${needOf(metadata.access)}`,
    metadata.extension === undefined ? "" : `Extension \`${metadata.extension}\`: not in the specification.`,
    errors.size === 0 ? "" : `The service may refuse with ${[...errors.keys()].map((tag) => `\`${tag}\``).join(", ")}.`
  ]
  const data = dataOf(operation, { isDocumented: false })
  const signature = `${name}(${parametersOf(operation, writing)})`
  const result = resultOf(operation, writing)
  const method: TextOf = (entry) =>
    `${docstring(told, exampleLines(operation, data, entry.example))}${signature}: ${result(entry)}`
  if (metadata.isFeed !== true) return method
  const followed: TextOf = (entry) =>
    `${docstring(toldOfFollow)}follow(${parametersOf(operation, writing)}): ${entry.follow(data)}`
  return (entry) => `${method(entry)}\n\n${followed(entry)}`
}

/** What is said of the method that follows a feed. */
export const toldOfFollow = [
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

const interfaceText = ({ description, interfaceName, operations }: MethodGroup): TextOf => {
  if (Object.values(holders).some(({ name }) => name === interfaceName)) {
    throw new Error(
      `The methods of a group would be called ${interfaceName}, which holds all groups. Rename the group.`
    )
  }
  const head = `${docstring([sentence(description)])}export interface ${interfaceName} {\n`
  const methods = operations.map(methodText)
  return (entry) => `${head}${methods.map((method) => method(entry)).join("\n\n")}\n}\n`
}

const importsOf = (operations: ReadonlyArray<Operation>): TextOf => {
  const types = operations.flatMap(({ answer, payload, query }) => [
    ...(answer.kind === "list" ? [answer.item] : answer.kind === "one" ? answer.types : []),
    ...payload,
    ...(query === undefined ? [] : [query.given])
  ])
  const models = [...new Set(types.flatMap(namesIn))].toSorted()
  const options = optionTypes.filter((type) => operations.some((operation) => operation.options.includes(type)))
  const isList = operations.map(({ answer }) => answer.kind === "list")
  return ({ imports }) =>
    [
      ...(options.length === 0 ? [] : [`import type { ${options.join(", ")} } from "../core/CallOptions.ts"`]),
      ...(models.length === 0 ? [] : [`import type { ${models.join(", ")} } from "../core/Model.ts"`]),
      ...(isList.includes(false) ? [imports.call] : []),
      ...(isList.includes(true) ? [imports.list] : []),
      ...(operations.some(({ metadata }) => metadata.isFeed === true) ? [imports.feed] : [])
    ].join("\n")
}

/** The texts of the files `Methods.ts`, by entry. */
export const methodsFiles = (operations: ReadonlyArray<Operation>): Readonly<Record<keyof typeof entries, string>> => {
  const groups = groupsOf(operations)
  const imports = importsOf(operations)
  const interfaces = groups.map(interfaceText)
  const sides = [holderText("partner", groups), holderText("organization", groups)]
  return Record.map(entries, (entry) =>
    [
      `/**\n * ${entry.header} Written by \`pnpm generate\` from the contract.\n *\n * Only says what there is: the calls themselves are made elsewhere.\n */\n${imports(entry)}`,
      ...interfaces.map((text) => text(entry)),
      ...sides
    ].join("\n\n")
  )
}
