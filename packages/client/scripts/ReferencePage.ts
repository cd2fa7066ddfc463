/**
 * The page `docs/api.md`: one line for each method with its type in the Promise entry, and every way in which a call can fail.
 */
import { deprecationTexts } from "@partner-api/contract/EndpointMetadata"
import { errorStatus } from "@partner-api/contract/PartnerErrors"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { explanationOf } from "@partner-api/domain/Errors"
import * as Record from "effect/Record"
import { clientFaults, type ErrorTag, retryable } from "../src/core/ClientError.ts"
import { sentence } from "./Docstring.ts"
import {
  dataOf,
  followParagraphs,
  groupsOf,
  type MethodGroup,
  needOf,
  parametersOf,
  purposeOf,
  resultOf,
  type ResultTypes
} from "./MethodsFile.ts"
import type { Operation, Side } from "./Operations.ts"

const plain = { isDocumented: false }

/** The return types of the entry for promises. */
const ofPromises: ResultTypes = {
  call: (data) => `PendingCall<${data}>`,
  list: (item, end) => `PendingList<${item}${end}>`,
  follow: (item) => `AsyncIterable<FeedPage<${item}>>`
}

const linesOf = (group: string, operation: Operation): ReadonlyArray<string> => {
  const { metadata, name } = operation
  const extension = metadata.extension === undefined ? [] : [`Extension \`${metadata.extension}\`.`]
  const line = (method: string, result: string, purpose: string): string => {
    const need = needOf(metadata.access).replace(" the permission", "").replace(" in the organization", "")
    const purposeAndNeed = [purpose, ...deprecationTexts(metadata), need, ...extension].join(" ")
    return `- \`${group}.${method}(${parametersOf(operation, plain)})\` gives \`${result}\`: ${purposeAndNeed}`
  }
  return [
    line(name, resultOf(operation, plain, ofPromises), purposeOf(metadata)),
    ...(metadata.isFeed === true
      ? [line("follow", ofPromises.follow(dataOf(operation, plain)), followParagraphs.join(" "))]
      : [])
  ]
}

const sectionOf = ({ description, name, operations, title }: MethodGroup): string =>
  [`### ${title}`, sentence(description), operations.flatMap((operation) => linesOf(name, operation)).join("\n")].join(
    "\n\n"
  )

const sides: ReadonlyArray<readonly [Side, string]> = [
  ["partner", "## Methods of the client\n\nThey need your primary token, or no credentials."],
  ["organization", "## Methods of an organization\n\nThey need a token of the organization; the client fetches it."]
]

/** A way to fail, with its text on the page. */
interface Row {
  readonly tag: ErrorTag
  readonly status: string
  readonly code: string
  readonly description: string
  readonly remedy: string
  readonly note: string
}

const retryNote = (tag: ErrorTag): string => (retryable(tag) ? "may help" : "")

const rows: ReadonlyArray<Row> = [
  ...partnerErrors
    .map((error) => {
      const tag = error.fields._tag.schema.literal
      const { isReserved, ...explanation } = explanationOf(error)
      const note = isReserved ? "not answered yet" : retryNote(tag)
      return { tag, status: String(errorStatus[tag]), code: error.fields.code.schema.literal, ...explanation, note }
    })
    .toSorted((a, b) => Number(a.status) - Number(b.status)),
  ...Record.toEntries(clientFaults).map(([tag, fault]) => ({ tag, status: "", note: retryNote(tag), ...fault }))
]

/** The place of a failure on the page. Errors name it in `docs`. */
const anchorOf = (tag: ErrorTag): string => tag.toLowerCase()

const errorTable = [
  "| `_tag` | Status | `code` | Sending it again |",
  "| --- | --- | --- | --- |",
  ...rows.map(
    ({ code, note, status, tag }) => `| [\`${tag}\`](#${anchorOf(tag)}) | ${status} | \`${code}\` | ${note} |`
  )
].join("\n")

const errorSection = ({ description, remedy, tag }: Row): string =>
  [`### ${tag}`, description, `What to do: ${remedy}`].join("\n\n")

const introduction = `# Methods and errors

<!-- Written by \`pnpm generate\` from the contract. -->

Both entries have the same methods with the same arguments. The types are those of the Promise entry. In the Effect entry, \`PendingCall<A>\` is
\`Effect<A, ClientError>\`, \`PendingList<A>\` is \`Listing<A>\`, and \`AsyncIterable<A>\` is \`Stream<A, ClientError>\`. A service may lack what is called an
extension; [\`system.extensions\`](#system) lists those that it has. What a method needs is a permission of the grant.`

const errorIntroduction = `## Errors

A call fails with one of these errors, discriminated by \`_tag\`. Those with a status are answers of the service; the others come from the client.`

/** The text of the page. */
export const referencePage = (operations: ReadonlyArray<Operation>): string => {
  const groups = groupsOf(operations)
  const methods = sides.flatMap(([side, title]) => [
    title,
    ...groups.filter((group) => group.side === side).map(sectionOf)
  ])
  return `${[introduction, ...methods, errorIntroduction, errorTable, ...rows.map(errorSection)].join("\n\n")}\n`
}
