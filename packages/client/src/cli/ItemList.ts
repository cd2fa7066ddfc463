/**
 * A command that shows a list of an organization: the first page and how to get more, or everything, one page in memory at a time.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { makeProgressCount } from "@partner-api/cli-kit/ProgressCount"
import { type Column, makeTable } from "@partner-api/cli-kit/Table"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Listing } from "../effect/Listing.ts"
import type { OrganizationShape } from "../effect/PartnerShape.ts"
import { makeCsvRows } from "./CsvMembers.ts"
import { inOrganization } from "./Session.ts"

/** What is special about a list. */
export interface ItemList<Item> {
  /** Its things, in the plural: `jobs`. */
  readonly plural: string
  readonly columns: ReadonlyArray<Column<Item>>
  /** The members of an item as the contract declares them. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly list: (organization: OrganizationShape, query: { readonly limit?: number }) => Listing<Item>
}

/** What the flags of a list say. */
export interface ListInput {
  readonly config: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly json: boolean
  readonly csv: boolean
  readonly limit: Option.Option<number>
  readonly all: boolean
}

/** Shows a list as its flags say. */
export const showList = Effect.fnUntraced(function* <Item>(
  input: ListInput,
  { columns, fields, list, plural }: ItemList<Item>
) {
  const table = makeTable(columns, yield* Output.columns)
  const csvRows = makeCsvRows(fields)
  const print = (items: ReadonlyArray<Item>) => {
    if (input.json) return Output.printJson(items)
    if (input.csv) return Output.printCsv(csvRows(items))
    return items.length === 0 ? Effect.void : Output.print(table.lines(items))
  }
  const query = Option.match(input.limit, { onNone: () => ({}), onSome: (limit) => ({ limit }) })

  const first = Effect.fnUntraced(function* (listing: Listing<Item>) {
    const page = yield* listing.page
    yield* print(page.content)
    if (page.next !== null) yield* Output.tell(`There are more ${plural}: add --all.`)
    return page.content.length
  })

  const all = Effect.fnUntraced(function* (listing: Listing<Item>) {
    const progress = yield* makeProgressCount(plural)
    let count = 0
    yield* listing.pages.pipe(
      Stream.runForEach(
        Effect.fnUntraced(function* ({ content }) {
          yield* print(content)
          count += content.length
          progress.show(count, yield* Clock.currentTimeMillis)
        })
      ),
      Effect.ensuring(Effect.sync(progress.end))
    )
    return count
  })

  const count = yield* inOrganization(input, (organization) => (input.all ? all : first)(list(organization, query)))
  if (count === 0) yield* Output.tell(`There are no ${plural}.`)
})
