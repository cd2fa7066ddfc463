/**
 * Replaces three nodes of an earlier commit by this program, one after the other, under load (recruiting 3 and 6, docs/nodes.md): no request fails, and
 * nothing that this program hides is shown by a node of either.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { assert, it } from "@effect/vitest"
import { type Answer, textOf } from "../../test/HttpCall.ts"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { type CallServer, organizationId } from "../../test/nodes/Partner.ts"
import { walk } from "../../test/Walk.ts"
import { checkedOut, root } from "../../verify/before/EarlierProgram.ts"
import { keptCommit } from "../../verify/before/Intended.ts"

const mainOf = (folder: string): string => Path.join(folder, "apps/server/src/main.ts")

/** The callers that work at once, each with one request after the other. */
const callers = 4

/** The rounds of each caller while all nodes run one program: before the first one is replaced, and after the last one. */
const calmRounds = 25

const agencies = ["Alder Search", "Birch People"]

it("three nodes are replaced by those of this program, one after the other: none of the requests fails, and nothing hidden is shown (recruiting 3 and 6)", async () => {
  const programs = { earlier: mainOf(checkedOut(keptCommit)), present: mainOf(root) }
  await using postgres = await startPostgres({ fsync: true })
  const databaseUrl = await postgres.create()
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "rolling-"))

  /** Runs a command of the earlier program, which makes the database. */
  const operate = (...args: ReadonlyArray<string>): string =>
    ChildProcess.execFileSync(process.execPath, [programs.earlier, ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl }
    })

  const within = ["--organization", organizationId]
  const clientOf = (id: string, ...grant: ReadonlyArray<string>) => {
    const { client_id, client_secret } = JSON.parse(
      operate("clients", "create", "--id", id, "--name", id, ...within, ...grant, "--json")
    )
    return async (call: CallServer): Promise<string> =>
      textOf(await call("POST", "/v1/auth/token", { json: { client_id, client_secret } }), "access_token")
  }

  operate("organizations", "create", "--name", "Acme", "--id", organizationId)
  const file = Path.join(folder, "agencies.ndjson")
  Fs.writeFileSync(file, agencies.map((name) => `${JSON.stringify({ external_id: name, name })}\n`).join(""))
  operate("import", "agencies", file, ...within)
  const employerLogin = clientOf("employer", "--as", "employer")

  await using nodes = await startNodes({ databaseUrl, program: programs.earlier })
  const { call } = nodes
  const employer = await employerLogin(call)
  const [agencyId = ""] = (await walk(call, employer, "/v1/agencies")).flatMap(({ json }) =>
    Array.from(Object(json).content, (one) => String(Object(one).id))
  )
  const agency = await clientOf("agency", "--as", "agency", "--agency", agencyId)(call)

  const counts = new Map<string, number>()
  const failures: Array<string> = []
  const leaks: Array<string> = []
  /** Jobs for assigned agencies alone, of which this agency is none. */
  const closed: Array<string> = []
  /** Applications that the employer has not found, though they were submitted. */
  const hidden = new Set<string>()
  let isReplaced = false
  let made = 0

  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

  /** Sends a request, which succeeds with one of these statuses. */
  const send = async (
    what: string,
    statuses: ReadonlyArray<number>,
    ...request: Parameters<CallServer>
  ): Promise<Answer | undefined> => {
    const answer = await call(...request).catch((error: unknown) => String(error))
    if (typeof answer === "string" || !statuses.includes(answer.status)) {
      failures.push(`${what}: ${typeof answer === "string" ? answer : `${answer.status} ${answer.text}`}`)
      return undefined
    }
    count(`${what} ${answer.status}`)
    return answer
  }

  const job = () => ({ title: `Payroll ${++made}`, description: "Runs it.", status: "OPEN" })

  /** Adds a job, submits a person for it, and confirms; looks at each step who sees what. */
  const round = async (): Promise<void> => {
    const open = await send("job", [201], "POST", "/v1/jobs", { token: employer, json: job() })
    // An earlier program does not know the member, and this one refuses it while an earlier one runs.
    const json = { ...job(), agency_access: "ASSIGNED" }
    const wasReplaced = isReplaced
    const restricted = await send(
      "job for assigned agencies",
      wasReplaced ? [201] : [201, 409, 422],
      "POST",
      "/v1/jobs",
      { token: employer, json }
    )
    if (restricted?.status === 201) closed.push(textOf(restricted, "id"))
    const seen = closed[Math.floor(Math.random() * closed.length)]
    if (seen !== undefined) {
      const read = await send("closed job read by the agency", [404, 200], "GET", `/v1/jobs/${seen}`, { token: agency })
      if (read?.status === 200) leaks.push(`the agency reads ${seen}`)
    }
    if (open === undefined) return
    const candidate = { first_name: "Ada", last_name: "King", email: `ada${made}@example.com` }
    const wasReplacedThen = isReplaced
    const submitted = await send("submission", [201], "POST", "/v1/applications", {
      token: agency,
      json: { job_id: textOf(open, "id"), candidate }
    })
    if (submitted === undefined) return
    const path = `/v1/applications/${textOf(submitted, "id")}`
    for (let look = 0; look < 4; look++) {
      const read = await send("unconfirmed application read by the employer", [200, 404], "GET", path, {
        token: employer
      })
      if (read?.status === 404) hidden.add(path)
      else if (hidden.has(path) || wasReplacedThen) leaks.push(`the employer reads ${path}, which is not confirmed`)
    }
    await send("own application", [200], "GET", path, { token: agency })
    await send("list of the employer", [200], "GET", "/v1/applications?limit=10", { token: employer })
    const confirmed = await send("confirmation", [200], "POST", `${path}/transitions`, {
      token: agency,
      json: { action: "confirm" }
    })
    if (confirmed !== undefined) await send("confirmed application", [200], "GET", path, { token: employer })
  }

  const atOnce = (work: () => Promise<void>) => Promise.all(Array.from({ length: callers }, work))
  const calm = () =>
    atOnce(async () => {
      for (let done = 0; done < calmRounds; done++) await round()
    })
  const over = new AbortController()
  const untilOver = async () => {
    while (!over.signal.aborted) await round()
  }

  await calm()
  const working = atOnce(untilOver)
  for (const index of [0, 1, 2]) {
    const { code } = await nodes.at(index).kill("SIGTERM")
    if (code !== 0) failures.push(`node ${index} ended with ${code}`)
    await nodes.restart(index, programs.present)
    console.log(`node ${index} replaced; ${[...counts.values()].reduce((sum, one) => sum + one, 0)} requests`)
  }
  over.abort()
  await working
  isReplaced = true
  await calm()
  for (const page of await walk(call, agency, "/v1/jobs?limit=100"))
    for (const id of closed) if (page.text.includes(`"${id}"`)) leaks.push(`the agency lists ${id}`)

  Fs.rmSync(folder, { recursive: true, force: true })
  for (const [what, times] of [...counts].toSorted()) console.log(`${String(times).padStart(6)}  ${what}`)
  console.log(`${closed.length} closed jobs, ${hidden.size} hidden applications`)
  assert.deepStrictEqual([failures, leaks], [[], []])
  assert.isNotEmpty(closed)
  assert.isNotEmpty(hidden)
}, 600_000)
