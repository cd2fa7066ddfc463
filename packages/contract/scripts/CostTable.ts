/**
 * The table of what one point pays for, as text: made from the units of the domain, for `docs/partners.md`. Writes no file.
 */
import { unitsPerPoint, type WorkKind } from "@partner-api/domain/RequestCost"
import * as Struct from "effect/Struct"
import { withTable } from "./Table.ts"

/** Each kind of work, as partners know it. */
const works: Readonly<Record<WorkKind, { readonly what: string; readonly unit: "bytes" | string }>> = {
  rowsRead: { what: "items of a list", unit: "items" },
  bytesIn: { what: "the body of the request", unit: "bytes" },
  bytesOut: { what: "the body of the answer, before compression", unit: "bytes" },
  fileBytes: { what: "a file, in the request or in the answer", unit: "bytes" },
  wordsSearched: { what: "a search with `q`", unit: "words" },
  wordsIndexed: { what: "the text of jobs and users that is written and can be searched", unit: "words" },
  bytesStored: {
    what: "what a write stores: the record, its event, the answer under an idempotency key",
    unit: "bytes"
  },
  pings: { what: "a ping to a webhook endpoint", unit: "ping" },
  deliveries: { what: "deliveries that are requested once more", unit: "deliveries" }
}

const amountOf = (units: number, unit: string): string =>
  unit === "bytes" ? `${units / 1_024} KiB` : `${units.toLocaleString("en")} ${unit}`

/** `docs/partners.md` with the table of these units in place of the one it has. */
export const withCostTable = (page: string): string =>
  withTable(
    "docs/partners.md",
    page,
    [
      ["One point pays for", "of"],
      ...Struct.keys(unitsPerPoint).map((kind) => [amountOf(unitsPerPoint[kind], works[kind].unit), works[kind].what])
    ],
    "what requests cost"
  )
