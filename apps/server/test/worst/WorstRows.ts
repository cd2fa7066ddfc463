/**
 * The worst rows: one data set in which every endpoint meets the largest valid records, the longest lists and the longest journal that limits allow, on
 * either engine. The parts can be written one by one: a quick test writes those that it measures.
 *
 * Records go through the stores, so their words are indexed as the service indexes them. What many requests would make, such as 200,000 deliveries,
 * is written as rows.
 */
import type { ApplicationState } from "@partner-api/domain/ApplicationState"
import { eventIdOf } from "@partner-api/domain/EventId"
import { exampleMoment } from "@partner-api/domain/Timestamp"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import { JobStore } from "@partner-api/service/store/JobStore"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type AlphabetName, alphabetNames, alphabets } from "./Alphabet.ts"
import * as Names from "./WorstNames.ts"
import { countTo, insertAll, type Row } from "./InsertRows.ts"
import { emptyCount, manyTokens, writeClients, writeOperators } from "./WorstClients.ts"
import { writeAssignments } from "./WorstAssignments.ts"
import { writeAttachments } from "./WorstAttachments.ts"
import { writeConfirmations } from "./WorstConfirmations.ts"
import { longConversation, writeMessages } from "./WorstMessages.ts"
import { writeHidden } from "./WorstHidden.ts"
import { writeAgencyAnswers, writeErasable, writeErasureRequests } from "./WorstErasures.ts"
import { writeReasons } from "./WorstReasons.ts"
import { writePlacements } from "./WorstPlacements.ts"
import { writeInvitations } from "./WorstInvitations.ts"
import { sizes } from "./WorstNames.ts"
import { failedDeliveries, succeededDeliveries, writeEndpoints } from "./WorstWebhooks.ts"
import * as Records from "./WorstRecords.ts"

/** Clients, tokens, operators, and the job that the bystander reads. */
const base = Effect.gen(function* () {
  yield* writeClients
  yield* writeOperators
  const jobs = yield* JobStore
  const [job] = Records.worstJobs({ ...alphabets.ascii, text: () => "Engineer" }, 1)
  if (job !== undefined) yield* jobs.saveAll(Names.bystander, [{ ...job, description: "Builds engines." }])
})

/** The jobs of an alphabet. */
const jobsOf = Effect.fnUntraced(function* (name: AlphabetName) {
  const jobs = yield* JobStore
  for (const job of Records.worstJobs(alphabets[name], sizes.jobs)) {
    yield* jobs.saveAll(Names.organizationOf(name), [job])
  }
})

/** The application with a number whose candidate is a person of their own. */
const ownApplication = (name: AlphabetName, number: number, state: ApplicationState) =>
  Records.worstApplication(alphabets[name], number, { person: number, job: 1, state })

/** Users, agencies and applications of an alphabet. The agencies of one alphabet have all the recruiters that one may have. */
const recordsOf = Effect.fnUntraced(function* (name: AlphabetName) {
  const organizationId = Names.organizationOf(name)
  const alphabet = alphabets[name]
  const [users, agencies, applications] = [yield* UserStore, yield* AgencyStore, yield* ApplicationStore]
  yield* users.insertAll(organizationId, Records.worstUsers(alphabet, sizes.records))
  const fees = Records.worstFees(alphabet)
  const all = Records.worstAgencies(alphabet, sizes.records, (number) =>
    name === "plane2" || number === 1 ? 1_000 : 0
  )
  for (const agency of all) yield* agencies.insert(organizationId, agency, fees)
  yield* applications.insertAll(
    organizationId,
    countTo(sizes.records, (number) => ownApplication(name, number, "REVIEWING"))
  )
  yield* applications.insertAll(
    organizationId,
    countTo(sizes.unconfirmed, (number) => ownApplication(name, Names.unconfirmedOf(number), "UNCONFIRMED"))
  )
  yield* applications.insertAll(
    organizationId,
    countTo(sizes.linked, (number) => ownApplication(name, Names.linkedOf(number), "UNCONFIRMED"))
  )
  if (name !== "plane2") return
  yield* applications.insertAll(
    organizationId,
    countTo(sizes.erasable, (number) => ownApplication(name, Names.erasableOf(number), "WITHDRAWN"))
  )
  for (const person of countTo(sizes.people, (one) => one)) {
    const rivals = countTo(sizes.rivals, (number) =>
      Records.worstApplication(alphabet, Names.rivalsOf(person) + number, {
        person: 1_000 + person,
        job: 2,
        state: "UNCONFIRMED"
      })
    )
    yield* applications.insertAll(organizationId, rivals)
  }
})

