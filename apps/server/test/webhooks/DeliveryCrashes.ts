/**
 * `kill -9` of the process that delivers, again and again, at some arrival, while eight writers are at work. Each start is the proof of the kill
 * before it: what a killed process had sent and not written down is sent again.
 */
import { type Answer, type Call, openClient, textOf } from "../HttpCall.ts"
import { feedPageOf } from "../EventAnswer.ts"
import { makeWritten, writeAll } from "../faults/Acknowledged.ts"
import { acmeToken, startProcess } from "../faults/ServerProcess.ts"
import { mainFile } from "../Built.ts"
import { afterLeaseMs, laterBy } from "./LaterClock.ts"
import { type Arrivals, startSinkProcess } from "./SinkProcess.ts"

const endpointNames = ["first", "second", "third"]

/** The maximum number of arrivals after a start before the process is killed. */
const killAfterMax = 250

/** What a killed process may have sent and not written down, for each endpoint (decisions, Delivery). */
export const repeatsMax = 25

/** What a series of kills has shown. */
export interface DeliveryCrashReport {
  readonly kills: number
  readonly events: number
  readonly deliveries: number
  readonly repeats: number
  /** The most that came again to one endpoint after one kill. */
  readonly repeatsOfKillMax: number
  readonly faults: ReadonlyArray<string>
}

type CallServer = (method: string, path: string, request?: Call) => Promise<Answer>

/** The events of the feed after a cursor, the first one first. */
const readFeed = async (call: CallServer, token: string, cursor: string) => {
  const page = feedPageOf(await call("GET", `/v1/events?limit=100&cursor=${cursor}`, { token }))
  const rest: ReadonlyArray<(typeof page.content)[number]> =
    page.content.length === 0 ? [] : await readFeed(call, token, page.cursor)
  return [...page.content, ...rest]
}

/** What is wrong with what came, in words; nothing when each endpoint got the feed, in its order. */
const arrivalFaults = (feed: ReadonlyArray<string>, arrivals: Arrivals): ReadonlyArray<string> =>
  endpointNames.flatMap((name) => {
    const { first = [], overlaps = 0 } = arrivals[name] ?? {}
    const came = new Set(first)
    const lost = feed.filter((id) => !came.has(id))
    const known = new Set(feed)
    const expected = feed.filter((id) => came.has(id))
    const stray = first.findIndex((id, index) => id !== expected[index])
    return [
      ...lost.map((id) => `${name}: lost: ${id}`),
      ...first.filter((id) => !known.has(id)).map((id) => `${name}: never written: ${id}`),
      ...(lost.length === 0 && stray >= 0 ? [`${name}: out of order: ${first[stray]} at ${stray}`] : []),
      ...(overlaps > 0 ? [`${name}: ${overlaps} requests while another was under way`] : [])
    ]
  })

const repeatsOf = (arrivals: Arrivals): ReadonlyArray<number> =>
  endpointNames.map((name) => arrivals[name]?.repeats ?? 0)

/** Runs the kills on a sandbox. `forgets` names an arrival that the receiver does not remember: the report then has a fault. */
export const runDeliveryCrashes = async (options: {
  readonly databaseUrl: string
  readonly kills: number
  readonly forgets?: number
}): Promise<DeliveryCrashReport> => {
  const { databaseUrl, forgets, kills } = options
  await using sink = await startSinkProcess()
  if (forgets !== undefined) sink.forget(forgets)
  const written = makeWritten()
  const faults: Array<string> = []
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: "0",
    RATE_LIMIT_PER_SECOND: "100000",
    RATE_LIMIT_BURST: "100000",
    SECRETS_KEY: Buffer.alloc(32).toString("base64")
  }
  let [token, cursor] = ["", ""]
  let repeatsOfKillMax = 0
  let before = endpointNames.map(() => 0)
  let arrived = 0
  const lookAtRepeats = async () => {
    const repeats = repeatsOf(await sink.report())
    const most = Math.max(...repeats.map((count, index) => count - (before[index] ?? 0)))
    before = [...repeats]
    repeatsOfKillMax = Math.max(repeatsOfKillMax, most)
  }
  for (let trial = 0; trial <= kills; trial++) {
    const args = [...laterBy(trial * afterLeaseMs), mainFile, "sandbox"]
    await using program = startProcess([process.execPath, ...args], { env })
    const port = Number(await program.outputMatch(/Base URL +http:\/\/127\.0\.0\.1:(\d+)\D/))
    const { call, close } = openClient(port)
    if (trial === 0) {
      token = await acmeToken(call)
      cursor = feedPageOf(await call("GET", "/v1/events?start=latest", { token })).cursor
      for (const name of endpointNames) {
        textOf(await call("POST", "/v1/webhook_endpoints", { token, json: { url: sink.urlOf(name) } }), "secret")
      }
      await sink.pinged(endpointNames.length)
    }
    if (trial < kills) {
      const killed = sink.arrivals(arrived + 1 + Math.floor(Math.random() * killAfterMax)).then((count) => {
        arrived = count
        program.send("SIGKILL")
      })
      await writeAll(call, token, { name: `trial${trial}`, written, onAcknowledged: () => undefined })
      await killed
      await program.ended
    } else {
      const feed = await readFeed(call, token, cursor)
      await sink.distinct(feed.length * endpointNames.length)
      const ids = feed.map(({ id }) => id)
      const arrivals = await sink.report()
      const text = JSON.stringify(feed)
      faults.push(
        ...arrivalFaults(ids, arrivals),
        ...[...written.users].filter((id) => !text.includes(`"${id}"`)).map((id) => `no event of ${id}`),
        ...written.refusals
      )
      arrived = ids.length
      await program.kill("SIGTERM")
    }
    close()
    await lookAtRepeats()
  }
  return {
    kills,
    events: arrived,
    deliveries: arrived * endpointNames.length,
    repeats: before.reduce((sum, count) => sum + count, 0),
    repeatsOfKillMax,
    faults
  }
}
