/**
 * A command that shows a list of an organization, or of the client itself: the first page and how to get more, or everything, one page in memory at a time.
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
import type { OrganizationShape, PartnerShape } from "../effect/PartnerShape.ts"
import { makeCsvRows } from "./CsvMembers.ts"
import { inClient, inOrganization } from "./Session.ts"

/** The particulars of a list. Its holder has the method that lists: an organization, or the client. */
export interface ItemList<Item, Holder = OrganizationShape> {
  /** Its things, in the plural: `jobs`. */
  readonly plural: string
  readonly columns: ReadonlyArray<Column<Item>>
  /** The members of an item as the contract declares them. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Looks up what the table shows of an item and the list does not have. JSON and CSV are the list alone. */
  readonly lookUp?: (holder: Holder, item: Item) => Effect.Effect<Item, ClientError>
  readonly list: (holder: Holder, query: { readonly limit?: number }) => Listing<Item>
}

/** The values of the flags of a list of the client. */
export interface OwnListInput {
  readonly config: Option.Option<string>
  readonly json: boolean
  readonly csv: boolean
  readonly limit: Option.Option<number>
  readonly all: boolean
}

/** The values of the flags of a list of an organization. */
export interface ListInput extends OwnListInput {
  readonly organization: Option.Option<string>
}

/** The number of items that are looked up at once: enough to hide the network, and a fraction of what a client may have under way. */
const lookUpsAtOnceMax = 4

/** Makes the function that prints a list of a holder in the form that the flags select, and returns whether the list has an item. */
const makeShow = Effect.fnUntraced(function* <Item, Holder>(
  input: OwnListInput,
  { columns, fields, list, lookUp, plural }: ItemList<Item, Holder>
) {
  const table = makeTable(columns, yield* Output.columns)
  const csvRows = makeCsvRows(fields)
  const print = Effect.fnUntraced(function* (holder: Holder, items: ReadonlyArray<Item>) {
    if (input.json) return yield* Output.printJson(items)
    if (input.csv) return yield* Output.printCsv(csvRows(items))
    if (items.length === 0) return
    const shown =
      lookUp === undefined
        ? items
        : yield* Effect.forEach(items, (item) => lookUp(holder, item), { concurrency: lookUpsAtOnceMax })
    yield* Output.print(table.lines(shown))
  })
  const query = Option.match(input.limit, { onNone: () => ({}), onSome: (limit) => ({ limit }) })

  const first = Effect.fnUntraced(function* (holder: Holder, listing: Listing<Item>) {
    const page = yield* listing.page
    yield* print(holder, page.content)
    if (page.next !== null) yield* Output.printNotice(`There are more ${plural}: add --all.`)
    // A page may be empty and have a next one.
    return page.content.length > 0 || page.next !== null
  })

  const all = Effect.fnUntraced(function* (holder: Holder, listing: Listing<Item>) {
    const progress = yield* makeProgressCount(plural)
    let count = 0
    yield* listing.pages.pipe(
      Stream.runForEach(
        Effect.fnUntraced(function* ({ content }) {
          yield* print(holder, content)
          count += content.length
          progress.show(count, yield* Clock.currentTimeMillis)
        })
      ),
      Effect.ensuring(Effect.sync(progress.end))
    )
    return count > 0
  })

  return (holder: Holder) => (input.all ? all : first)(holder, list(holder, query))
})

const noteEmpty = (hasItems: boolean, plural: string) =>
  hasItems ? Effect.void : Output.printNotice(`There are no ${plural}.`)

/** Prints a list of an organization in the form that its flags select. */
export const showList = Effect.fnUntraced(function* <Item>(input: ListInput, list: ItemList<Item>) {
  const show = yield* makeShow(input, list)
  yield* noteEmpty(yield* inOrganization(input, show), list.plural)
})

/** Prints a list of the client in the form that its flags select. */
export const showOwnList = Effect.fnUntraced(function* <Item>(input: OwnListInput, list: ItemList<Item, PartnerShape>) {
  const show = yield* makeShow(input, list)
  yield* noteEmpty(yield* inClient(input, show), list.plural)
})
