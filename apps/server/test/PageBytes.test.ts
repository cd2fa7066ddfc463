/**
 * Pages of long rows (decisions, Lists): how much one holds, what its statements read, and a walk through all of them.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { Agency } from "@partner-api/domain/Agency"
import type { Application } from "@partner-api/domain/Application"
import { AgencyId, ApplicationId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { AuditEntry } from "@partner-api/domain/Audit"
import type { EventBody } from "@partner-api/domain/Event"
import { EventTypeName } from "@partner-api/domain/EventType"
import type { OperatorAuditEntry } from "@partner-api/domain/operator/AuditView"
import type { Job } from "@partner-api/domain/Job"
import { type FoundRows, limitMax, pageBytesMax, type PageRequest } from "@partner-api/domain/Pagination"
import { walkPages } from "@partner-api/service/laws/Walk"
import { AuditLog } from "@partner-api/service/services/AuditLog"
import { NormalTimestamp } from "@partner-api/domain/Timestamp"
import { recruitersMax, recruitersOf } from "@partner-api/domain/Recruiter"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { EventStore } from "@partner-api/service/store/EventStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import { JobStore } from "@partner-api/service/store/JobStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import type { Stores } from "@partner-api/service/store/Stores"
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import { CurrentTransformer, type Statement } from "effect/sql/Statement"
import { ReadSql } from "../src/store/sql/kit/Statements.ts"
import { sharedServer } from "./TestServer.ts"
import { pageOf, walk } from "./Walk.ts"

const server = await sharedServer({ sandbox: true })
const token = await server.scoped(server.tokens.primary, "org_globex")
const organizationId = OrganizationId.make("org_globex")
const at = NormalTimestamp.make("2026-01-31T09:30:00.000Z")

/** What a page has beside its rows: brackets, commas, and the address of the next page. */
const envelopeBytesMax = 4_096

/** As many rows as have the text of three pages. */
const rowsOfEach = 40
const numbers = Array.from({ length: rowsOfEach }, (_, index) => String(index).padStart(3, "0"))
const longText = "漢".repeat(20_000)

const jobs = numbers.map((number): Job => ({
  id: JobId.make(`job_long_${number}`),
  title: "Engineer",
  description: longText,
  status: "OPEN"
}))
const applications = numbers.map((number): Application => ({
  id: ApplicationId.make(`app_long_${number}`),
  job_id: JobId.make("job_long_000"),
  agency_id: AgencyId.make("agy_contoso"),
  candidate: { first_name: "Ada", last_name: "King", email: `p.${number}@example.com` },
  note: longText,
  state: "REVIEWING",
  state_entered_at: at,
  version: 1,
  created_at: at,
  updated_at: at
}))

const entries = numbers.map((number): AuditEntry => ({
  id: `aud_long_${number}`.padStart(17, "0"),
  occurred_at: at,
  action: "agency_fees.set",
  resource_id: "agy_contoso",
  changed: ["customFees"],
  after: { note: longText }
}))
const eventOf = (number: string): EventBody => ({
  type: "job.created",
  data: { job: { id: JobId.make(`job_long_${number}`), title: "Engineer", description: longText }, changed: ["title"] }
})
const records = entries.map((entry, index) => ({ organizationId, entry, event: eventOf(numbers[index] ?? "") }))

/** Agencies with as many recruiters as an import takes. */
const agencies = numbers.map((number): Agency => {
  const id = AgencyId.make(`agy_long_${number}`)
  const recruiter = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
  const recruiters = recruitersOf(
    id,
    Array.from({ length: recruitersMax }, () => recruiter)
  )
  return { id, name: "Agency", external_id: number, status: "ACTIVE", optimizedFee: true, recruiters }
})

beforeAll(() =>
  server.run(
    Effect.gen(function* () {
      const transaction = yield* Transaction
      yield* transaction(Effect.flatMap(JournalStore, (journal) => journal.append(records)))
      yield* (yield* AgencyStore).saveAll(organizationId, agencies)
      yield* (yield* JobStore).saveAll(organizationId, jobs)
      const added = applications.map((application) => ({ application, rejectedFrom: undefined }))
      yield* (yield* ApplicationStore).insertAll(organizationId, added)
    })
  )
)

const first: PageRequest = { after: "", limit: limitMax }

