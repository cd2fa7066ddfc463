/**
 * Leaves out of a bundle what is only for readers of the contract: descriptions, titles, examples and names of schemas, marks of extensions, what the
 * OpenAPI document says of endpoints, the errors that they declare, and the commands that do the same. The documents that show them are made of the sources; a client that runs reads none, and they were a twentieth of its size.
 *
 * The descriptions of errors stay: a client prints them. Of the checks of `effect` what makes JSON Schema, code and examples of them is left out.
 */
import type { Plugin } from "rolldown"
import { type ESTree, parseSync, Visitor } from "rolldown/utils"

interface Place {
  readonly start: number
  readonly end: number
}

interface Replacement extends Place {
  readonly text: string
}

/** A member of an object, as far as it matters here. */
interface Member extends Place {
  readonly name: string
  readonly isText: boolean
  readonly isList: boolean
}

const membersOf = ({ properties }: ESTree.ObjectExpression): ReadonlyArray<Member> =>
  properties.flatMap((property) => {
    if (property.type !== "Property") return []
    const { end, key, start, value } = property
    const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : undefined
    const isText = (value.type === "Literal" && typeof value.value === "string") || value.type === "TemplateLiteral"
    return name === undefined ? [] : [{ name, start, end, isText, isList: value.type === "ArrayExpression" }]
  })

/** The annotations beside a description for the same readers. Names of schemas do: a reader of answers goes by their shape. */
const besideDescriptions = ["title", "identifier", "command"]

const isForReaders = ({ isList, isText, name }: Member, isDescribed: boolean): boolean =>
  (isText && (name === "description" || (isDescribed && besideDescriptions.includes(name)))) ||
  (isList && name === "examples") ||
  (isDescribed && name === "x-extension") ||
  name === "toJsonSchema"

/** The annotations of a schema for readers alone, also where it is computed: the bounds are those of documents, checks have their own. */
const inAnnotations = [
  "description",
  "examples",
  "x-extension",
  "format",
  "maxLength",
  "takesMoment",
  ...besideDescriptions
]

/** The members of an object that are for readers. */
const leftOut = (object: ESTree.ObjectExpression, isAnnotation: boolean): ReadonlyArray<Member> => {
  const members = membersOf(object)
  const isDescribed = members.some(({ name }) => name === "description")
  return members.filter(
    (member) => (isAnnotation && inAnnotations.includes(member.name)) || isForReaders(member, isDescribed)
  )
}

/** Methods of schemas that add what readers get to know of them, and give the schema. */
const annotating = ["annotate", "annotateKey"]

/** The annotations that a call adds to a schema; none for any other call. */
const annotationOf = ({ arguments: [given, ...more], callee }: ESTree.CallExpression): ESTree.Node | undefined =>
  callee.type === "MemberExpression" &&
  callee.property.type === "Identifier" &&
  annotating.includes(callee.property.name) &&
  more.length === 0
    ? given
    : undefined

/** The constant of the domain that marks what the specification does not have, for readers of the document. */
const isExtensionMark = (node: ESTree.Node | undefined): boolean =>
  node?.type === "Identifier" && node.name === "extension"

/** Whether what is annotated is for readers alone. */
const isForReadersAlone = (given: ESTree.Node | undefined): boolean => {
  if (given?.type !== "ObjectExpression") return isExtensionMark(given)
  const marks = given.properties.filter((one) => one.type === "SpreadElement" && isExtensionMark(one.argument))
  return leftOut(given, true).length + marks.length === given.properties.length
}

/** The `.annotate({ … })` of a call that says nothing else. */
const emptied = (call: ESTree.CallExpression): ReadonlyArray<Replacement> =>
  call.callee.type === "MemberExpression" && isForReadersAlone(annotationOf(call))
    ? [{ start: call.callee.object.end, end: call.end, text: "" }]
    : []

/** The steps of a `.pipe(…)` that annotate for readers alone, and the whole of it where it has no others. */
const emptiedSteps = (call: ESTree.CallExpression): ReadonlyArray<Replacement> => {
  const { arguments: steps, callee, end } = call
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || callee.property.name !== "pipe")
    return []
  const isEmpty = (step: ESTree.Node): boolean =>
    step.type === "CallExpression" &&
    isCallOf(step, "Schema", "annotateEncoded") &&
    isForReadersAlone(step.arguments[0])
  if (steps.every(isEmpty)) return [{ start: callee.object.end, end, text: "" }]
  return steps.flatMap((step, index) =>
    // With the comma before it: a step that is first is followed by others.
    isEmpty(step) && index > 0 ? [{ start: steps[index - 1]?.end ?? step.start, end: step.end, text: "" }] : []
  )
}

/** Whether a call is that of a function of a module, such as `OpenApi.annotations`. */
const isCallOf = (node: ESTree.Node | undefined, module: string, name: string): boolean =>
  node?.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  node.callee.object.type === "Identifier" &&
  node.callee.object.name === module &&
  node.callee.property.type === "Identifier" &&
  node.callee.property.name === name

