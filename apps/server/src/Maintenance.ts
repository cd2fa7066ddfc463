/**
 * The work that a server does between requests, in one of its processes. It ends with the server.
 */
import { dayMs, dayStartMs } from "@partner-api/domain/StorageQuota"
import { Attachments } from "@partner-api/service/services/Attachments"
import { CandidateRetention } from "@partner-api/service/services/CandidateRetention"
import { ErasureWork } from "@partner-api/service/services/ErasureWork"
import { ForgottenAnswers } from "@partner-api/service/services/ForgottenAnswers"
import { JobAssignments } from "@partner-api/service/services/JobAssignments"
import { Journal } from "@partner-api/service/services/Journal"
import { PlacementWork } from "@partner-api/service/services/PlacementWork"
import { Purges } from "@partner-api/service/services/Purges"
import { UnconfirmedApplications } from "@partner-api/service/services/UnconfirmedApplications"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { SqlClient } from "effect/sql/SqlClient"
import { catalog } from "./platform/metrics/MetricCatalog.ts"
import { Meters } from "./platform/metrics/Meters.ts"
import { ReadSql } from "./store/sql/kit/Statements.ts"
import { addMissing, countMissing } from "./store/sql/kit/SearchIndex.ts"

/** The time between two removals of expired tokens and answers. */
const purgeIntervalMs = 60_000

/**
 * The time between two removals of old events, deliveries and counts of stored bytes, ended links and sessions of operators, and the persons of ended
 * invitations. The first are kept for 30 days or longer, so an hour later is soon enough; each look reads the first event of every
 * organization and the first delivery of every endpoint.
 */
const slowPurgeIntervalMs = 3_600_000

/** Repeats work for as long as the server runs. A failure is logged by the store; the next round tries again. */
const every = <E>(intervalMs: number, work: Effect.Effect<void, E>) =>
  Effect.repeat(Effect.ignore(work), Schedule.spaced(Duration.millis(intervalMs)))

/** Runs a purge at an interval. The first run is one minute after the start, so that it does not slow the first requests. */
const purging = <E>(intervalMs: number, purge: Effect.Effect<void, E>) =>
  every(intervalMs, purge).pipe(Effect.delay(Duration.millis(purgeIntervalMs)), Effect.forkScoped)

/** When a night's work begins, in milliseconds of a day (UTC): in Europe, where most employers are, few people work. */
const nightMs = 2 * 3_600_000

const nextNightMs = (nowMs: number): number => {
  const ofDayMs = dayStartMs(nowMs) + nightMs
  return ofDayMs > nowMs ? ofDayMs : ofDayMs + dayMs
}

/**
 * Runs work once in a night, within an hour of its beginning; where it fails, again an hour later. A server that is not there then does it in the next one.
 */
const nightly = Effect.fnUntraced(function* <E>(work: Effect.Effect<void, E>) {
  let dueMs = nextNightMs(yield* Clock.currentTimeMillis)
  yield* purging(
    slowPurgeIntervalMs,
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      if (nowMs < dueMs) return Effect.void
      return Effect.andThen(
        work,
        Effect.sync(() => {
          dueMs = nextNightMs(nowMs)
        })
      )
    })
  )
})

/** Adds what is missing in the search index: once, and where nodes of the release before may write on beside this one, again and again. */
const searchIndex = (sql: SqlClient) =>
  sql.onDialectOrElse({
    sqlite: () =>
      addMissing(sql).pipe(Effect.retry(Schedule.spaced(Duration.millis(purgeIntervalMs))), Effect.forkScoped),
    orElse: () => Effect.forkScoped(every(purgeIntervalMs, addMissing(sql)))
  })

/**
 * The time between two activations of assignments whose moment has come: within a minute of it (recruiting, Who sees a job), also where one round fails. A look reads an
 * index of pending assignments.
 */
const activationIntervalMs = 15_000

/**
 * The time between two moves of placements whose day is over: a hire with a past start is started within a minute of it (recruiting, Terms and placements). A look
 * reads an index of the days that are ahead.
 */
const placementIntervalMs = 15_000

/** Has the records that are missing in the search index counted at each scrape. */
const measureBacklog = Effect.gen(function* () {
  const meters = yield* Meters
  if (meters === undefined) return
  const read = yield* ReadSql
  const missing = new Map<string, number | undefined>()
  const counts = catalog.partner_search_backlog.series.map(({ kind }) =>
    Effect.map(countMissing(read, kind), (count) => void missing.set(kind, count))
  )
  // Nothing is reported where nothing could be read.
  meters.beforeScrape(
    Effect.andThen(
      Effect.sync(() => missing.clear()),
      Effect.ignore(Effect.all(counts))
    )
  )
  for (const { kind } of catalog.partner_search_backlog.series) {
    meters.observe("partner_search_backlog", { kind }, () => missing.get(kind))
  }
})

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const {
      answers,
      checks,
      claims,
      confirmationLinks,
      mails,
      deliveries,
      events,
      invitedPersons,
      removedDeliveries,
      sessions,
      storedBytes,
      tokens
    } = yield* Purges
    const { activateDue } = yield* JobAssignments
    const { sweep } = yield* Attachments
    const unconfirmed = yield* UnconfirmedApplications
    const erasures = yield* ErasureWork
    const forgottenAnswers = yield* ForgottenAnswers
    const placements = yield* PlacementWork
    const retention = yield* CandidateRetention
    const sql = yield* SqlClient
    yield* Effect.forkScoped(every(activationIntervalMs, activateDue))
    yield* Effect.forkScoped(every(placementIntervalMs, placements.moveOn))
    yield* purging(purgeIntervalMs, tokens)
    yield* purging(purgeIntervalMs, answers)
    yield* purging(purgeIntervalMs, forgottenAnswers.remove)
    yield* purging(purgeIntervalMs, removedDeliveries)
    yield* purging(purgeIntervalMs, sweep)
    yield* purging(purgeIntervalMs, erasures.work)
    yield* purging(slowPurgeIntervalMs, events)
    yield* purging(slowPurgeIntervalMs, deliveries)
    yield* purging(slowPurgeIntervalMs, sessions)
    yield* purging(slowPurgeIntervalMs, invitedPersons)
    yield* purging(slowPurgeIntervalMs, checks)
    yield* purging(slowPurgeIntervalMs, claims)
    yield* purging(slowPurgeIntervalMs, confirmationLinks)
    yield* purging(slowPurgeIntervalMs, mails)
    yield* purging(slowPurgeIntervalMs, unconfirmed.expire)
    yield* purging(slowPurgeIntervalMs, unconfirmed.erase)
    yield* purging(slowPurgeIntervalMs, erasures.purge)
    yield* purging(slowPurgeIntervalMs, placements.release)
    yield* purging(slowPurgeIntervalMs, storedBytes)
    yield* nightly(retention.erase)
    yield* searchIndex(sql)
    yield* measureBacklog
  })
).pipe(
  Layer.provide([
    Purges.layer,
    Attachments.layer,
    CandidateRetention.layer,
    ErasureWork.layer,
    ForgottenAnswers.layer,
    JobAssignments.layer,
    PlacementWork.layer,
    UnconfirmedApplications.layer
  ]),
  Layer.provide(Journal.layer)
)
