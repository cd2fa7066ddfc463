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
import type { ClientError } from "../core/ClientError.ts"
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
  /** Looks up what the table shows of an item and the list does not have. JSON and CSV are the list alone. */
  readonly lookUp?: (organization: OrganizationShape, item: Item) => Effect.Effect<Item, ClientError>
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

/** How many items are looked up at once: enough to hide the network, and a fraction of what a client may have under way. */
const lookUpsAtOnceMax = 4

/** Shows a list as its flags say. */
export const showList = Effect.fnUntraced(function* <Item>(
  input: ListInput,
  { columns, fields, list, lookUp, plural }: ItemList<Item>
) {
  const table = makeTable(columns, yield* Output.columns)
  const csvRows = makeCsvRows(fields)
  const print = Effect.fnUntraced(function* (organization: OrganizationShape, items: ReadonlyArray<Item>) {
    if (input.json) return yield* Output.printJson(items)
    if (input.csv) return yield* Output.printCsv(csvRows(items))
    if (items.length === 0) return
    const shown =
      lookUp === undefined
        ? items
        : yield* Effect.forEach(items, (item) => lookUp(organization, item), { concurrency: lookUpsAtOnceMax })
    yield* Output.print(table.lines(shown))
  })
  const query = Option.match(input.limit, { onNone: () => ({}), onSome: (limit) => ({ limit }) })

  const first = Effect.fnUntraced(function* (organization: OrganizationShape, listing: Listing<Item>) {
    const page = yield* listing.page
    yield* print(organization, page.content)
    if (page.next !== null) yield* Output.printNotice(`There are more ${plural}: add --all.`)
    return page.content.length
  })

  const all = Effect.fnUntraced(function* (organization: OrganizationShape, listing: Listing<Item>) {
    const progress = yield* makeProgressCount(plural)
    let count = 0
    yield* listing.pages.pipe(
      Stream.runForEach(
        Effect.fnUntraced(function* ({ content }) {
          yield* print(organization, content)
          count += content.length
          progress.show(count, yield* Clock.currentTimeMillis)
        })
      ),
      Effect.ensuring(Effect.sync(progress.end))
    )
    return count
  })

  const count = yield* inOrganization(input, (organization) =>
    (input.all ? all : first)(organization, list(organization, query))
  )
  if (count === 0) yield* Output.printNotice(`There are no ${plural}.`)
})
