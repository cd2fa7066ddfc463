/**
 * What every server must answer to applications and keep of them: submitted, confirmed, refused. Two applications of one person are
 * submitted and the first is confirmed, which withdraws the second.
 */
import * as Crypto from "node:crypto"
import { type Answer, createdOf, headersOf, posting, refusalOf, send } from "./Answer.ts"
import type { Engine } from "./Engine.ts"
import { seededApplication } from "./FreshApplications.ts"
import { bodyBytesMax } from "./peers/Refusal.ts"
import type { Server } from "./Process.ts"
import { eventShown } from "./SameEvents.ts"

const { agency_id, job_id, organization_id } = seededApplication
const email = "Ada.Applies@example.com"
const candidate = { first_name: "Ada", last_name: "Löwe", email }
const application = { job_id, agency_id, candidate, note: "Two years of payroll." }

/** A job of the sample data that is on hold. */
const heldJob = "job_00000003"

/** Every request names itself so, and the journal with it. */
const named = "same-"

/** One byte more than each body may have. */
const tooLarge = { note: "A".repeat(bodyBytesMax.application) }
const actionTooLarge = { note: "A".repeat(bodyBytesMax.action) }

const confirmedOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const {
    id,
    state_entered_at: at,
    confirmed_at: confirmedAt,
    created_at: createdAt,
    updated_at: updatedAt,
    terms: { agreed_at: agreedAt, ...terms } = {},
    ownership: { since, expires_at: expiresAt, ...ownership } = {},
    ...rest
  } = JSON.parse(text)
  const tag = Crypto.createHash("sha256").update(text).digest("base64url").slice(0, 22)
  const isTagged = response.headers.get("etag") === `"${tag}"`
  return {
    status: response.status,
    headers: headersOf(response),
    body: {
      ...rest,
      terms,
      ownership,
      claimMs: Date.parse(expiresAt) - Date.parse(since),
      isTagged,
      sameTimes: [at, confirmedAt, agreedAt, since].every((time) => time === updatedAt),
      isLater: updatedAt > createdAt,
      named: typeof id === "string"
    }
  }
}

/** The rows of the person. What differs each time is left out. */
const rowsOf = async ({ databaseUrl }: Server, engine: Engine, ids: ReadonlyArray<string>): Promise<unknown> => {
  const rows = await engine.read(
    databaseUrl,
    `SELECT id, job_id, agency_id, email_key, external_id, state, rejected_from, submitted_by, only_client_id, json,
      written_at_ms FROM applications
    WHERE organization_id = '${organization_id}' AND email_key = '${email.toLowerCase()}'`
  )
  const shown = rows.map((row) => {
    const { id, json, written_at_ms: writtenAt, ...columns }: Record<string, unknown> = { ...row }
    const {
      id: answered,
      state_entered_at: at,
      confirmed_at: confirmedAt = at,
      created_at: createdAt,
      updated_at: updatedAt,
      terms: { agreed_at: agreedAt = at, ...terms } = {},
      ownership: { since = at, expires_at: expiresAt, ...ownership } = {},
      ...rest
    } = JSON.parse(String(json))
    const times = [at, confirmedAt, agreedAt, since, createdAt, updatedAt].every((time) =>
      Number.isFinite(Date.parse(time))
    )
    return {
      which: ids.indexOf(String(id)),
      ...columns,
      rest,
      terms,
      ownership,
      claimMs: expiresAt === undefined ? 0 : Date.parse(expiresAt) - Date.parse(since),
      sameId: answered === id,
      times,
      written: Number(writtenAt) > 0
    }
  })
  // Identifiers of one millisecond have no order.
  return shown.toSorted((left, right) => left.which - right.which)
}

/** The journal entries of the requests. */
const entriesOf = async ({ databaseUrl }: Server, engine: Engine, ids: ReadonlyArray<string>): Promise<unknown> => {
  const rows = await engine.read(
    databaseUrl,
    `SELECT json FROM journal WHERE organization_id = '${organization_id}' AND json LIKE '%"request_id":"${named}%'
    ORDER BY sequence`
  )
  return rows.map((row) => {
    const { json }: Record<string, unknown> = { ...row }
    const { id, occurred_at: at, resource_id: resource, ...rest } = JSON.parse(String(json))
    return { ...rest, which: ids.indexOf(resource), whole: typeof id === "string" && Number.isFinite(Date.parse(at)) }
  })
}

/** The events of the applications. */
const eventsOf = async ({ databaseUrl }: Server, engine: Engine, ids: ReadonlyArray<string>): Promise<unknown> => {
  const rows = await engine.read(
    databaseUrl,
    `SELECT * FROM events WHERE organization_id = '${organization_id}'
    AND person_id IN (${ids.map((id) => `'${id}'`).join(", ")}) ORDER BY sequence`
  )
  return rows.map((row) => eventShown(row, (person) => ids.indexOf(person)))
}

export const applicationsOf = async (
  server: Server,
  token: string,
  engine: Engine
): Promise<Record<string, unknown>> => {
  let requests = 0
  const post = (path: string, body: unknown): Promise<Response> => {
    const { headers, ...rest } = posting(JSON.stringify(body))
    const init = { ...rest, headers: { ...headers, "x-request-id": `${named}${++requests}` } }
    return send(server.port, `/v1/applications${path}`, token, init)
  }
  const submit = (change: object) => post("", { ...application, ...change })
  const confirm = (id: string) => post(`/${id}/transitions`, { action: "confirm" })
  const idOf = async (response: Response): Promise<string> => JSON.parse(await response.text()).id

  const first = await submit({})
  // One agency has one open application of a person for a job.
  const second = await submit({ agency_id: "agy_seed_1_2" })
  const ids = [await idOf(first.clone()), await idOf(second.clone())]
  const [firstId = "", secondId = ""] = ids
  return {
    submitted: await createdOf(first),
    "submitted by the same person": await createdOf(second),
    "without a candidate": await refusalOf(await submit({ candidate: undefined })),
    "without a last name": await refusalOf(await submit({ candidate: { ...candidate, last_name: "" } })),
    "unknown job": await refusalOf(await submit({ job_id: "job_unknown" })),
    "unknown agency": await refusalOf(await submit({ agency_id: "agy_unknown" })),
    "job on hold": await refusalOf(await submit({ job_id: heldJob })),
    "body too large": await refusalOf(await post("", tooLarge)),
    "unknown application": await refusalOf(await confirm("app_unknown")),
    "unknown action": await refusalOf(await post(`/${firstId}/transitions`, { action: "dance" })),
    "action too large": await refusalOf(await post(`/${firstId}/transitions`, actionTooLarge)),
    confirmed: await confirmedOf(await confirm(firstId)),
    "confirmed again": await refusalOf(await confirm(firstId)),
    "withdrawn meanwhile": await refusalOf(await confirm(secondId)),
    "submitted of an owned person": await refusalOf(await submit({})),
    rows: await rowsOf(server, engine, ids),
    entries: await entriesOf(server, engine, ids),
    events: await eventsOf(server, engine, ids)
  }
}
