/**
 * The file by which tests try the examples of all methods: the compiler checks them, and a server answers them.
 */
import { exampleFunction, exampleOrganizationId } from "./MethodExample.ts"
import type { Operation } from "./Operations.ts"

const header = `/**
 * The examples of the methods, as programs call them. Written by \`pnpm generate\` from the contract, as the comments of the methods are.
 */
import type { PartnerClient } from "../../src/index.ts"`

/** The text of `test/generate/MethodExamples.ts`. */
export const methodExamplesFile = (operations: ReadonlyArray<Operation>): string => {
  const calls = operations.flatMap((operation) => {
    const call = exampleFunction(operation)
    return call === undefined ? [] : [`${JSON.stringify(operation.id)}: ${call}`]
  })
  return [
    header,
    `/** The organization of the examples. */\nexport const exampleOrganizationId = ${JSON.stringify(exampleOrganizationId)}`,
    `/** Each method, called as in its example. */\nexport const methodExamples = {\n${calls.join(",\n")}\n}\n`
  ].join("\n\n")
}