const entryRow = (organization_id: string, sequence: number, resource: string, before: string): Row => ({
  organization_id,
  sequence,
  id: Names.idOf("aud", sequence),
  json: `{"id":"${Names.idOf("aud", sequence)}","occurred_at":"${exampleMoment}","action":"agency_fees.set","resource_id":"${resource}","client_id":"${Names.worstClient}","request_id":"${"r".repeat(128)}","changed":["optimizedFee","customFees"],"before":${before},"after":${before}}`
})

/** Events of jobs as large as an event may be, and entries of the journal about one agency's fees, `count` of them, the newest ones large. */
const journalOf = Effect.fnUntraced(function* (organizationId: string, name: AlphabetName, count: number) {
  const [job] = Records.worstJobs(
    {
      ...alphabets[name],
      text: (length, seed) => alphabets[name].text(Math.min(length, name === "plane2" ? 15_000 : 19_000), seed)
    },
    1
  )
  const { customFees } = Records.worstFees(alphabets[name])
  const fees = JSON.stringify({ optimizedFee: false, customFees: customFees.map(({ note: _note, ...fee }) => fee) })
  const large = job === undefined ? "" : JSON.stringify({ job, changed: Object.keys(job) })
  const small = `{"job":{"id":"${Records.jobId(1)}","title":"E","description":"B"},"changed":[]}`
  const sequences = countTo(count, (one) => one)
  yield* insertAll(
    "journal",
    sequences.map((sequence) => entryRow(organizationId, sequence, Records.agencyId(1), fees))
  )
  yield* insertAll(
    "events",
    sequences.map((sequence) => ({
      organization_id: organizationId,
      sequence,
      type: "job.updated",
      agency_id: null,
      is_for_agencies: 0,
      person_id: null,
      occurred_at_ms: Date.now(),
      json: `{"id":"${eventIdOf(sequence, "Z")}","type":"job.updated","timestamp":"${exampleMoment}","organization_id":"${organizationId}","sequence":${sequence},"data":${sequence <= sizes.records ? large : small}}`
    }))
  )
  yield* insertAll("journal_counters", [{ organization_id: organizationId, sequence: count, events_purged_to: 0 }])
})

/** More records than a page passes, all of them large, none of which meets the filters of the table. */
const manyRecords = Effect.gen(function* () {
  const [first] = Records.worstJobs(alphabets.ascii, 1)
  const applications = yield* ApplicationStore
  if (first === undefined) return
  const json = Records.jobJson(first)
  yield* insertAll(
    "jobs",
    countTo(sizes.passed, (number) => ({
      organization_id: Names.many,
      id: Records.jobId(number),
      json: json.replace(Records.jobId(1), Records.jobId(number)),
      external_id: `E ${number}`,
      status: "OPEN",
      written_at_ms: number,
      searched_at_ms: number
    }))
  )
  const { application } = ownApplication("ascii", 1, "REVIEWING")
  const { candidate } = application
  if (candidate === undefined) return
  yield* applications.insertAll(
    Names.many,
    countTo(sizes.passed, (number) => ({
      application: {
        ...application,
        id: Records.applicationId(number),
        external_id: `E ${number}`,
        candidate: { ...candidate, email: `${number}@example.com` }
      },
      rejectedFrom: undefined
    }))
  )
  const agencies = yield* AgencyStore
  const [agency] = Records.worstAgencies(alphabets.ascii, 1, () => 0)
  if (agency !== undefined) yield* agencies.insert(Names.many, agency, Records.worstFees(alphabets.ascii))
  const users = yield* UserStore
  const [user] = Records.worstUsers(alphabets.ascii, 1)
  if (user === undefined) return
  yield* users.insertAll(
    Names.many,
    countTo(sizes.passed, (number) => ({ ...user, id: Records.userId(number), email: `${number}@example.com` }))
  )
  yield* journalOf(Names.many, "ascii", sizes.passed)
})

