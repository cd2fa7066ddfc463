/**
 * Assignments of jobs to agencies over HTTP, and what an agency sees of jobs (recruiting, Who sees a job).
 */
import { assert, describe, it } from "@effect/vitest"
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath, pathParams } from "@partner-api/contract/Path"
import { detailsOf, errorOf, mistakesOf, named, withoutRequestId } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { pageOf, walk } from "./Walk.ts"

const server = await sharedServer({ startMs: Date.UTC(2026, 0, 1) })
const { call, query, tokens } = server
const token = tokens.acme

await query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
await query("UPDATE grants SET agency_id = 'agy_northwind' WHERE client_id = 'sandbox-reader'")
const hirewell = await server.partner()
const northwind = await server.partner("sandbox-reader")

let jobs = 0
const addJob = async (more: object = {}): Promise<string> => {
  const json = {
    title: `Smith ${++jobs}`,
    description: "Forges the quokka.",
    status: "OPEN",
    agency_access: "ASSIGNED",
    external_id: `OF-${jobs}`,
    ...more
  }
  return textOf(await call("POST", "/v1/jobs", { token, json }), "id")
}
const patchJob = (id: string, json: object) => call("PATCH", `/v1/jobs/${id}`, { token, json })
const read = (id: string, as: string) => call("GET", `/v1/jobs/${id}`, { token: as })
const of = (job: string, agency: string) => `/v1/jobs/${job}/assignments/${agency}`
const put = (job: string, agency: string, json: object = {}, as = token) =>
  call("PUT", of(job, agency), { token: as, json })
const unassign = (job: string, agency: string, as = token) => call("DELETE", of(job, agency), { token: as })
const submit = (job: string, as: string, more: object = {}) =>
  call("POST", "/v1/applications", {
    token: as,
    json: { job_id: job, candidate: { first_name: "A", last_name: "B", email: `a${++jobs}@example.com` }, ...more }
  })

const startMs = Date.UTC(2026, 0, 1)
let movedMs = 0
/** Moves the clock on, and runs what is due. */
const advance = (ms: number) => {
  movedMs += ms
  return server.advance(ms)
}

/** The ids of a list. */
const idsOf = async (as: string, path = "/v1/jobs?limit=100") =>
  (await walk(call, as, path)).flatMap((page) => pageOf(page).content.map(({ id }) => id))

/** The events that a token reads about a job, after those before. */
const eventsOf = async (as: string, job: string) => {
  const found: Array<readonly [type: string, data: Readonly<Record<string, unknown>>]> = []
  let path = "/v1/events?types=job.*&limit=100"
  for (;;) {
    const { content, cursor, next } = feedPageOf(await call("GET", path, { token: as }))
    for (const { data, type } of content) if (JSON.stringify(data).includes(`"${job}"`)) found.push([type, data])
    if (next === null) return found
    path = `/v1/events?limit=100&cursor=${cursor}`
  }
}
const typesOf = async (as: string, job: string) => (await eventsOf(as, job)).map(([type]) => type)

const inMinutes = (minutes: number) => new Date(startMs + movedMs + minutes * 60_000).toISOString()

