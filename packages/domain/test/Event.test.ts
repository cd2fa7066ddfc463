/**
 * The content of events, who sees them, and what stays of them after an erasure (decisions, Journal).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { initialFees } from "../src/AgencyFees.ts"
import type { Application, StoredApplication } from "../src/Application.ts"
import { setFees } from "../src/commands/AgencyFees.ts"
import { ownershipTaken, transition } from "../src/commands/Application.ts"
import { eraseCandidate } from "../src/commands/Candidate.ts"
import { recordsImported } from "../src/commands/Import.ts"
import { createJob, patchJob } from "../src/commands/Job.ts"
import { createUser, patchUser, userErased } from "../src/commands/User.ts"
import { Event, type EventBody, personOf } from "../src/Event.ts"
import { erasedEvent, longTextsOf, personalTypes, withoutLongTexts } from "../src/ReducedEvent.ts"
import { audienceOf } from "../src/EventAudience.ts"
import { EventId, eventIdOf, sequenceOfEvent } from "../src/EventId.ts"
import { EventTypeName, listEventTypes } from "../src/EventType.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId, UserId } from "../src/Ids.ts"
import type { Job } from "../src/Job.ts"
import type { JournalEntry } from "../src/Journal.ts"
import { newSettings } from "../src/OrganizationSettings.ts"
import { permissions } from "../src/Permission.ts"
import { exampleMoment } from "../src/Timestamp.ts"

const organizationId = OrganizationId.make("org_a")
const agencyId = AgencyId.make("agy_a")
const nowMs = Date.parse("2026-05-01T00:00:00.000Z")

const job: Job = { id: JobId.make("job_a"), title: "Engineer", description: "Builds", status: "DRAFT" }

const application: Application = {
  id: ApplicationId.make("app_a"),
  job_id: job.id,
  agency_id: agencyId,
  candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
  note: "Private",
  external_id: "CAND-7",
  answers: [{ question_id: "why", text: "Why?", type: "SHORT_TEXT", value: "Reasons" }],
  state: "UNCONFIRMED",
  state_entered_at: exampleMoment,
  version: 1,
  created_at: exampleMoment,
  updated_at: exampleMoment
}
const stored: StoredApplication = { application, rejectedFrom: undefined }
const user = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
const madeUser = Result.getOrThrow(createUser(organizationId, user, { id: UserId.make("usr_a"), nowMs }))

const eventsOf = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<EventBody> =>
  entries.flatMap(({ event }) => event ?? [])

const facts = {
  organizationId,
  party: "both",
  agencyStatus: "ACTIVE",
  jobStatus: "OPEN",
  employmentType: undefined,
  settings: newSettings,
  isConsentFile: false,
  owner: undefined,
  term: undefined,
  hasClaim: false,
  fees: initialFees,
  nowMs
} as const
const confirmed = Result.getOrThrow(transition(stored, { action: "confirm" }, facts))
const jobFacts = { nowMs, activeUsers: new Set<string>() }
const created = Result.getOrThrow(
  createJob(organizationId, { title: "A", description: "B" }, { id: job.id, access: "ALL", ...jobFacts })
)
const opened = Result.getOrThrow(patchJob(organizationId, job, { status: "OPEN", title: "Architect" }, jobFacts))
const renamed = Result.getOrThrow(patchUser(organizationId, madeUser.next, { last_name: "King" }, nowMs))
const disabled = Result.getOrThrow(patchUser(organizationId, madeUser.next, { status: "DISABLED" }, nowMs))
const withdrawn = ownershipTaken(organizationId, stored, nowMs)
const erased = eraseCandidate(organizationId, stored, { nowMs })
const feesSet = setFees({ organizationId, agencyId }, initialFees, { optimizedFee: false })

/** Writes, and the event of each. */
const written: ReadonlyArray<readonly [entries: ReadonlyArray<JournalEntry>, event: EventBody]> = [
  [created.entries, { type: "job.created", data: { job: created.next, changed: ["title", "description"] } }],
  [
    opened.entries,
    { type: "job.opened", data: { job: opened.next, changed: ["title", "status"], previous: { status: "DRAFT" } } }
  ],
  [
    confirmed.entries,
    {
      type: "application.confirmed",
      data: { application: confirmed.next.application, changed: ["state", "terms"], previous: { state: "UNCONFIRMED" } }
    }
  ],
  [
    withdrawn.entries,
    {
      type: "application.withdrawn",
      data: {
        application: withdrawn.next.application,
        changed: ["state", "withdrawal"],
        previous: { state: "UNCONFIRMED" },
        reason: "ownership_taken"
      }
    }
  ],
  [
    erased.entries,
    {
      type: "application.erased",
      data: { application: erased.next.application, changed: ["candidate", "note", "external_id", "answers"] }
    }
  ],
  [
    madeUser.entries,
    { type: "user.created", data: { user: madeUser.next, changed: ["first_name", "last_name", "email"] } }
  ],
  [renamed.entries, { type: "user.updated", data: { user: renamed.next, changed: ["last_name"] } }],
  [
    disabled.entries,
    { type: "user.disabled", data: { user: disabled.next, changed: ["status"], previous: { status: "ACTIVE" } } }
  ],
  [
    [userErased(organizationId, madeUser.next.id)],
    { type: "user.erased", data: { user: { id: madeUser.next.id }, changed: ["first_name", "last_name", "email"] } }
  ],
  [
    feesSet.entries,
    {
      type: "agency_fees.set",
      data: {
        agency_fees: { agency_id: agencyId, ...feesSet.next },
        changed: ["optimizedFee"],
        previous: { optimizedFee: true, customFees: [] }
      }
    }
  ],
  [
    recordsImported(organizationId, "jobs", { created: 2, updated: 1 }),
    { type: "jobs.imported", data: { import: { created: 2, updated: 1 }, changed: [] } }
  ]
]