type Stores = JobStore | UserStore | AgencyStore | ApplicationStore | SqlClient
type Part = readonly [name: string, write: Effect.Effect<void, StoreError | SqlError, Stores>]

const part = (name: string, write: Part[1]): Part => [
  name,
  Effect.flatMap(SqlClient, (sql) => sql.withTransaction(write))
]

/** Lets PostgreSQL count, as it does by itself some time after rows have come. */
const statistics = Effect.flatMap(SqlClient, (sql) =>
  sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => Effect.asVoid(sql`ANALYZE`) })
)

/** Everything, part by part, so that no transaction grows too large. */
export const parts: ReadonlyArray<Part> = [
  part("clients", base),
  part("tokens", manyTokens),
  ...alphabetNames.flatMap((name) => [
    part(`jobs in ${name}`, jobsOf(name)),
    part(`records in ${name}`, recordsOf(name)),
    part(`journal in ${name}`, journalOf(Names.organizationOf(name), name, sizes.records))
  ]),
  ...alphabetNames.map((name) =>
    part(`invitations in ${name}`, writeInvitations(Names.organizationOf(name), name, sizes.records))
  ),
  ...alphabetNames.map((name) =>
    part(`assignments in ${name}`, writeAssignments(Names.organizationOf(name), name, sizes.records))
  ),
  ...alphabetNames.map((name) =>
    part(
      `attachments in ${name}`,
      writeAttachments(Names.organizationOf(name), name, [
        ...countTo(sizes.records, (number) => number),
        ...countTo(sizes.unconfirmed, Names.unconfirmedOf)
      ])
    )
  ),
  ...alphabetNames.map((name) =>
    part(
      `links of persons in ${name}`,
      writeConfirmations(Names.organizationOf(name), countTo(sizes.linked, Names.linkedOf))
    )
  ),
  part(
    "links of persons with 99 other applications",
    writeConfirmations(
      Names.organizationOf("plane2"),
      countTo(sizes.people / 2, (number) => Names.rivalsOf(Names.confirmedByLink(number)) + 1)
    )
  ),
  ...alphabetNames.map((name) =>
    part(
      `messages in ${name}`,
      writeMessages(
        Names.organizationOf(name),
        name,
        countTo(sizes.conversations, (one) => one),
        longConversation
      )
    )
  ),
  ...alphabetNames.map((name) =>
    part(`erasure requests in ${name}`, writeErasureRequests(Names.organizationOf(name), sizes.records))
  ),
  part("people to be erased", writeErasable(Names.organizationOf("plane2"), "plane2")),
  part("answers about agencies", writeAgencyAnswers(Names.organizationOf("plane2"), "plane2")),
  ...alphabetNames.map((name) => part(`reasons in ${name}`, writeReasons(Names.organizationOf(name), name))),
  part("more erasure requests than a page passes", writeErasureRequests(Names.many, sizes.passed)),
  ...alphabetNames.map((name) =>
    part(`placements in ${name}`, writePlacements(Names.organizationOf(name), name, sizes.records))
  ),
  part("more placements than a page passes", writePlacements(Names.many, "ascii", sizes.passed)),
  part("more invitations than a page passes", writeInvitations(Names.many, "ascii", sizes.passed)),
  part("more records than a page passes", manyRecords),
  part("applications that the client does not see", writeHidden(Names.hiding)),
  part("webhook endpoints", writeEndpoints([...Names.furnished, ...countTo(emptyCount, Names.emptyOrganization)])),
  part("deliveries that have succeeded", succeededDeliveries(sizes.deliveries)),
  part("deliveries that have failed", failedDeliveries),
  ["statistics", statistics]
]
/** What a few rows need, in seconds. */
export const fewParts: ReadonlyArray<Part> = [
  part("clients", base),
  part("jobs in han", jobsOf("han")),
  part("jobs in plane2", jobsOf("plane2")),
  part("webhook endpoints", writeEndpoints([Names.many])),
  part("deliveries that have succeeded", succeededDeliveries(sizes.fewDeliveries))
]
