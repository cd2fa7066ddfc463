/**
 * Claims beyond the application that made them, over HTTP (recruiting 7): a later application of the agency goes on with one, and that of an erased person
 * can be given up.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const job_id = "job_00000001"
const [agency, rival] = ["agy_hirewell", "agy_northwind"]
const token = await server.scoped(await server.primary())

const call = (method: "GET" | "POST" | "DELETE" | "PATCH", path: string, json?: object) =>
  server.call(method, path, { token, ...(json === undefined ? {} : { json }) })
const act = (id: string, action: string, more: object = {}) =>
  call("POST", `/v1/applications/${id}/transitions`, { action, ...more })
const get = async (id: string) => membersOf(await call("GET", `/v1/applications/${id}`))

let people = 0
const person = () => ({ first_name: "Grace", last_name: "Hopper", email: `passed.${++people}@example.com` })

const succeed = (answer: Answer) => {
  assert.isBelow(answer.status, 300, answer.text)
  return answer
}
const confirmed = async (agency_id: string, candidate: ReturnType<typeof person>) => {
  const id = textOf(succeed(await call("POST", "/v1/applications", { job_id, agency_id, candidate })), "id")
  succeed(await act(id, "confirm"))
  return id
}

succeed(await call("PATCH", "/v1/organization", { settings: { ownership_days: 180 } }))

describe("a claim (recruiting 7)", () => {
  it("goes on with a later application of the agency, and the former one shows none", async () => {
    const candidate = person()
    const former = await confirmed(agency, candidate)
    succeed(await act(former, "reject", { feedback: "Not enough experience." }))
    const { ownership } = await get(former)
    const later = await confirmed(agency, candidate)
    assert.deepStrictEqual((await get(later))["ownership"], ownership)
    const shown = await get(former)
    assert.isUndefined(shown["ownership"])
    assert.strictEqual(shown["state"], "REJECTED")
    const { content } = membersOf(await call("GET", `/v1/applications/${former}/history`))
    assert.include(JSON.stringify(content), '"changed":["ownership"]')
    const refused = await act(former, "release")
    assert.strictEqual(refused.status, 409)
    // What is listed is possible: the release is the later application's.
    assert.include((await act(former, "keep")).text, "must be one of restore")
    succeed(await act(later, "withdraw"))
    succeed(await act(later, "release"))
    await confirmed(rival, candidate)
  })

  it("of an erased person is given up by its agency, and the person is free then", async () => {
    const candidate = person()
    const id = await confirmed(agency, candidate)
    succeed(await act(id, "withdraw"))
    succeed(await call("DELETE", `/v1/applications/${id}/candidate`))
    assert.include((await act(id, "keep")).text, "must be one of release")
    const released = membersOf(succeed(await act(id, "release")))
    assert.strictEqual(Object(released["ownership"]).ended_reason, "RELEASED")
    assert.include((await act(id, "release")).text, "must be none")
    await confirmed(rival, candidate)
  })
})

describe("a corrected email", () => {
  it("of a person who is taken is refused at the email (recruiting 7)", async () => {
    const [taken, own] = [person(), person()]
    await confirmed(rival, taken)
    const id = await confirmed(agency, own)
    const refused = await call("PATCH", `/v1/applications/${id}`, { candidate: { email: taken.email } })
    assert.strictEqual(refused.status, 409)
    assert.include(refused.text, '"path":"/candidate/email"')
  })
})