/** The replacements in a call with an `OpenApi.annotations({ … })`, which the OpenAPI document alone reads: it merges it into other annotations. */
const ofDocument = (call: ESTree.CallExpression): ReadonlyArray<Replacement> => {
  const { arguments: given, callee, end, start } = call
  if (!isCallOf(given.at(-1), "OpenApi", "annotations")) return []
  const [first] = given
  if (given.length === 2 && first !== undefined && isCallOf(call, "Context", "merge")) {
    return [
      { start, end: first.start, text: "" },
      { start: first.end, end, text: "" }
    ]
  }
  return given.length === 1 &&
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "annotateMerge"
    ? [{ start: callee.object.end, end, text: "" }]
    : []
}

/** Whether a call declares an endpoint, or a middleware of endpoints: `HttpApiEndpoint.get(…)`, `HttpApiMiddleware.Service()(…)`. */
const isDeclaration = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === "CallExpression"
    ? isDeclaration(callee)
    : callee.type === "MemberExpression" &&
      callee.object.type === "Identifier" &&
      ["HttpApiEndpoint", "HttpApiMiddleware"].includes(callee.object.name)

/**
 * The parts of declarations for servers: errors, because a client knows an error by its code, from the list of all; and the security of
 * middleware, because a client goes by the level of an endpoint.
 */
const ofServers = ["error", "security"]

const serverMembersOf = (call: ESTree.CallExpression): ReadonlyArray<Member> =>
  isDeclaration(call)
    ? call.arguments.flatMap((given) =>
        given.type === "ObjectExpression" ? membersOf(given).filter(({ name }) => ofServers.includes(name)) : []
      )
    : []

/** The arguments of a call of the domain's `identifier`, all of it for readers: the noun and an example. */
const ofIdentifier = ({ arguments: given, callee }: ESTree.CallExpression): ReadonlyArray<Replacement> => {
  const [first, last = first] = [given.at(0), given.at(-1)]
  return first !== undefined && last !== undefined && callee.type === "Identifier" && callee.name === "identifier"
    ? [{ start: first.start, end: last.end, text: "" }]
    : []
}

/** The members of a check of `effect` for those who make documents, code or examples of a schema. A client decodes and encodes alone. */
const ofTools = ["toJsonSchema", "toCode", "arbitraryConstraint"]

/** A text without these places, of which one may lie within another. */
const without = (text: string, places: ReadonlyArray<Replacement>): string =>
  places
    .filter((one) => !places.some((other) => other !== one && other.start <= one.start && one.end <= other.end))
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { end, start, text: instead }) => rest.slice(0, start) + instead + rest.slice(end), text)

/** The place of a member, with the comma after it. */
const placeOf = ({ end, start }: Member, text: string): Replacement => {
  const comma = /^\s*,/.exec(text.slice(end))?.[0] ?? ""
  return { start, end: end + comma.length, text: "" }
}

const parsed = (path: string, text: string) => {
  const { errors, program } = parseSync(path, text, { lang: "ts" })
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`)
  return program
}

/** The text of a module of `effect` without what its checks have for tools. */
export const withoutToolsIn = (path: string, text: string): string => {
  const left: Array<Replacement> = []
  new Visitor({
    ObjectExpression: (object) =>
      void left.push(
        ...membersOf(object).flatMap((member) => (ofTools.includes(member.name) ? [placeOf(member, text)] : []))
      )
  }).visit(parsed(path, text))
  return without(text, left)
}

/** The text of a module without what is for readers: the members of its objects that hold it are gone, with the comma after each, and lists of examples are empty. */
export const withoutDocsIn = (path: string, text: string): string => {
  const left: Array<Replacement> = []
  /** Takes a member out, with the comma after it. */
  const leave = (member: Member): void => void left.push(placeOf(member, text))
  const annotations = new Set<ESTree.Node | undefined>()
  new Visitor({
    // A call is visited before its arguments.
    CallExpression: (call) => {
      annotations.add(annotationOf(call))
      left.push(...emptied(call), ...emptiedSteps(call), ...ofDocument(call), ...ofIdentifier(call))
      for (const member of serverMembersOf(call)) leave(member)
    },
    ObjectExpression: (object) => {
      for (const member of leftOut(object, annotations.has(object))) {
        // A function may take the first example of a list.
        if (member.isList && !annotations.has(object))
          left.push({ start: member.start, end: member.end, text: `${member.name}: []` })
        else leave(member)
      }
    }
  }).visit(parsed(path, text))
  return without(text, left)
}

/** The modules of the contract and of the domain, without those whose descriptions a client prints. */
const documented = /packages\/(?:domain|contract)\/src\/(?!(?:.*\/)?(?:Protocol)?Errors\.ts$).*\.ts$/

/** The modules of `effect` that make schemas and their checks. */
const schemas = /effect\/dist\/(?:Schema|SchemaAST|internal\/schema\/.*)\.js$/

/** Leaves the texts for readers out. */
export const withoutDocs: Plugin = {
  name: "without-docs",
  transform: {
    filter: { id: [documented, schemas] },
    handler: (code, id) => (schemas.test(id) ? withoutToolsIn : withoutDocsIn)(id, code)
  }
}
