/**
 * Prints the records of an organization, page by page, so that a list of any length may be printed: as a table, or with `--json` each record
 * on a line of its own (NDJSON). Knows no kind of record.
 */
import { columns } from "@partner-api/cli-kit/Output"
import { type Column, makeTable } from "@partner-api/cli-kit/Table"
import { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, limitMax, type PageRequest, toPage } from "@partner-api/domain/Pagination"
import { SearchQuery } from "@partner-api/domain/Search"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"

/** The flags of every such list. `search` is a part of the filter. */
export const listFlags = {
  organization: Flag.String("organization").pipe(
    Flag.withDescription("The organization"),
    Flag.withSchema(OrganizationId)
  ),
  search: Flag.String("search").pipe(
    Flag.withDescription("Only records with these words, or with words that begin so"),
    Flag.withSchema(SearchQuery),
    Flag.map((q) => ({ q })),
    Flag.withDefault({})
  ),
  json
}

/** Every page of a list. */
const pagesOf = <Row, E, R>(page: (request: PageRequest) => Effect.Effect<FoundRows<Row>, E, R>) =>
  Stream.paginate<string | undefined, ReadonlyArray<Row>, E, R>(undefined, (after) =>
    Effect.map(page({ after, limit: limitMax }), (found) => {
      const { nextAfter, rows } = toPage(found.rows, limitMax, ({ position }) => position, found.lookedTo)
      return [[rows.map(({ row }) => row)], nextAfter === undefined ? Option.none() : Option.some(nextAfter)] as const
    })
  )

interface Listed {
  readonly organization: OrganizationId
  readonly json: boolean
}

/** Prints a list. An organization that is not there is an error, and not an empty list. */
export const printList = <Row, Shown, E, R>(
  input: Listed,
  shown: ReadonlyArray<Column<Shown>>,
  read: (row: Row) => Shown,
  page: (request: PageRequest) => Effect.Effect<FoundRows<Row>, E, R>
) =>
  Effect.gen(function* () {
    yield* Effect.flatMap(OrganizationAdministration, ({ get }) => get(input.organization))
    const table = makeTable(shown, yield* columns)
    yield* Stream.runForEach(pagesOf(page), (rows) => {
      const records = rows.map(read)
      return input.json
        ? Effect.forEach(records, (record) => print(true, record, []), { discard: true })
        : print(false, undefined, table.lines(records))
    })
  })
