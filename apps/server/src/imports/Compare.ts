/**
 * The changes that a file would make to the stored records: the same lines by the same rules as an import, and nothing is written.
 *
 * A line counts against what the lines before it would have made. All of that would be the file in memory, so only records are
 * kept that a later line can meet again.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Transaction } from "@partner-api/service/store/Transaction"
import { addBadLines } from "./BadLines.ts"
import { foldBatches, type ImportRequest, judge } from "./ImportPass.ts"
import type { ImportTarget } from "./ImportTargets.ts"
import { layered, makeKnownRows } from "./KnownRows.ts"
import { makeRepeatedLines } from "./RepeatedLines.ts"
import { addTally, nothingMade, type Upserted, upsert } from "./Upsert.ts"

/** The names that come more than once in a file. */
const repeatedNames = <Line, Row>({ kind }: ImportTarget<Line, Row>, request: ImportRequest) =>
  Effect.suspend(() => {
    const names = new Set<string>()
    const repeated = new Set<string>()
    return foldBatches(request, "checking", (report, batch) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        for (const { name } of judge(kind, request.file, batch, nowMs).good) {
          if (names.has(name)) repeated.add(name)
          else names.add(name)
        }
        return report
      })
    ).pipe(Effect.as(repeated))
  })

/** Goes through a file and reports the records that it would create, change and leave unchanged, and the bad lines. */
export const compare = Effect.fnUntraced(function* <Line, Row extends { readonly id: string }>(
  target: ImportTarget<Line, Row>,
  request: ImportRequest
) {
  const { kind, bringsIds, finder } = target
  const { organizationId, file, onError } = request
  const transaction = yield* Transaction
  const repeated = bringsIds ? undefined : yield* repeatedNames(target, request)
  const seen = makeKnownRows<Row>()
  const addRepeated = makeRepeatedLines()
  const find = finder(organizationId)
  return yield* foldBatches(request, "comparing", (report, batch) =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const { good, bad } = judge(kind, file, batch, nowMs)
      const made: Upserted<Row> =
        good.length === 0
          ? nothingMade
          : yield* Effect.flatMap(transaction(find(good, nowMs)), ({ decide, known }) =>
              upsert(good, layered(seen, known), decide)
            )
      for (const [name, row] of [...made.added, ...made.changed]) {
        if (repeated === undefined || repeated.has(name)) seen.put(name, row)
      }
      const allBad = addBadLines(report.bad, [...bad, ...made.bad])
      return {
        lines: report.lines + batch.records.length,
        tally: addTally(report.tally, made.tally),
        bad: allBad,
        repeated: addRepeated(report.repeated, good, made.bad),
        isRefused: onError === "refuse" && allBad.count > 0
      }
    })
  )
})
