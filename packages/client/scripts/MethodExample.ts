/**
 * An example of each method, as a call: with the examples that the contract has of its identifiers and its body.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import * as Predicate from "effect/Predicate"
import { exampleOf } from "./Docstring.ts"
import type { Operation } from "./Operations.ts"

/** The organization of all examples. */
export const exampleOrganizationId = String(exampleOf(OrganizationId.ast))

/** The longest line of an example. */
const widthMax = 90

const nameText = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

/** A value as a program writes it. */
const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${nameText(name)}: ${valueText(member)}`)
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`
}

/** The arguments of a method, by its example; none where the contract has no example of that. */
const givenTo = ({ body, path, pathExamples, payload }: Operation): ReadonlyArray<unknown> | undefined =>
  pathExamples.length < path.length || (payload.length > 0 && body === undefined)
    ? undefined
    : [...pathExamples, ...(body === undefined ? [] : [body])]

const organization = `partner.organization(${JSON.stringify(exampleOrganizationId)})`

/** A function that calls a method by its example. */
export const exampleFunction = (operation: Operation): string | undefined => {
  const { group, name, side } = operation
  const given = givenTo(operation)
  if (given === undefined) return undefined
  const owner = side === "partner" ? "partner" : organization
  const call = `return ${group}.${name}(${given.map(valueText).join(", ")})`
  return `(partner: PartnerClient) => {\n const { ${group} } = ${owner}\n ${call}\n}`
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The name of data of a type in a program. */
const variableOf = (type: string): string => {
  const [, item] = /^(?:ReadonlyArray|AsyncIterable)<(\w+)>$/.exec(type) ?? []
  return item === undefined ? (/^\w+$/.test(type) ? small(type) : "answer") : `${small(item)}s`
}

/** A statement with a call. The body of a long one has a line for each of its members. */
const statement = (before: string, method: string, given: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const line = `${before}${method}(${given.map(valueText).join(", ")})`
  const body = given.at(-1)
  if (line.length <= widthMax || !Predicate.isObject(body)) return [line]
  const others = given.slice(0, -1).map((one) => `${valueText(one)}, `)
  const members = Object.entries(body).map(([name, member]) => `  ${nameText(name)}: ${valueText(member)}`)
  return [`${before}${method}(${others.join("")}{`, ...members.join(",\n").split("\n"), "})"]
}

/** The style in which an entry waits for a call, and reads a list. */
interface ExampleStyle {
  /** The first lines of the example. */
  readonly head: ReadonlyArray<string>
  readonly wait: string
  readonly list: (call: string, variable: string) => ReadonlyArray<string>
}

/** The styles, in the order in which a comment shows them. */
export const exampleStyles: ReadonlyArray<ExampleStyle> = [
  {
    head: [],
    wait: "await",
    list: (call, variable) => [`for await (const ${variable} of ${call}) {`, "  // page by page, as you go", "}"]
  },
  {
    // Editors break the lines of an example whose tag has a title; a comment names the entry in its place.
    head: ["// In Effect:"],
    wait: "yield*",
    list: (call, variable) => [`yield* Stream.runForEach(${call}.items, (${variable}) => Effect.log(${variable}))`]
  }
]

/** The lines of the example of a method; none without a call. `data` is the type of what it gives. */
export const exampleLines = (operation: Operation, data: string, style: ExampleStyle): ReadonlyArray<string> => {
  const { answer, group, name, side } = operation
  const given = givenTo(operation)
  if (given === undefined) return []
  const [before, method] =
    side === "partner"
      ? [style.head, `partner.${group}.${name}`]
      : [[...style.head, `const { ${group} } = ${organization}`], `${group}.${name}`]
  const variable = variableOf(data)
  if (answer.kind === "list")
    return [...before, ...style.list(`${method}(${given.map(valueText).join(", ")})`, variable)]
  const target = answer.kind === "nothing" ? "" : `const ${variable} = `
  return [...before, ...statement(`${target}${style.wait} `, method, given)]
}