const lists: ReadonlyArray<readonly [path: string, page: Effect.Effect<unknown, StoreError, Stores>]> = [
  ["/v1/jobs", Effect.flatMap(JobPages, (pages) => pages.all(organizationId, first))],
  [
    "/v1/jobs?status=OPEN",
    Effect.flatMap(JobPages, (pages) => pages.filtered(organizationId, { status: ["OPEN"] }, undefined, first))
  ],
  [
    "/v1/jobs?status=OPEN&status=CLOSED",
    Effect.flatMap(JobPages, (pages) =>
      pages.filtered(organizationId, { status: ["OPEN", "CLOSED"] }, AgencyId.make("agy_any"), first)
    )
  ],
  [
    "/v1/applications?state=REVIEWING",
    Effect.flatMap(ApplicationStore, (store) =>
      store.page(organizationId, operatorViewer, { state: ["REVIEWING"] }, first)
    )
  ],
  ["/v1/agencies", Effect.flatMap(AgencyStore, (store) => store.page(organizationId, {}, first))],
  ["/v1/agencies?q=agency", Effect.flatMap(AgencyStore, (store) => store.page(organizationId, { q: "agency" }, first))],
  [
    "/v1/events",
    Effect.flatMap(EventStore, (events) =>
      events.page(organizationId, { after: 0, limit: limitMax, types: EventTypeName.literals, viewer: operatorViewer })
    )
  ],
  ["/v1/audit_log", Effect.flatMap(JournalStore, (store) => store.page(organizationId, { after: 0, limit: limitMax }))],
  [
    "/v1/agencies/agy_contoso/fees/history",
    Effect.flatMap(JournalStore, (store) =>
      store.pageAbout(organizationId, "agy_contoso", ["agency_fees.set"], { after: 0, limit: limitMax })
    )
  ]
]

/** The bytes that each statement of an effect gives. */
const bytesOfStatements = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const statements: Array<readonly [string, ReadonlyArray<unknown>]> = []
  yield* Effect.provideService(effect, CurrentTransformer, (statement: Statement<unknown>) => {
    statements.push(statement.compile())
    return Effect.succeed(statement)
  }).pipe(Effect.withTracerEnabled(true))
  const sql = yield* ReadSql
  return yield* Effect.forEach(statements, ([text, values]) =>
    Effect.map(sql.unsafe(text, values).values, (rows) => Buffer.byteLength(JSON.stringify(rows)))
  )
})

describe("a page of rows of 60 KB", () => {
  it.for(lists)("of %s has 1 MiB of text at most, and a walk has each row once (decisions, Lists)", async ([path]) => {
    const pages = await walk(server.call, token, path)
    for (const answer of pages) {
      const { content, count, next } = pageOf(answer)
      assert.isAtMost(Buffer.byteLength(answer.text), pageBytesMax + envelopeBytesMax)
      assert.strictEqual(count, content.length)
      assert.isAbove(count, 0)
      assert.strictEqual(next === null, answer === pages.at(-1))
    }
    const ids = pages.flatMap((answer) => pageOf(answer).content.map(({ id }) => id))
    assert.isAtLeast(ids.length, rowsOfEach)
    assert.lengthOf(new Set(ids), ids.length)
  })

  it.for(lists)("of %s is read by statements of 1 MiB at most (decisions, Lists)", async ([, page]) => {
    const bytes = await server.run(bytesOfStatements(page))
    assert.isAbove(bytes.length, 1)
    assert.isAtMost(Math.max(...bytes), pageBytesMax)
  })

  it.for([{}, { action: "agency_fees.set" as const }])(
    "of the audit log that operators read by %j has 1 MiB of text at most, and a walk has each row once (decisions, Lists)",
    async (filter) => {
      const pages = await server.run(
        Effect.gen(function* () {
          const log = yield* AuditLog
          const pages: Array<FoundRows<OperatorAuditEntry>> = []
          const read = (request: PageRequest) =>
            Effect.tap(log.newest({ ...filter, organization_id: organizationId }, request), (page) =>
              Effect.sync(() => pages.push(page))
            )
          return { ids: (yield* walkPages(limitMax, read)).flat(), pages }
        }).pipe(Effect.provide(AuditLog.layer))
      )
      for (const { rows } of pages.pages)
        assert.isAtMost(Buffer.byteLength(JSON.stringify(rows)), pageBytesMax + 16_384)
      assert.isAtLeast(pages.ids.length, rowsOfEach)
      assert.lengthOf(new Set(pages.ids), pages.ids.length)
    }
  )
})
