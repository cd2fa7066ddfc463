/**
 * Rows of the worst-case table that may take more than the bounds of the table, each with its own bound and the reason. A row that is not here has to
 * keep the bounds; an entry whose row keeps them is to be taken out.
 */
import type { Engine } from "../../test/worst/Measure.ts"

/** A bound of its own. What is absent is as for every row. */
export interface KnownAbove {
  readonly cpuMsMax?: number
  readonly pieceMsMax?: number
  /** Where it holds; on both engines by default. */
  readonly engine?: Engine
  readonly reason: string
}

/** By the id of the endpoint, or by that and the input: `partner jobs.list | passes all`. */
export const knownAbove: Readonly<Record<string, KnownAbove | undefined>> = {}
