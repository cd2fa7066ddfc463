/**
 * Two servers and generated requests of one viewer: both answer the same bytes (recruiting, Confirmation and consent). For a viewer who does not see the
 * unconfirmed applications of an agency, one server has none. For the client that submitted them, one server shows them to everybody. A read that forgets the
 * rule makes a difference.
 */
import { assert } from "@effect/vitest"
import { plainAnswer, pathOfNext } from "./Twins.ts"
import { textOf } from "./HttpCall.ts"
import { choicesOf } from "./model/Choices.ts"
import { startServer } from "./TestServer.ts"

/** Who sends the requests: another client of the employer, another agency, or the client that submitted. */
export const twinViewers = ["employer", "agency", "submitter"] as const
type TwinViewer = (typeof twinViewers)[number]

/** The unconfirmed applications; every third of them has ended without a confirmation. */
const hiddenCount = 30

const job = "job_00000001"

type Server = Awaited<ReturnType<typeof startTwin>>

const startTwin = async (viewer: TwinViewer) => {
  const server = await startServer({ startMs: Date.UTC(2026, 0, 1) })
  const { query } = server
  await query("UPDATE grants SET agency_id = 'agy_northwind' WHERE client_id = 'sandbox-partner'")
  if (viewer === "agency") {
    await query(
      "UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-client' AND organization_id = 'org_acme'"
    )
  }
  const token = await server.scoped(await server.primary())
  return { ...server, token, submitter: viewer === "submitter" ? token : await server.partner() }
}

const person = (number: number) => ({
  first_name: "Zoe",
  last_name: "Zebra",
  email: `zebra${number}@example.com`
})

/** Submits an application that nobody confirms, and changes or ends it. */
const writeHidden = async ({ advance, call, submitter }: Server, number: number): Promise<string> => {
  const json = { job_id: job, agency_id: "agy_northwind", candidate: person(number), external_id: `HID-${number}` }
  const id = textOf(await call("POST", "/v1/applications", { token: submitter, json }), "id")
  const path = `/v1/applications/${id}`
  if (number % 3 === 0) await call("PATCH", path, { token: submitter, json: { note: "Knows the zebra." } })
  else if (number % 3 === 1) {
    await call("POST", `${path}/transitions`, {
      token: submitter,
      json: { action: number % 2 === 0 ? "decline" : "withdraw" }
    })
  }
  await advance(1)
  return id
}

/** Counts as many entries of the journal as the hidden applications have: gaps in its numbers are normal. */
const skipHidden = async ({ advance, query }: Server, number: number): Promise<void> => {
  const entries = number % 3 === 2 ? 1 : 2
  await query("UPDATE journal_counters SET sequence = sequence + ? WHERE organization_id = 'org_acme'", entries)
  await advance(1)
}

/** Sends generated requests of a viewer to both, and compares the answers. Gives the number of requests. */
export const compareUnconfirmed = async (viewer: TwinViewer, count: number): Promise<number> => {
  await using one = await startTwin(viewer)
  await using other = await startTwin(viewer)
  const hidden: Array<readonly [string, string]> = []
  for (let number = 0; number < hiddenCount; number++) {
    const id = await writeHidden(one, number)
    if (viewer === "submitter") hidden.push([id, await writeHidden(other, number)])
    else {
      await skipHidden(other, number)
      hidden.push([id, id])
    }
  }
  if (viewer === "submitter") {
    await other.query("UPDATE applications SET only_client_id = NULL, submitted_by = NULL")
    await other.query("UPDATE events SET only_client_id = NULL")
  }
  const { below, pick } = choicesOf(13)
  const maybe = (text: string): string => (below(3) === 0 ? text : "")
  let people = 0
  const queryOf = (): string =>
    `?limit=${1 + below(100)}` +
    maybe(`&state=${pick(["UNCONFIRMED", "WITHDRAWN", "DECLINED", "REVIEWING"])}`) +
    maybe(`&state=${pick(["UNCONFIRMED", "OFFER"])}`) +
    maybe(`&job_id=${pick([job, "job_00000004"])}`) +
    maybe(`&agency_id=${pick(["agy_northwind", "agy_hirewell"])}`) +
    maybe(`&email=${pick(["zebra1@example.com", "zebra2@example.com", "p1@example.com"])}`) +
    maybe(`&external_id=HID-${below(4)}`) +
    maybe(`&updated_since=${pick(["1970-01-01T00:00:00Z", "2026-01-01T00:00:00Z"])}`)
  const requestOf = (): {
    readonly method: string
    readonly paths: readonly [string, string]
    readonly json?: object
  } => {
    const ids = pick(hidden)
    const about = (rest: string) => [`/v1/applications/${ids[0]}${rest}`, `/v1/applications/${ids[1]}${rest}`] as const
    const both = (path: string) => [path, path] as const
    const agency = viewer === "agency" ? {} : { agency_id: pick(["agy_northwind", "agy_hirewell"]) }
    switch (below(10)) {
      case 0:
        return { method: "GET", paths: about("") }
      case 1:
        return { method: "GET", paths: about("/history") }
      case 2:
        return { method: "GET", paths: both(`/v1/audit_log?limit=${1 + below(100)}`) }
      case 3:
        return { method: "GET", paths: both(`/v1/events?limit=${1 + below(100)}${maybe("&types=application.*")}`) }
      case 4:
        return { method: "POST", paths: about("/transitions"), json: { action: pick(["confirm", "withdraw", "keep"]) } }
      case 5:
        return {
          method: "POST",
          paths: both("/v1/applications"),
          json: {
            job_id: job,
            ...agency,
            candidate: below(2) === 0 ? person(100 + below(5)) : { ...person(0), email: `p${people++}@example.com` }
          }
        }
      case 6:
        return {
          method: "POST",
          paths: both("/v1/applications/check"),
          json: { job_id: job, ...agency, candidate: { email: person(below(hiddenCount)).email } }
        }
      default:
        return { method: "GET", paths: both(`/v1/applications${queryOf()}`) }
    }
  }
  let sent = 0
  while (sent < count) {
    const { json, method, paths: first } = requestOf()
    let paths: readonly [string | undefined, string | undefined] = first
    while (paths[0] !== undefined && paths[1] !== undefined && sent < count) {
      sent++
      const request = ({ call, token }: Server, at: string) =>
        call(method, at, { token, ...(json === undefined ? {} : { json }) })
      const answers = [await request(one, paths[0]), await request(other, paths[1])] as const
      assert.deepStrictEqual(
        plainAnswer(answers[0]),
        plainAnswer(answers[1]),
        `${method} ${paths[0]} ${JSON.stringify(json)}`
      )
      // Ids are in the order of their moments, so that both list what is added in one order.
      if (method === "POST") await Promise.all([one.advance(1), other.advance(1)])
      paths = [pathOfNext(answers[0]), pathOfNext(answers[1])]
    }
  }
  return sent
}
