/**
 * What a bystander in another organization sees beside eight of the worst requests at once.
 *
 * It waits for the machine too: a server that nobody else asks is timed at the same moments, and its answers are what the machine makes everybody wait.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import { flood } from "../../test/worst/Load.ts"
import { portOf, putBackFor, requestsOf, type World } from "../../test/worst/Measure.ts"
import type { WorstInput } from "../../test/worst/WorstInputs.ts"
import * as Names from "../../test/worst/WorstNames.ts"
import * as Records from "../../test/worst/WorstRecords.ts"
import { type KeptPace, keepPace, type PaceReport } from "../Pace.ts"

/** What a bystander sees. */
export interface Beside extends Pick<PaceReport, "p50Ms" | "p99Ms" | "maxMs" | "statuses"> {
  readonly machineP99Ms: number
  readonly floodStatuses: Readonly<Record<string, number>>
}

/** How many requests are sent at once beside the bystander. */
const connections = 8

/** How long the bystander reads, in seconds: a hundred times, so that its p99 is the second longest wait. */
const besideSeconds = 0.5
const aloneSeconds = 3

/** The requests of the bystander in a second: it is no load of its own. */
const perSecond = 200

/** A bystander: it reads one job at a steady rate, in a thread of its own, so that the load of the test does not slow it. */
export const makeBystander = async (world: World, idlePort: number) => {
  const reading = {
    path: fillPath(endpoints.find(({ id }) => id === "jobs.get")?.path ?? "", { jobId: Records.jobId(1) }),
    token: Names.tokenOf(Names.bystanderToken),
    perSecond
  }
  const own = await keepPace({ ...reading, port: world.server.port })
  const machine = await keepPace({ ...reading, port: idlePort })
  return {
    /** What it sees when nobody else asks. */
    alone: async () => {
      // What the server did before has left garbage.
      await own.run(besideSeconds)
      return own.run(aloneSeconds)
    },
    /** What it sees beside eight requests of an input at once; nothing where there is no such request. */
    beside: (input: WorstInput) => measureBeside(world, { own, machine }, input),
    [Symbol.asyncDispose]: async () => {
      await own[Symbol.asyncDispose]()
      await machine[Symbol.asyncDispose]()
    }
  }
}

const measureBeside = async (
  world: World,
  { machine, own }: { readonly own: KeptPace; readonly machine: KeptPace },
  input: WorstInput
): Promise<Beside | undefined> => {
  const next = await requestsOf(world, input)
  if (next === undefined) return undefined
  await putBackFor(world, input)
  let isOver = false
  const flooding = flood(portOf(world.server, input), connections, next, () => isOver)
  const [seen, { p99Ms: machineP99Ms }] = await Promise.all([own.run(besideSeconds), machine.run(besideSeconds)])
  isOver = true
  return { ...seen, machineP99Ms, floodStatuses: await flooding }
}
