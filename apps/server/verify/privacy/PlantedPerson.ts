/**
 * A person who is put everywhere the API takes one, by an employer and an agency (recruiting 9).
 */
import { assert } from "@effect/vitest"
import { textOf } from "../../test/HttpCall.ts"
import type { TestServer } from "../../test/TestServer.ts"

export const canary = "Kanarienvogel"
const phone = "+4915799887766"
/** What is left of the person, in whatever letters: an email is kept in lower case too. */
export const traces = new RegExp(`${canary}|${phone.slice(1)}`, "i")

export const candidate = {
  first_name: `${canary}first`,
  last_name: `${canary}last`,
  email: `${canary}@example.com`,
  phone,
  linkedin_url: `https://linkedin.example/in/${canary}`,
  location: `${canary} town`,
  resume_url: `https://files.example/${canary}.pdf`,
  current_title: `${canary} engineer`,
  current_company: `${canary} works`,
  links: [`https://example.com/${canary}`]
}

/** Puts the person everywhere, and gives the ids of the applications. */
export const plant = async (server: TestServer, employer: string, agency: string): Promise<ReadonlyArray<string>> => {
  const { call } = server
  let keys = 0
  const send = async (method: string, path: string, token: string, json: object) => {
    const headers = { "idempotency-key": `key ${++keys}` }
    const answer = await call(method, path, { token, json, headers })
    assert.isBelow(answer.status, 300, answer.text)
    return answer
  }
  const question = { id: "why", text: "Why this job?", type: "LONG_TEXT", required: false }
  const job = { title: "T", description: "D", status: "OPEN", questions: [question] }
  const job_id = textOf(await send("POST", "/v1/jobs", employer, job), "id")
  const submit = async (token: string, number: number) =>
    textOf(
      await send("POST", "/v1/applications", token, {
        job_id,
        agency_id: "agy_hirewell",
        candidate,
        note: `${canary} note`,
        external_id: `${canary}-${number}`,
        answers: [{ question_id: "why", value: `${canary} answer` }]
      }),
      "id"
    )
  const attach = async (id: string) => {
    const answer = await call("POST", `/v1/applications/${id}/attachments`, {
      token: agency,
      body: `${canary} in a file`,
      headers: {
        "attachment-type": "CONSENT",
        "content-disposition": `attachment; filename=${canary}.txt`,
        "content-type": "text/plain"
      }
    })
    assert.strictEqual(answer.status, 201, answer.text)
    return textOf(answer, "id")
  }
  const act = (id: string, action: string, more: object = {}, token = employer) =>
    send("POST", `/v1/applications/${id}/transitions`, token, { action, ...more })

  // Requests that are refused, with the person in values that nobody keeps.
  for (const refused of [
    { ...candidate, phone: canary },
    { ...candidate, email: canary }
  ]) {
    const json = { job_id, agency_id: "agy_hirewell", candidate: refused, note: `${canary} refused` }
    assert.strictEqual((await call("POST", "/v1/applications", { token: employer, json })).status, 422)
  }

  const rejected = await submit(employer, 1)
  const consent = {
    obtained_at: new Date(server.startMs).toISOString(),
    method: "SIGNED",
    attachment_id: await attach(rejected)
  }
  await act(rejected, "confirm", { consent })
  await send("POST", `/v1/applications/${rejected}/messages`, agency, { body: `${canary} is free in March.` })
  await act(rejected, "reject", { feedback: `${canary} lacks experience.`, reason_id: "not_qualified" })
  const withdrawn = await submit(employer, 2)
  await act(withdrawn, "withdraw", { note: `${canary} has moved.` })
  const hidden = await submit(agency, 3)
  await attach(hidden)
  await send("PATCH", `/v1/applications/${hidden}`, agency, { note: `${canary} changed note` })
  assert.strictEqual(
    (await call("POST", `/v1/applications/${hidden}/confirmation_requests`, { token: agency })).status,
    201
  )
  return [rejected, withdrawn, hidden]
}
