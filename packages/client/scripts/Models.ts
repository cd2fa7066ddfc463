/**
 * The types of the API that have a name: which there are, which of them partners send, and the file that holds them.
 *
 * Pages of lists are not among them: `Page<Item>` is written by hand.
 */
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import * as SchemaAST from "effect/SchemaAST"
import { docstring, paragraphsOf } from "./Docstring.ts"
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
const declaration = (name: string, ast: AST, isOpen: boolean): string => {
  const style = { isOpen, isDocumented: true, where: typeText(ast, { ...plain, where: name }) }
  const told = paragraphsOf(ast, isOpen && isEnumeration(ast), false)
  // The only type with a name and no description of its own is that of any JSON value.
  const docs = docstring(SchemaAST.isDeclaration(ast) ? ["Any JSON value."] : told)
  return SchemaAST.isObjects(ast)
    ? `${docs}export interface ${name} {\n${membersText(ast, style)}\n}\n`
    : `${docs}export type ${name} = ${bodyText(ast, style)}\n`
}

const header = `/**
 * The things of the API as they are sent: times and identifiers are text. Written by \`pnpm generate\` from the contract.
 *
 * Checks nothing, and is gone when the program runs: what comes from a server is read by the client.
 */
`

/** The kinds of refusals, and their codes: written out, so that the types of errors need nothing of the domain. */
const refusals: ReadonlyArray<readonly [string, string]> = [
  ["ServiceErrorTag", docstring(["The kind of a refusal of the service."])],
  ["ServiceErrorCode", docstring(["The code of a refusal of the service: `error` on the wire."])]
]

const refusalTypes = (): ReadonlyArray<readonly [string, string]> =>
  refusals.map(([name, docs]) => {
    const values = partnerErrors.map(({ fields }) =>
      JSON.stringify(name === "ServiceErrorTag" ? fields._tag.schema.literal : fields.code.schema.literal)
    )
    return [name, `${docs}export type ${name} = ${values.join(" | ")}\n`]
  })

/** The text of `Model.ts`. */
export const modelFile = (operations: ReadonlyArray<Operation>): string => {
  const requests = operations.flatMap(requestsOf)
  const sent = named(requests)
  const all = named([...requests, ...operations.flatMap(answersOf)])
  const declarations = [...all].map(([name, ast]) => [name, declaration(name, ast, !sent.has(name))] as const)
  const taken = refusals.find(([name]) => all.has(name))
  if (taken !== undefined) throw new Error(`The identifier "${taken[0]}" is taken. Give the schema another.`)
  const texts = [...declarations, ...refusalTypes()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return `${header}\n${texts.join("\n")}`
}
