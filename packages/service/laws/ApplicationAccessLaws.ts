/**
 * The laws of who sees an application (recruiting, Confirmation and consent): lists, counts, audit rows and events hold what the rule of the domain says.
 */
import { assert } from "@effect/vitest"
import { Application, type StoredApplication } from "@partner-api/domain/Application"
import { isApplicationShown, onlyClientOf } from "@partner-api/domain/ApplicationAccess"
import { type ApplicationFilter, meetsApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import type { ApplicationState } from "@partner-api/domain/ApplicationState"
import { AgencyId, ApplicationId, ClientId, JobId } from "@partner-api/domain/Ids"
import { ofApplication } from "@partner-api/domain/Journal"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { operatorViewer, type Viewer } from "@partner-api/domain/Viewer"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { EventStore } from "@partner-api/service/store/EventStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { at, type Law, one, onOne, transaction } from "./Furnished.ts"
import { walk } from "./Walk.ts"

const agencies = ["agy_a", "agy_b"].map((id) => AgencyId.make(id))
const clients = ["cli_a", "cli_b"].map((id) => ClientId.make(id))
const jobs = ["job_a", "job_b"].map((id) => JobId.make(id))
const states: ReadonlyArray<ApplicationState> = ["UNCONFIRMED", "REVIEWING", "DECLINED", "REJECTED", "WITHDRAWN"]
const longAgo = "1970-01-01T00:00:00.000Z"

const pick = <A>(from: readonly [A, ...ReadonlyArray<A>] | ReadonlyArray<A>, index: number): A | undefined =>
  from[index % from.length]

/** Every mixture of state, submitter, agency and job, and of each ended one that the person had confirmed, and had not. */
const applications = Array.from({ length: 60 }, (_, index): StoredApplication => {
  const state = pick(states, index) ?? "UNCONFIRMED"
  const isConfirmed = state === "REVIEWING" || state === "REJECTED" || (state === "WITHDRAWN" && index % 2 === 0)
  const submittedBy = pick([...clients, undefined], Math.floor(index / states.length))
  return {
    application: {
      id: ApplicationId.make(`app_${String(index).padStart(3, "0")}`),
      job_id: pick(jobs, Math.floor(index / 15)) ?? JobId.make("job_a"),
      agency_id: pick(agencies, Math.floor(index / 30)) ?? AgencyId.make("agy_a"),
      // One person waits for each job several times; those who own a job are others.
      candidate: {
        first_name: "Ada",
        last_name: "King",
        email: isConfirmed ? `ada${index}@example.com` : "ada@example.com"
      },
      external_id: `C-${index}`,
      state,
      state_entered_at: at,
      ...(isConfirmed ? { confirmed_at: at } : {}),
      version: 1,
      created_at: at,
      updated_at: at
    },
    rejectedFrom: state === "REJECTED" ? "REVIEWING" : undefined,
    ...(submittedBy === undefined ? {} : { submittedBy })
  }
})

const viewers: ReadonlyArray<Viewer> = [
  operatorViewer,
  ...clients.map((clientId) => ({ agencyId: undefined, clientId })),
  { agencyId: undefined, clientId: ClientId.make("cli_other") },
  ...agencies.map((agencyId) => ({ agencyId, clientId: ClientId.make("cli_bound") }))
]

const filters: ReadonlyArray<ApplicationFilter> = [
  {},
  { state: ["UNCONFIRMED"] },
  { state: ["UNCONFIRMED", "REVIEWING", "WITHDRAWN", "WITHDRAWN"] },
  { job_id: JobId.make("job_a") },
  { job_id: JobId.make("job_a"), state: ["WITHDRAWN"] },
  { email: "Ada@example.com" },
  { external_id: "C-0" },
  { updated_since: longAgo },
  { updated_since: longAgo, state: ["DECLINED", "REJECTED"] }
]

const idsOf = (some: ReadonlyArray<StoredApplication>) => some.map(({ application }) => application.id)

const encodeApplication = jsonTextOf(Application)

/** Compares every page and count with the rule, each application alone, and the marks of the operators. */
const assertSeen = Effect.fnUntraced(function* (written: ReadonlyArray<StoredApplication>) {
  const store = yield* ApplicationStore
  const marks = written.flatMap((stored): ReadonlyArray<readonly [string, ClientId]> => {
    const only = onlyClientOf(stored)
    return only === undefined ? [] : [[stored.application.id, only]]
  })
  assert.deepStrictEqual(
    [...(yield* store.onlyClients(one, [...idsOf(written), "app_none"]))].toSorted(),
    marks.toSorted()
  )
  assert.strictEqual((yield* store.onlyClients(one, [])).size, 0)
  for (const viewer of viewers) {
    const seen = written.filter((stored) => isApplicationShown(viewer, stored))
    for (const stored of written) {
      const text = Option.map(yield* store.shown(one, viewer, stored.application.id), ({ json }) => json)
      const expected = seen.includes(stored) ? Option.some(encodeApplication(stored.application)) : Option.none()
      assert.deepStrictEqual(text, expected, `${JSON.stringify(viewer)}: ${stored.application.id}`)
    }
    for (const filter of filters) {
      // The service adds the agency of a bound grant to its filters.
      const narrowed = viewer.agencyId === undefined ? filter : { ...filter, agency_id: viewer.agencyId }
      const found = yield* walk(15, (request) => store.page(one, viewer, narrowed, request))
      const expected = seen.filter(({ application }) =>
        meetsApplicationFilter(filter, application, Number.POSITIVE_INFINITY)
      )
      assert.deepStrictEqual([...found].toSorted(), idsOf(expected), JSON.stringify([viewer, filter]))
    }
  }
})

/** The application after its person has confirmed. */
const confirmed = ({ application, ...stored }: StoredApplication): StoredApplication => ({
  ...stored,
  application: {
    ...application,
    state: "REVIEWING",
    confirmed_at: at,
    candidate: { first_name: "Ada", last_name: "King", email: `${application.id}@example.com` }
  }
})

const append = (some: ReadonlyArray<StoredApplication>) =>
  Effect.flatMap(JournalStore, (journal) =>
    journal.append(
      some.map((stored, index) => {
        const { organizationId: _organization, ...change } = ofApplication(
          {
            organizationId: one,
            action: "application.updated",
            resource_id: stored.application.id,
            changed: ["note"]
          },
          stored
        )
        const { audience, event, ...entry } = change
        return {
          organizationId: one,
          entry: { ...entry, id: `aud_${String(index).padStart(26, "0")}`, occurred_at: at },
          ...(event === undefined ? {} : { event }),
          ...(audience === undefined ? {} : { audience })
        }
      })
    )
  )

export const applicationAccessLaws: ReadonlyArray<Law> = [
  onOne(
    "a viewer finds and counts the applications that the rule shows it, before and after they are confirmed (recruiting 6)",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      yield* transaction(store.insertAll(one, applications))
      yield* assertSeen(applications)
      const [first, ...others] = applications.map((stored, index) =>
        stored.application.state === "UNCONFIRMED" && index % 2 === 0 ? confirmed(stored) : stored
      )
      assert.isDefined(first)
      yield* transaction(Effect.forEach([first, ...others], (stored) => store.save(one, stored), { discard: true }))
      yield* assertSeen([first, ...others])
    })
  ),
  onOne(
    "the audience of an event stays as it was written, and audit rows are shown once their application is (recruiting 6)",
    Effect.gen(function* () {
      const [store, events, journal] = [yield* ApplicationStore, yield* EventStore, yield* JournalStore]
      const some = applications.slice(0, 40)
      yield* transaction(store.insertAll(one, some))
      yield* transaction(append(some))
      const sequencesOf = (shown: (stored: StoredApplication) => boolean) =>
        some.flatMap((stored, index) => (shown(stored) ? [index + 1] : []))
      const auditRows = (clientId: ClientId | undefined) =>
        Effect.map(journal.page(one, { after: 0, limit: 100, clientId }), ({ rows }) =>
          rows.map(({ position }) => Number(position))
        )
      const assertEvents = Effect.gen(function* () {
        for (const viewer of viewers) {
          const expected = sequencesOf((stored) => isApplicationShown(viewer, stored))
          const page = yield* events.page(one, { after: 0, limit: 100, types: ["application.updated"], viewer })
          assert.deepStrictEqual(
            page.events.map(({ sequence }) => sequence),
            expected
          )
          for (const sequence of [1, 2, 6, 11]) {
            const found = yield* events.find(one, sequence, viewer)
            assert.strictEqual(Option.isSome(found), expected.includes(sequence))
          }
        }
      })
      yield* assertEvents
      for (const clientId of [...clients, undefined]) {
        const viewer = { agencyId: undefined, clientId }
        assert.deepStrictEqual(
          yield* auditRows(clientId),
          sequencesOf((stored) => isApplicationShown(viewer, stored))
        )
      }
      yield* transaction(Effect.forEach(some, (stored) => store.save(one, confirmed(stored)), { discard: true }))
      yield* assertEvents
      assert.deepStrictEqual(
        yield* auditRows(ClientId.make("cli_other")),
        sequencesOf(() => true)
      )
    })
  )
]
