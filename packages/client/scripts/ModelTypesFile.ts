/**
 * The file by which a test compares the written types with the contract's own: for each endpoint what it takes and gives, and for
 * each error its body, in the written types.
 */
import { dataTypesOf, type Operation } from "./Operations.ts"
import { dataOf } from "./MethodsFile.ts"
import { bodyText, namesIn, partsOf, typeText } from "./WireType.ts"

const writing = { isDocumented: false }

const membersOf = (name: string, docs: string, members: ReadonlyArray<string>): string =>
  `/** ${docs} */\nexport interface ${name} {\n${members.join("\n")}\n}\n`

/** The text of `test/generate/ModelTypes.ts`. */
export const modelTypesFile = (operations: ReadonlyArray<Operation>): string => {
  const errors = new Map(operations.flatMap((operation) => [...operation.errors]))
  const requests = operations.filter(({ payload }) => payload.length > 0)
  const mentioned = [
    ...operations.flatMap((operation) => (operation.answer.kind === "lines" ? [] : dataTypesOf(operation))),
    ...requests.flatMap(({ payload }) => payload),
    ...[...errors.values()].flatMap(partsOf)
  ]
  const models = [...new Set(mentioned.flatMap(namesIn))].toSorted()
  const header = [
    "/**\n * What each endpoint takes and gives, and what its errors look like, in the types that partners get. Written by `pnpm generate`\n * from the contract, and compared with the contract's own types in `Agreement.test.ts`.\n */",
    `import type { ${models.join(", ")} } from "../../src/core/Model.ts"`,
    ...(operations.some(({ answer }) => answer.kind === "list")
      ? ['import type { FeedPage, Page } from "../../src/core/pages/Page.ts"']
      : [])
  ].join("\n")
  const pages =
    '/** A page as it is sent; the client adds the cursor. */\ntype SentPage<Item> = Omit<Page<Item>, "nextCursor">\n/** A page of a feed as it is sent. */\ntype SentFeedPage<Item> = Omit<FeedPage<Item>, "nextCursor">'
  return [
    header,
    ...(operations.some(({ answer }) => answer.kind === "list") ? [pages] : []),
    `/** The endpoints that partners call. */\nexport const endpointIds = [${operations.map(({ id }) => JSON.stringify(id)).join(", ")}] as const`,
    membersOf(
      "Answers",
      "What each endpoint gives.",
      operations.map((operation) => {
        const data = dataOf(operation, writing)
        const { answer, metadata } = operation
        const page = metadata.isFeed === true ? "SentFeedPage" : "SentPage"
        // Lines are sent as a text.
        const sent = answer.kind === "lines" ? "string" : answer.kind === "list" ? `${page}<${data}>` : data
        return `readonly "${operation.id}": ${sent}`
      })
    ),
    membersOf(
      "Requests",
      "What each endpoint takes as its body.",
      requests.map(({ id, payload }) => {
        const types = payload.map((ast) => typeText(ast, { isOpen: false, ...writing, where: id }))
        return `readonly "${id}": ${types.join(" | ")}`
      })
    ),
    membersOf(
      "Failures",
      "The body of each error.",
      [...errors].map(([tag, ast]) => `readonly ${tag}: ${bodyText(ast, { isOpen: true, ...writing, where: tag })}`)
    )
  ].join("\n\n")
}
