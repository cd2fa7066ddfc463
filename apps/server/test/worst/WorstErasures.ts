/**
 * The erasures of the worst rows: requests, of each organization as many as the lists pass, none of today, and each done; and what goes with one
 * application whose person is erased.
 */
import type { Application } from "@partner-api/domain/Application"
import { eventBytesMax } from "@partner-api/domain/Event"
import { eventIdOf } from "@partner-api/domain/EventId"
import { messagesMax } from "@partner-api/domain/Message"
import { exampleMoment } from "@partner-api/domain/Timestamp"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { type AlphabetName, alphabets } from "./Alphabet.ts"
import { countTo, insertAll } from "./InsertRows.ts"
import { writeAttachments } from "./WorstAttachments.ts"
import { writeMessages } from "./WorstMessages.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

/** Erasure requests of an organization. */
export const writeErasureRequests = (organizationId: string, count: number) =>
  insertAll(
    "erasure_requests",
    countTo(count, (number) => ({
      organization_id: organizationId,
      id: Names.erasureRequestId(number),
      applications: number,
      email_digest: "d".repeat(43),
      created_at_ms: 0,
      done_at_ms: Date.now()
    }))
  )

/** The event of a message: it has no body. */
const messageData = (id: string, { agency_id, job_id }: Application, number: number) => ({
  application: { id, job_id, agency_id },
  message: { id: Names.idOf("msg", number), application_id: id, from: "AGENCY", created_at: exampleMoment },
  changed: []
})

/** Large events about an application, and answers that are stored for a day. */
const changes = 100

/** Everything of the applications whose person may be erased: files, a full conversation, an event for each message and change, and stored answers. */
export const writeErasable = Effect.fnUntraced(function* (organizationId: string, name: AlphabetName) {
  const sql = yield* SqlClient
  const applications = countTo(Names.sizes.erasable, Names.erasableOf)
  yield* writeAttachments(organizationId, name, applications)
  yield* writeMessages(organizationId, name, applications, messagesMax)
  const { application } = Records.worstApplication(alphabets[name], 1, { person: 1, job: 1, state: "WITHDRAWN" })
  const note = alphabets[name].text(eventBytesMax / 8, 1)
  const events = applications.flatMap((number) => {
    const id = Records.applicationId(number)
    const about = { application: { ...application, id, answers: [], note }, changed: ["note"] }
    return [
      ...countTo(messagesMax, (one) => ({ id, type: "message.created", data: messageData(id, application, one) })),
      ...countTo(changes, () => ({ id, type: "application.updated", data: about }))
    ]
  })
  const [counter] = yield* sql<{ sequence: number }>`
    SELECT sequence FROM journal_counters WHERE organization_id = ${organizationId}`
  const before = Number(counter?.sequence ?? 0)
  yield* insertAll(
    "events",
    events.map(({ data, id, type }, index) => {
      const sequence = before + 1 + index
      return {
        organization_id: organizationId,
        sequence,
        type,
        agency_id: null,
        is_for_agencies: 0,
        person_id: id,
        occurred_at_ms: Date.now(),
        json: JSON.stringify({
          id: eventIdOf(sequence, "Z"),
          type,
          timestamp: exampleMoment,
          organization_id: organizationId,
          sequence,
          data
        })
      }
    })
  )
  yield* sql`UPDATE journal_counters SET sequence = ${before + events.length} WHERE organization_id = ${organizationId}`
  const body = JSON.stringify(application)
  yield* insertAnswers(
    organizationId,
    applications.map((number) => Records.applicationId(number)),
    body
  )
})

/** Stored answers about resources, as many and as large of each as clients may make in an hour. */
const insertAnswers = (organizationId: string, ids: ReadonlyArray<string>, body: string) =>
  insertAll(
    "idempotency_keys",
    ids.flatMap((id) =>
      countTo(changes, (key) => ({
        organization_id: organizationId,
        client_id: Names.worstClient,
        method: "PATCH",
        path: `/${id}`,
        key: String(key),
        fingerprint: "f".repeat(43),
        status: 200,
        headers: "{}",
        body,
        resource_id: id,
        expires_at_ms: Date.now() + 86_400_000
      }))
    )
  )

/** The length of an answer about an agency, in characters of four bytes: 125 KB. */
const answerLength = 31_250

/** Stored answers that repeat the recruiters of agencies. */
export const writeAgencyAnswers = (organizationId: string, name: AlphabetName) =>
  insertAnswers(
    organizationId,
    countTo(Names.sizes.answered, (number) => Records.agencyId(Names.answeredOf(number))),
    alphabets[name].text(answerLength, 1)
  )