const whole = (body: EventBody): Event => ({
  id: eventIdOf(7, "ABC"),
  timestamp: exampleMoment,
  organization_id: organizationId,
  sequence: 7,
  ...body
})

describe("an event (decisions, Journal)", () => {
  it.for(written.map(([entries, event]) => [event.type, entries, event] as const))(
    "%s holds the record after the change, what changed, and what is no personal data of before",
    ([, entries, event]) => assert.deepStrictEqual(eventsOf(entries), [event])
  )

  it.for(written.map(([, event]) => [event.type, event] as const))("%s has a schema of its own", ([, event]) => {
    const json = Schema.encodeSync(Event)(whole(event))
    assert.deepStrictEqual(Schema.decodeSync(Event)(json), whole(event))
  })

  it("has the action of its entry as its type, so that both have one vocabulary", () => {
    for (const [entries, event] of written) assert.deepStrictEqual([entries[0]?.action], [event.type])
  })

  it("is shown by a permission that there is", () => {
    assert.strictEqual(listEventTypes().types.length, EventTypeName.literals.length)
    for (const { permission } of listEventTypes().types) assert.include(permissions, permission)
  })
})

describe("the id of an event", () => {
  it.prop(
    "tells its sequence",
    { sequence: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 53 - 1 })) },
    ({ sequence }) => {
      const id = eventIdOf(sequence, "Z9Q7P2R6T0V3X")
      assert.strictEqual(sequenceOfEvent(id), sequence)
      assert.isTrue(Schema.is(EventId)(id))
    }
  )

  it.for(["evt_1", "job_0000000000007P2R6T0V3X7Z9Q", "evt_000000000000wP2R", "evt_VVVVVVVVVVVVVA"])(
    "%s is of no event",
    (id) => assert.isUndefined(sequenceOfEvent(id))
  )
})

