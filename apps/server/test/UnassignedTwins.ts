/**
 * Two servers whose organizations differ only in jobs that an agency is not assigned to, and generated requests of the agency: both answer the same bytes
 * (recruiting, Who sees a job). A filter that forgets the rule makes a difference.
 */
import { assert } from "@effect/vitest"
import { textOf } from "./HttpCall.ts"
import { choicesOf } from "./model/Choices.ts"
import { startServer } from "./TestServer.ts"
import { pathOfNext, plainAnswer } from "./Twins.ts"

/** The jobs that one of the two has and the agency does not see. */
const hiddenCount = 40

type Server = Awaited<ReturnType<typeof startTwin>>

const startTwin = async () => {
  const server = await startServer({ startMs: Date.UTC(2026, 0, 1) })
  const primary = await server.primary()
  const token = await server.scoped(primary)
  await server.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
  return { ...server, token, agency: await server.partner() }
}

/** Writes a job that the agency does not see: assigned to another one, or a draft that is assigned to it. Its event is in the journal. */
const writeHidden = async ({ call, token }: Server, number: number): Promise<string> => {
  const isDraft = number % 4 === 0
  const json = {
    title: `Engineer ${number}`,
    description: "Knows the zebra.",
    status: isDraft ? "DRAFT" : "OPEN",
    agency_access: "ASSIGNED",
    location: "Berlin",
    external_id: `HID-${number}`,
    department: "Stables",
    country_code: "DE",
    workplace_type: "REMOTE"
  }
  const id = textOf(await call("POST", "/v1/jobs", { token, json }), "id")
  const agency = isDraft ? "agy_hirewell" : "agy_northwind"
  await call("PUT", `/v1/jobs/${id}/assignments/${agency}`, { token, json: {} })
  return id
}

/** As many entries of the journal, which the agency does not see either. */
const writeOthers = async ({ call, token }: Server, number: number): Promise<void> => {
  for (const part of ["a", "b"]) {
    const json = { first_name: "Ada", last_name: "King", email: `${part}${number}@example.com` }
    await call("POST", "/v1/users", { token, json })
  }
}

/** Sends generated requests of the agency to both, and compares the answers. Gives the number of requests. */
export const compareTwins = async (count: number): Promise<number> => {
  await using one = await startTwin()
  await using other = await startTwin()
  const hidden: Array<string> = []
  for (let number = 0; number < hiddenCount; number++) {
    hidden.push(await writeHidden(one, number))
    await writeOthers(other, number)
  }
  const { below, pick } = choicesOf(11)
  const maybe = (text: string): string => (below(3) === 0 ? text : "")
  const jobs = [
    ...hidden,
    "job_none",
    ...Array.from({ length: 30 }, (_, index) => `job_${String(index).padStart(8, "0")}`)
  ]
  let people = 0
  const queryOf = (): string =>
    `?limit=${1 + below(100)}` +
    maybe(`&status=${pick(["OPEN", "DRAFT", "CLOSED", "ON_HOLD"])}`) +
    maybe(`&q=${pick(["engineer", "zebra", "berlin", "hid", "senior", "knows"])}`) +
    maybe(`&updated_since=${pick(["1970-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-01-05T00:00:00Z"])}`) +
    maybe(`&external_id=${pick(["HID-1", "HID-2", "REQ-1", "REQ-4", "none"])}`) +
    maybe(`&department=${pick(["Stables", "Engineering"])}`) +
    maybe(`&country_code=${pick(["DE", "CH"])}`) +
    maybe(`&workplace_type=${pick(["REMOTE", "HYBRID"])}`)
  const requestOf = (): { readonly method: string; readonly path: string; readonly json?: object } => {
    const job = pick(jobs)
    switch (below(9)) {
      case 0:
        return { method: "GET", path: `/v1/jobs/${job}` }
      case 1:
        return { method: "GET", path: `/v1/jobs/${job}/assignments` }
      case 2:
        return {
          method: "GET",
          path: `/v1/jobs/${job}/assignments/${pick(["agy_hirewell", "agy_northwind", "agy_none"])}`
        }
      case 3:
        return { method: "GET", path: `/v1/agencies/agy_hirewell/assignments?limit=${1 + below(20)}` }
      case 4:
        return { method: "GET", path: `/v1/applications?limit=100&job_id=${job}` }
      case 5:
        return {
          method: "GET",
          path: `/v1/events?limit=${1 + below(100)}${maybe(`&types=${pick(["job.*", "job.created,job.assigned"])}`)}`
        }
      case 6:
        return {
          method: "POST",
          path: "/v1/applications",
          json: { job_id: job, candidate: { first_name: "A", last_name: "B", email: `p${people++}@example.com` } }
        }
      default:
        return { method: "GET", path: `/v1/jobs${queryOf()}` }
    }
  }
  let sent = 0
  while (sent < count) {
    const { json, method, path } = requestOf()
    const paths: Array<string | undefined> = [path, path]
    while (paths[0] !== undefined && paths[1] !== undefined && sent < count) {
      sent++
      const request = ({ agency, call }: Server, at: string) =>
        call(method, at, { token: agency, ...(json === undefined ? {} : { json }) })
      const answers = [await request(one, paths[0]), await request(other, paths[1])] as const
      assert.deepStrictEqual(
        plainAnswer(answers[0]),
        plainAnswer(answers[1]),
        `${method} ${path} ${JSON.stringify(json)}`
      )
      // Ids are in the order of their moments, so that both list what is added in one order.
      if (method === "POST") await Promise.all([one.advance(1), other.advance(1)])
      const nexts = answers.map(pathOfNext)
      paths.splice(0, 2, ...nexts)
    }
  }
  return sent
}