describe("a job that is ASSIGNED (recruiting 3)", () => {
  it("is seen by the agency that is assigned to it, in every list and by id, and by no other", async () => {
    const id = await addJob()
    const number = id
    const unknown = await read("job_unknown", hirewell)
    assert.deepStrictEqual(withoutRequestId(await read(id, hirewell)), withoutRequestId(unknown))
    const answer = await put(id, "agy_hirewell", { submission_limit: 2, instructions: "Call first." })
    assert.deepStrictEqual([answer.status, answer.headers["location"]?.endsWith(of(id, "agy_hirewell"))], [201, true])
    assert.strictEqual((await read(id, hirewell)).status, 200)
    assert.deepStrictEqual(withoutRequestId(await read(id, northwind)), withoutRequestId(unknown))
    const { external_id } = membersOf(await read(id, token))
    for (const path of [
      "/v1/jobs?limit=100",
      "/v1/jobs?limit=100&status=OPEN",
      "/v1/jobs?limit=100&q=quokka",
      `/v1/jobs?external_id=${String(external_id)}`,
      "/v1/jobs?limit=100&updated_since=2020-01-01T00:00:00Z"
    ]) {
      assert.include(await idsOf(hirewell, path), number, path)
      assert.notInclude(await idsOf(northwind, path), number, path)
    }
  })

  it("has the access that the organization has set, unless it has its own", async () => {
    const json = { title: "A", description: "B" }
    const accessOf = async (as: string, more: object = {}) =>
      membersOf(await call("POST", "/v1/jobs", { token: as, json: { ...json, ...more } }))["agency_access"]
    assert.deepStrictEqual(
      [await accessOf(token), await accessOf(tokens.globex), await accessOf(token, { agency_access: "ASSIGNED" })],
      ["ALL", "ASSIGNED", "ASSIGNED"]
    )
  })

  it("is lost with the assignment, and kept by an application", async () => {
    const [lost, kept] = [await addJob(), await addJob()]
    for (const id of [lost, kept]) await put(id, "agy_hirewell")
    assert.strictEqual((await submit(kept, hirewell)).status, 201)
    for (const id of [lost, kept]) assert.strictEqual((await unassign(id, "agy_hirewell")).status, 204)
    assert.deepStrictEqual([(await read(lost, hirewell)).status, (await read(kept, hirewell)).status], [404, 200])
    const shown = await idsOf(hirewell)
    assert.deepStrictEqual([shown.includes(lost), shown.includes(kept)], [false, true])
    assert.strictEqual(errorOf(await unassign(lost, "agy_hirewell")), named(404))
  })

  it("becomes hidden with the change from ALL, and shown with the change back", async () => {
    const id = await addJob({ agency_access: "ALL" })
    await put(id, "agy_hirewell")
    const seen = async () => [(await read(id, hirewell)).status, (await read(id, northwind)).status]
    assert.deepStrictEqual(await seen(), [200, 200])
    assert.strictEqual((await patchJob(id, { agency_access: "ASSIGNED" })).status, 200)
    assert.deepStrictEqual(await seen(), [200, 404])
    await patchJob(id, { agency_access: "ALL" })
    assert.deepStrictEqual(await seen(), [200, 200])
    assert.deepStrictEqual(
      (await idsOf(northwind)).filter((one) => one === id),
      [id]
    )
  })

  it("is a draft to no agency, assigned or not", async () => {
    const id = await addJob({ status: "DRAFT" })
    await put(id, "agy_hirewell")
    assert.strictEqual((await read(id, hirewell)).status, 404)
    assert.strictEqual(errorOf(await call("GET", of(id, "agy_hirewell"), { token: hirewell })), named(404))
    await patchJob(id, { status: "OPEN" })
    assert.strictEqual((await read(id, hirewell)).status, 200)
    assert.deepStrictEqual(await typesOf(hirewell, id), ["job.opened"])
  })
})

describe("every read of a job by its id (recruiting 3)", () => {
  const reads = endpoints.filter(({ method, path }) => method === "GET" && pathParams(path).includes("jobId"))
  const send = (path: string, jobId: string) =>
    call("GET", fillPath(path, { jobId, agencyId: "agy_hirewell" }), { token: hirewell })

  it.for(reads.map(({ id, path }) => [id, path] as const))(
    "shows what is visible, and answers as for an unknown job what is not, or not any more: %s",
    async ([, path]) => {
      const [visible, hidden, lost, draft] = [
        await addJob(),
        await addJob(),
        await addJob(),
        await addJob({ status: "DRAFT" })
      ]
      await put(hidden, "agy_northwind")
      for (const id of [visible, lost, draft]) await put(id, "agy_hirewell")
      assert.strictEqual((await send(path, lost)).status, 200)
      await unassign(lost, "agy_hirewell")
      const unknown = withoutRequestId(await send(path, "job_unknown"))
      assert.strictEqual((await send(path, visible)).status, 200)
      for (const id of [hidden, lost, draft]) assert.deepStrictEqual(withoutRequestId(await send(path, id)), unknown)
    }
  )
})