describe("who sees an event (decisions, Journal)", () => {
  const jobEvent = (status: Job["status"]): EventBody => ({
    type: "job.updated",
    data: { job: status === undefined ? job : { ...job, status }, changed: [] }
  })

  it.for([
    ["DRAFT", false],
    ["OPEN", true],
    ["ON_HOLD", true],
    ["CLOSED", true]
  ] as const)("every agency, of a job that is %s: %s", ([status, isForAgencies]) =>
    assert.deepStrictEqual(audienceOf(jobEvent(status)), {
      onlyClientId: undefined,
      agencyId: undefined,
      isForAgencies,
      readersOfJob: isForAgencies ? undefined : job.id
    })
  )

  it("the agency that an application or fees are of, and the employer alone otherwise", () => {
    const audiences = new Map(written.map(([, event]) => [event.type, audienceOf(event)]))
    const ofAgency = { onlyClientId: undefined, agencyId, isForAgencies: false, readersOfJob: undefined }
    const ofEmployer = { onlyClientId: undefined, agencyId: undefined, isForAgencies: false, readersOfJob: undefined }
    assert.deepStrictEqual(audiences.get("application.confirmed"), ofAgency)
    assert.deepStrictEqual(audiences.get("agency_fees.set"), ofAgency)
    for (const type of ["user.created", "user.erased", "jobs.imported"] as const) {
      assert.deepStrictEqual(audiences.get(type), ofEmployer)
    }
    // A draft has no readers unless an agency has an application for it.
    assert.deepStrictEqual(audiences.get("job.created"), { ...ofEmployer, readersOfJob: job.id })
  })
})

describe("an event of a person who was erased (decisions, Journal)", () => {
  it("keeps what happened, and nothing of the person", () => {
    for (const [, event] of written) {
      const person = personOf(event)
      const after = erasedEvent(whole(event))
      const text = JSON.stringify(after)
      for (const secret of [
        "Grace",
        "Hopper",
        "grace@example.com",
        "Private",
        "CAND-7",
        "Reasons",
        "Ada",
        "Lovelace",
        "King"
      ]) {
        assert.notInclude(text, secret)
      }
      assert.deepStrictEqual(after, person === undefined ? whole(event) : { ...after, type: event.type, erased: true })
      assert.deepStrictEqual(after.data.changed, event.data.changed)
      // An erasure that is repeated rewrites nothing.
      assert.strictEqual(erasedEvent(after), after)
    }
  })

  it("is of a type that has the record of a person, and of no other one", () => {
    const examples = Event.members.flatMap((member) => {
      const found: unknown = Schema.resolveAnnotations(member)?.["examples"]
      return Array.isArray(found) ? found.filter(Schema.is(Event)) : []
    })
    for (const event of examples)
      assert.strictEqual(erasedEvent(event) !== event, personalTypes.includes(event.type), event.type)
    assert.isAtLeast(examples.length, personalTypes.length)
  })

  it("names the record that it is about", () => {
    assert.deepStrictEqual(
      written.flatMap(([, event]) => personOf(event) ?? []),
      ["app_a", "app_a", "app_a", "usr_a", "usr_a", "usr_a", "usr_a"]
    )
  })
})

describe("an event that is too large", () => {
  it("has long texts that its JSON has too, byte for byte or longer", () => {
    const bytesOf = (text: string) => new TextEncoder().encode(text).length
    for (const [, event] of written) {
      const texts = longTextsOf(whole(event))
      assert.isAtMost(
        texts.reduce((sum, text) => sum + bytesOf(text), 0),
        bytesOf(JSON.stringify(whole(event)))
      )
      for (const text of texts) assert.notInclude(JSON.stringify(withoutLongTexts(whole(event))), JSON.stringify(text))
    }
    assert.isAbove(written.flatMap(([, event]) => longTextsOf(whole(event))).length, 0)
  })

  it("says which text was left out", () => {
    const [body] = eventsOf(created.entries)
    assert.isDefined(body)
    if (body === undefined) return
    const short = withoutLongTexts(whole(body))
    assert.notInclude(JSON.stringify(short), '"description":')
    assert.deepInclude(short.data, { omitted: ["description"] })
  })

  it("comes without the answers and the note of an application (recruiting 5)", () => {
    const event = written
      .map(([, one]) => whole(one))
      .find(({ data }) => "application" in data && "note" in Object(data.application))
    assert.isDefined(event)
    if (event === undefined) return
    const short = JSON.stringify(withoutLongTexts(event))
    assert.include(short, '"omitted":["answers","note"]')
    assert.notMatch(short, /"(?:answers|note)":/)
    assert.include(short, "grace@example.com")
  })
})
