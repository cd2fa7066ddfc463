/**
 * What a bystander in another organization sees beside eight of the worst requests at once.
 *
 * It waits for the machine too: a server that nobody else asks is timed at the same moments, and its answers are what the machine makes everybody wait.
 */
import { flood } from "../../test/worst/Load.ts"
import { portOf, putBackFor, requestsOf, type World } from "../../test/worst/Measure.ts"
import type { WorstInput } from "../../test/worst/WorstInputs.ts"
import * as Names from "../../test/worst/WorstNames.ts"
import { type PaceReport, paceInThread } from "../Pace.ts"
import * as Records from "../../test/worst/WorstRecords.ts"

/** What a bystander sees. */
export interface Beside {
  readonly id: string
  readonly what: string
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly machineP99Ms: number
  readonly statuses: Readonly<Record<string, number>>
  readonly floodStatuses: Readonly<Record<string, number>>
}

/** How many requests are sent at once beside the bystander, and for how long. */
const connections = 8
const floodSeconds = 0.5

/** The requests of the bystander in a second: it is no load of its own. */
const perSecond = 200

/** Reads a job at a steady rate in a thread of its own, so that the load of the test does not slow it. */
const probe = (port: number, seconds: number): Promise<PaceReport> =>
  paceInThread({
    port,
    seconds,
    perSecond,
    path: `/v1/jobs/${Records.jobId(1)}`,
    token: Names.tokenOf(Names.bystanderToken)
  })

/** What the bystander sees when nobody else asks. */
export const measureAlone = ({ server }: World): Promise<PaceReport> => probe(server.port, 3)

/** What the bystander sees beside eight requests of an input at once. */
export const measureBeside = async (world: World, idlePort: number, input: WorstInput): Promise<Beside | undefined> => {
  const { server } = world
  const next = await requestsOf(world, input)
  if (next === undefined) return undefined
  await putBackFor(world, input)
  let isOver = false
  const flooding = flood(portOf(server, input), connections, next, () => isOver)
  const [seen, machine] = await Promise.all([probe(server.port, floodSeconds), probe(idlePort, floodSeconds)])
  isOver = true
  const floodStatuses = await flooding
  const { maxMs, p50Ms, p99Ms, statuses } = seen
  return { id: input.id, what: input.what, p50Ms, p99Ms, maxMs, machineP99Ms: machine.p99Ms, statuses, floodStatuses }
}