describe("an assignment (recruiting 3)", () => {
  it("is set whole: absent members are removed, and the same terms change nothing", async () => {
    const id = await addJob()
    const first = await put(id, "agy_hirewell", { submission_limit: 2, instructions: "Call." })
    assert.deepInclude(membersOf(first), { status: "ACTIVE", submission_limit: 2, instructions: "Call." })
    const second = await put(id, "agy_hirewell", { submission_limit: 3 })
    assert.deepStrictEqual([second.status, "instructions" in membersOf(second)], [200, false])
    const again = await put(id, "agy_hirewell", { submission_limit: 3 })
    assert.deepStrictEqual([again.status, again.text], [200, second.text])
    const there = await call("GET", of(id, "agy_hirewell"), { token })
    assert.deepStrictEqual([there.text, there.headers["etag"]], [second.text, second.headers["etag"]])
    const stale = await call("PUT", of(id, "agy_hirewell"), { token, json: {}, headers: { "if-match": '"stale"' } })
    assert.strictEqual(errorOf(stale), named(412))
    assert.deepStrictEqual(await typesOf(hirewell, id), ["job.assigned", "job.assignment_set"])
  })

  it.for([
    [{ submission_limit: 0 }, "body /submission_limit range"],
    [{ submission_limit: 1_001 }, "body /submission_limit range"],
    [{ instructions: "x".repeat(5_001) }, "body /instructions length"],
    [{ visible_from: "tomorrow" }, "body /visible_from format"],
    [{ status: "ACTIVE" }, "body /status unknown"]
  ] as const)("refuses %j", async ([json, mistake]) =>
    assert.deepStrictEqual(mistakesOf(await put(await addJob(), "agy_hirewell", json)), [mistake])
  )

  it("is of a job and an agency that are there", async () => {
    const id = await addJob()
    assert.strictEqual(errorOf(await put(id, "agy_contoso")), named(404))
    assert.strictEqual(errorOf(await put("job_00001001", "agy_hirewell")), named(404))
    assert.strictEqual(errorOf(await call("GET", of(id, "agy_hirewell"), { token })), named(404))
  })

  it("is written by the employer alone", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell")
    assert.strictEqual(errorOf(await put(id, "agy_hirewell", {}, hirewell)), named(403))
    assert.strictEqual(errorOf(await unassign(id, "agy_hirewell", hirewell)), named(403))
  })

  it("is shown to its agency alone once it is active", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell", { instructions: "For Hirewell." })
    await put(id, "agy_northwind", { visible_from: inMinutes(1) })
    const list = async (as: string) => (await call("GET", `/v1/jobs/${id}/assignments`, { token: as })).text
    assert.deepStrictEqual((await list(token)).match(/agy_\w+/g), ["agy_hirewell", "agy_northwind"])
    assert.deepStrictEqual((await list(hirewell)).match(/agy_\w+/g), ["agy_hirewell"])
    assert.include(await list(northwind), "not_found")
    assert.strictEqual(errorOf(await call("GET", of(id, "agy_northwind"), { token: hirewell })), named(404))
    assert.strictEqual((await call("GET", of(id, "agy_hirewell"), { token: hirewell })).status, 200)
    const mine = async (agency: string, as: string) =>
      (await call("GET", `/v1/agencies/${agency}/assignments?limit=100`, { token: as })).text
    assert.include(await mine("agy_northwind", token), id)
    assert.notInclude(await mine("agy_northwind", northwind), id)
    assert.include(await mine("agy_hirewell", hirewell), id)
    assert.include(await mine("agy_hirewell", northwind), "not_found")
  })

  it("becomes active within a minute of visible_from, and the job is found as written then", async () => {
    const id = await addJob()
    const before = await read(id, token)
    const pending = await put(id, "agy_hirewell", { visible_from: inMinutes(1) })
    assert.strictEqual(membersOf(pending)["status"], "PENDING")
    assert.deepStrictEqual([(await read(id, hirewell)).status, await typesOf(hirewell, id)], [404, []])
    const { cursor } = feedPageOf(await call("GET", "/v1/events?start=latest", { token: hirewell }))
    // A look of the worker takes time on a database beside the process: with a request between the steps it ends before the clock moves on.
    const aMinute = async () => {
      for (let step = 0; step < 4; step++) {
        await advance(15_000)
        await read(id, token)
      }
    }
    await aMinute()
    const since = inMinutes(0)
    await aMinute()
    // A database beside the process answers in its own time; the feed answers once the worker has written.
    await call("GET", `/v1/events?cursor=${cursor}&wait=10`, { token: hirewell })
    assert.strictEqual((await read(id, hirewell)).status, 200)
    const [assigned, ...others] = await eventsOf(hirewell, id)
    assert.deepStrictEqual([assigned?.[0], others], ["job.assigned", []])
    assert.deepStrictEqual(assigned?.[1]["job"], before.json)
    assert.deepInclude(assigned?.[1]["assignment"], { agency_id: "agy_hirewell", status: "ACTIVE" })
    assert.include(await idsOf(hirewell, `/v1/jobs?limit=100&updated_since=${since}`), id)
    const after = await read(id, token)
    assert.deepStrictEqual([after.text, after.headers["etag"]], [before.text, before.headers["etag"]])
  })
})

