/**
 * The file of the errors as classes, one for each way in which a call can fail.
 */
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { explanationOf } from "@partner-api/domain/Errors"
import * as Record from "effect/Record"
import { clientFaults } from "../src/core/ClientError.ts"
import { docstring } from "./Docstring.ts"

/** The name of the class of a kind. */
const classOf = (tag: string): string => (tag.endsWith("Error") ? tag : `${tag}Error`)

const kinds: ReadonlyArray<readonly [tag: string, description: string]> = [
  ...partnerErrors.map((error) => [error.fields._tag.schema.literal, explanationOf(error).description] as const),
  ...Record.toEntries(clientFaults).map(([tag, { description }]) => [tag, description] as const)
]

const declarationOf = ([tag, description]: readonly [string, string]): string => {
  const [name, kind] = [classOf(tag), `ClientFailure<${JSON.stringify(tag)}>`]
  const value = `export const ${name}: ErrorClass<${kind}> = /* @__PURE__ */ errorClass(${JSON.stringify(tag)})`
  return `${docstring([description])}${value}\nexport type ${name} = ${kind}\n`
}

/** The text of `ErrorClasses.ts`. */
export const errorClassesFile = (): string =>
  [
    `/**
 * The errors of the library as classes, for \`instanceof\`. Written by \`pnpm generate\` from the contract.
 *
 * Only lists the classes: \`ClientError.ts\` makes them.
 */
import { type ClientFailure, type ErrorClass, errorClass } from "./ClientError.ts"`,
    ...kinds.map(declarationOf)
  ].join("\n\n")
