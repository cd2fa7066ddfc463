/**
 * Pages in memory end where those of a database end. The bound of their bytes is a rule of the domain.
 */
import { type FoundRows, withinBytes } from "@partner-api/domain/Pagination"
import { textBytes } from "../TextBytes.ts"

/** Ends a page of stored texts at `pageBytesMax`. */
export const pageOfTexts = <Row extends { readonly json: string }>(found: FoundRows<Row>): FoundRows<Row> =>
  withinBytes(found, ({ json }) => textBytes(json))