describe("an exclusive assignment (recruiting 3)", () => {
  const assertConflict = async (answer: ReturnType<typeof put>, path: string) => {
    const refused = await answer
    assert.strictEqual(errorOf(refused), named(409), refused.text)
    assert.deepStrictEqual(detailsOf(refused), [`body ${path} conflict`], refused.text)
  }

  it("is refused while another agency is active, and refuses others until its end", async () => {
    const id = await addJob()
    await put(id, "agy_northwind")
    await assertConflict(put(id, "agy_hirewell", { exclusive_until: inMinutes(2) }), "/exclusive_until")
    await unassign(id, "agy_northwind")
    assert.strictEqual((await put(id, "agy_hirewell", { exclusive_until: inMinutes(2) })).status, 201)
    await assertConflict(put(id, "agy_northwind"), "/visible_from")
    await assertConflict(put(id, "agy_northwind", { visible_from: inMinutes(1) }), "/visible_from")
    assert.strictEqual((await put(id, "agy_northwind", { visible_from: inMinutes(2) })).status, 201)
    await assertConflict(put(id, "agy_hirewell", { exclusive_until: inMinutes(3) }), "/exclusive_until")
  })

  it.for([["exclusive_until"], ["visible_from"]] as const)(
    "and %s are refused on a job that is ALL",
    async ([member]) => {
      const id = await addJob({ agency_access: "ALL" })
      await assertConflict(put(id, "agy_hirewell", { [member]: inMinutes(1) }), `/${member}`)
      assert.strictEqual((await put(id, "agy_hirewell", { submission_limit: 1 })).status, 201)
    }
  )

  it("lets others be assigned once its end has passed", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell", { exclusive_until: inMinutes(1) })
    await advance(60_001)
    assert.strictEqual((await put(id, "agy_northwind")).status, 201)
  })

  it("is not taken back by a later visible_from", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell")
    const refused = await put(id, "agy_hirewell", { visible_from: inMinutes(1) })
    assert.deepStrictEqual([errorOf(refused), detailsOf(refused)], [named(409), ["body /visible_from conflict"]])
  })
})

