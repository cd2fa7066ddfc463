/**
 * How long it takes from a write to its arrival at the receiver, at a steady pace of writes. The control answers at once and sends on what it
 * got: it commits nothing.
 */
import { addEndpoint, delivering, hostOf, type Place, prepare, rewritten, userWrite } from "./DeliveryWorld.ts"
import type { PacedReport } from "./DeliveryReports.ts"
import { postText } from "./Operations.ts"
import { place } from "./Place.ts"
import { isAlive, startRelay, startServer, type Variant } from "./Process.ts"
import { summarize, type Summary } from "./Statistics.ts"

/** The delays of some rounds, in milliseconds. */
export interface Delays {
  /** The share of the writes that arrived in time. */
  readonly arrived: Summary
  readonly p50Ms: Summary
  readonly p99Ms: Summary
  /** From the answer to the write, which comes after its commit. */
  readonly afterAnswerP50Ms: Summary
  readonly afterAnswerP99Ms: Summary
}

export interface DelayOptions {
  readonly perSecond: number
  readonly seconds: number
  readonly rounds: number
}

const delaysOf = (rounds: ReadonlyArray<PacedReport>): Delays => ({
  arrived: summarize(rounds.map(({ arrived, writes }) => arrived / writes)),
  p50Ms: summarize(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: summarize(rounds.map(({ p99Ms }) => p99Ms)),
  afterAnswerP50Ms: summarize(rounds.map(({ afterAnswerP50Ms }) => afterAnswerP50Ms)),
  afterAnswerP99Ms: summarize(rounds.map(({ afterAnswerP99Ms }) => afterAnswerP99Ms))
})

/** How long the last writes of a round are waited for. */
const patienceSeconds = 2

/** Measures one endpoint that answers, and the control, round by round. */
export const measureDelays = async (at: Place, { perSecond, rounds, seconds }: DelayOptions) => {
  const { sink } = at
  const { databaseUrl, tokens } = await prepare(at, { organizations: 1, endpoints: 1 })
  const server = await startServer(delivering, databaseUrl, isAlive)
  const relay = await startRelay()
  const [token = ""] = tokens
  const steady = { perSecond, seconds, patienceSeconds }
  const ofProduct = { ...steady, port: server.port, request: userWrite(token) }
  const body = JSON.stringify({ type: "relay", text: `pace.${place}`.padEnd(900, "x") })
  const ofControl = { ...steady, port: relay.port, request: postText(`/${sink.port}/ok/control`, {}, body) }
  await sink.pace({ ...ofProduct, seconds: Math.min(seconds, 2) })
  await sink.pace({ ...ofControl, seconds: Math.min(seconds, 2) })
  const measured: Array<readonly [PacedReport, PacedReport]> = []
  while (measured.length < rounds) {
    measured.push([await sink.pace(ofProduct), await sink.pace(ofControl)])
    process.stderr.write(".")
  }
  await server.stop()
  await relay.stop()
  return {
    perSecond,
    product: delaysOf(measured.map(([product]) => product)),
    control: delaysOf(measured.map(([, control]) => control)),
    p50ToControl: summarize(measured.map(([product, control]) => product.p50Ms / control.p50Ms)),
    p99ToControl: summarize(measured.map(([product, control]) => product.p99Ms / control.p99Ms))
  }
}

/** The product, but that endpoints which do not answer may take every place. */
const withoutCap = rewritten(
  "without the cap",
  "webhooks/DeliveryPlaces.ts",
  "const failingMax = 16",
  "const failingMax = 64"
)

/** As many as a client may have in an organization. */
const endpointsOfEach = 10

export interface HangingOptions {
  /** The organizations of endpoints that hang. */
  readonly organizations: number
  readonly rounds: number
  readonly seconds: number
}

/** What a healthy endpoint gets beside a hundred that hang. */
interface BesideHanging {
  readonly hanging: number
  readonly product: Delays
  readonly withoutCap: Delays
}

/** A healthy endpoint in an organization of its own, and the others; gives what starts the hanging. */
const startBeside = async (at: Place, variant: Variant, organizations: number, hangs: "from the start" | "later") => {
  const { sink } = at
  const prepared = await prepare(at, {
    organizations: organizations + 1,
    organizationsWithEndpoints: hangs === "later" ? organizations : 0,
    endpoints: endpointsOfEach,
    manner: "late"
  })
  const [healthy = "", hanging] = [prepared.tokens.at(-1), prepared.tokens.slice(0, organizations)]
  const server = await startServer(variant, prepared.databaseUrl, isAlive)
  await addEndpoint(server.port, healthy, `http://127.0.0.1:${sink.port}/ok/healthy`)
  const paced = { port: server.port, request: userWrite(healthy), perSecond: 20, patienceSeconds }
  // It answers, and the program is warm.
  await sink.pace({ ...paced, seconds: 2 })
  const begin = async () => {
    for (const [index, token] of hanging.entries()) {
      if (hangs === "later") {
        await sink.pace({ ...paced, request: userWrite(token), perSecond: 1_000, seconds: 0.001, patienceSeconds: 0 })
      } else {
        for (let number = 0; number < endpointsOfEach; number++) {
          await addEndpoint(server.port, token, `http://${hostOf("never")}:${sink.port}/never/${index}/${number}`)
        }
      }
    }
  }
  return { server, begin, paced }
}

/** Measures a healthy endpoint beside a hundred that have not answered yet and hang, with and without the cap on their places. */
export const measureBesideHanging = async (at: Place, { organizations, rounds, seconds }: HangingOptions) => {
  const of = async (variant: Variant): Promise<Delays> => {
    const { begin, paced, server } = await startBeside(at, variant, organizations, "from the start")
    await begin()
    const measured: Array<PacedReport> = []
    while (measured.length < rounds) {
      measured.push(await at.sink.pace({ ...paced, seconds }))
      process.stderr.write(".")
    }
    await server.stop()
    return delaysOf(measured)
  }
  const beside: BesideHanging = {
    hanging: organizations * endpointsOfEach,
    product: await of(delivering),
    withoutCap: await of(withoutCap)
  }
  return beside
}

/** The product, but that rounds which hang keep their places. */
const withoutRoom = rewritten(
  "without room",
  "webhooks/DeliveryPlaces.ts",
  "const hangsAfterMs = 2_000",
  "const hangsAfterMs = Number.POSITIVE_INFINITY"
)

/** Without room the writes of a round wait for longer than all that hang are waited for. */
const turningPatienceSeconds = 40

/** Measures a healthy endpoint from the moment on that a hundred others, which have answered until then, hang; the control once. */
export const measureBesideTurning = async (at: Place, { organizations, rounds, seconds }: HangingOptions) => {
  const of = async (variant: Variant, count: number): Promise<Delays> => {
    const measured: Array<PacedReport> = []
    while (measured.length < count) {
      const { begin, paced, server } = await startBeside(at, variant, organizations, "later")
      await begin()
      measured.push(await at.sink.pace({ ...paced, seconds, patienceSeconds: turningPatienceSeconds }))
      await server.stop()
      process.stderr.write(".")
    }
    return delaysOf(measured)
  }
  return { product: await of(delivering, rounds), withoutRoom: await of(withoutRoom, 1) }
}
