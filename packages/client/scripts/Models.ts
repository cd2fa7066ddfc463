/**
 * The types of the API that have a name: which there are, which of them partners send, and the file that holds them.
 *
 * Pages of lists are not among them: `Page<Item>` is written by hand.
 */
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { permissions } from "@partner-api/domain/Permission"
import { PingEvent } from "@partner-api/domain/PingEvent"
import * as SchemaAST from "effect/SchemaAST"
import { docstring, paragraphsOf } from "./Docstring.ts"
import { eventDeclarations } from "./EventTypes.ts"
import { answersOf, type Operation, requestsOf } from "./Operations.ts"
import { bodyText, isEnumeration, membersText, nameOf, partsOf, typeText } from "./WireType.ts"

type AST = SchemaAST.AST

const plain = { isOpen: false, isDocumented: false }

/** Every named type that some types are made of, themselves included. One name means one type. */
const named = (roots: ReadonlyArray<AST>): ReadonlyMap<string, AST> => {
  const found = new Map<string, AST>()
  const visit = (ast: AST): void => {
    const name = nameOf(ast)
    const known = name === undefined ? undefined : found.get(name)
    if (known === ast) return
    if (name !== undefined && known !== undefined) {
      const style = { ...plain, where: name }
      if (bodyText(known, style) === bodyText(ast, style)) return
      throw new Error(`Two different types have the identifier "${name}". Give one of them another.`)
    }
    if (name !== undefined) found.set(name, ast)
    partsOf(ast).forEach(visit)
  }
  roots.forEach(visit)
  return found
}

/** The name by which `Model.ts` exports a type, with its text. */
const declaration = (name: string, ast: AST, isOpen: boolean, isGiven: boolean): string => {
  const where = typeText(ast, { ...plain, where: name })
  const style = { isOpen, isDocumented: true, where, ...(isGiven ? { isGiven: "body" as const } : {}) }
  const paragraphs = paragraphsOf(ast, isOpen && isEnumeration(ast), false)
  // The only type with a name and no description of its own is that of any JSON value.
  const docs = docstring(SchemaAST.isDeclaration(ast) ? ["Any JSON value."] : paragraphs)
  return SchemaAST.isObjects(ast)
    ? `${docs}export interface ${name} {\n${membersText(ast, style)}\n}\n`
    : `${docs}export type ${name} = ${bodyText(ast, style)}\n`
}

const header = `/**
 * The things of the API as they are sent: times and identifiers are text, and a \`Date\` is sent as text. Written by \`pnpm generate\` from the contract.
 *
 * Checks nothing, and is gone when the program runs: what comes from a server is read by the client.
 */
`

/** A type of texts that no schema has a name for. */
interface Choice {
  readonly name: string
  readonly docs: string
  readonly values: ReadonlyArray<string>
}

/** The kinds of refusals, their codes, and the permissions: written out, so that the types need nothing of the domain. */
const choices: ReadonlyArray<Choice> = [
  {
    name: "ServiceErrorTag",
    docs: "The kind of a refusal of the service.",
    values: partnerErrors.map(({ fields }) => fields._tag.schema.literal)
  },
  {
    name: "ServiceErrorCode",
    docs: "The code of a refusal of the service: `error` on the wire.",
    values: partnerErrors.map(({ fields }) => fields.code.schema.literal)
  },
  { name: "Permission", docs: "The permissions of a token in an organization.", values: permissions }
]

const choiceType = ({ docs, name, values }: Choice): readonly [string, string] => [
  name,
  `${docstring([docs])}export type ${name} = ${values.map((value) => JSON.stringify(value)).join(" | ")}\n`
]

/** The bodies that the service sends to webhook endpoints and no operation answers. */
const delivered: ReadonlyArray<AST> = [SchemaAST.toEncoded(PingEvent.ast)]

/** The text of `Model.ts`. */
export const modelFile = (operations: ReadonlyArray<Operation>): string => {
  const requests = operations.flatMap(requestsOf)
  const sent = named(requests)
  const answered = named([...operations.flatMap(answersOf), ...delivered])
  const all = named([...requests, ...operations.flatMap(answersOf), ...delivered])
  const { events, shared } = eventDeclarations(all)
  const declarations = [...all].map(
    ([name, ast]) => [name, events.get(name) ?? declaration(name, ast, !sent.has(name), !answered.has(name))] as const
  )
  const unnamed = [...shared, ...choices.map(choiceType)]
  const [taken] = unnamed.find(([name]) => all.has(name)) ?? []
  if (taken !== undefined) throw new Error(`The identifier "${taken}" is taken. Give the schema another.`)
  const texts = [...declarations, ...unnamed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return `${header}\n${texts.join("\n")}`
}