describe("a submission for an ASSIGNED job (recruiting 3)", () => {
  it("is refused as for an unknown job where the agency does not see it", async () => {
    const [id, bodies] = [await addJob(), async (job: string) => withoutRequestId(await submit(job, hirewell))]
    assert.deepStrictEqual(await bodies(id), await bodies("job_unknown"))
    assert.deepStrictEqual(mistakesOf(await submit(id, hirewell)), ["body /job_id unknown"])
  })

  it("is a conflict where the agency sees the job and is not assigned, by the employer's token too", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell")
    assert.strictEqual((await submit(id, hirewell)).status, 201)
    await unassign(id, "agy_hirewell")
    assert.strictEqual(errorOf(await submit(id, hirewell)), named(409))
    assert.strictEqual(errorOf(await submit(id, token, { agency_id: "agy_hirewell" })), named(409))
    assert.strictEqual(errorOf(await submit(id, token, { agency_id: "agy_northwind" })), named(409))
  })

  it("is a conflict at the limit, which withdrawn ones do not count towards", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell", { submission_limit: 1 })
    const first = textOf(await submit(id, hirewell), "id")
    const refused = await submit(id, hirewell)
    assert.strictEqual(errorOf(refused), named(409))
    assert.include(refused.text, "allows 1")
    await call("POST", `/v1/applications/${first}/transitions`, { token: hirewell, json: { action: "withdraw" } })
    assert.strictEqual((await submit(id, hirewell)).status, 201)
  })

  it("stays within the limit with 20 submissions at once", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell", { submission_limit: 3 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(id, hirewell)))
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      3
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 409),
      17
    )
  })
})

describe("the events of a job (recruiting 3)", () => {
  it("reach the agencies that see the job when they are written, and the loss reaches those that lose it", async () => {
    const id = await addJob()
    await patchJob(id, { title: "Before" })
    await put(id, "agy_hirewell")
    await patchJob(id, { title: "Seen" })
    await unassign(id, "agy_hirewell")
    await patchJob(id, { title: "After" })
    assert.deepStrictEqual(await typesOf(hirewell, id), ["job.assigned", "job.updated", "job.unassigned"])
    assert.deepStrictEqual(await typesOf(northwind, id), [])
    const all = await eventsOf(token, id)
    assert.lengthOf(all, 6)
    const unassigned = all.find(([type]) => type === "job.unassigned")
    assert.deepStrictEqual(unassigned?.[1], { job: { id }, agency_id: "agy_hirewell", changed: [] })
  })

  it("tell every agency that the job became ASSIGNED, by its id, before those that see it get the job", async () => {
    const id = await addJob({ agency_access: "ALL" })
    await put(id, "agy_hirewell")
    await patchJob(id, { agency_access: "ASSIGNED", title: "Secret" })
    assert.deepStrictEqual(await typesOf(northwind, id), ["job.created", "job.restricted"])
    const restricted = (await eventsOf(northwind, id)).at(-1)
    assert.deepStrictEqual(restricted?.[1], { job: { id }, changed: ["agency_access"] })
    assert.deepStrictEqual((await typesOf(hirewell, id)).slice(-2), ["job.restricted", "job.updated"])
    await patchJob(id, { agency_access: "ALL" })
    assert.strictEqual((await typesOf(northwind, id)).at(-1), "job.updated")
  })

  it("tell no agency of a draft that became ASSIGNED", async () => {
    const id = await addJob({ agency_access: "ALL", status: "DRAFT" })
    await patchJob(id, { agency_access: "ASSIGNED" })
    assert.deepStrictEqual(await typesOf(hirewell, id), [])
    assert.include(await typesOf(token, id), "job.restricted")
  })

  it("are not found by id by an agency that did not see the job", async () => {
    const id = await addJob()
    await put(id, "agy_hirewell")
    const [event] = feedPageOf(
      await call("GET", "/v1/events?types=job.assigned&start=oldest&limit=100", { token })
    ).content.slice(-1)
    const path = `/v1/events/${event?.id}`
    assert.strictEqual((await call("GET", path, { token: hirewell })).status, 200)
    assert.strictEqual(errorOf(await call("GET", path, { token: northwind })), named(404))
  })
})
