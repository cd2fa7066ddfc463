/**
 * The result of a comparison, as run.ts writes it, and how the rounds of one request become ratios. Runs and prints nothing.
 */
import type { Report } from "./load.ts"
import { summarize, type Summary } from "./Statistics.ts"

/** One server under load, for one round. */
export interface Measured extends Report {
  readonly cpuSeconds: number
  /** Of the database's own processes. */
  readonly databaseCpuSeconds: number
}

/** The servers of one round, by name. */
export type Round = ReadonlyMap<string, Measured>

/** Two servers on one operation. */
export interface Compared {
  readonly requestsPerSecond: Summary
  readonly cpuPerRequest: Summary
  /** Of the database's own processes, where it has any. */
  readonly databaseCpuPerRequest?: Summary
  readonly p99: Summary
}

/** All servers on one operation. */
export interface ComparedOperation {
  /** By the server that is compared with, and by the one that is compared. */
  readonly against: Readonly<Record<string, Readonly<Record<string, Compared>>>>
  readonly busy: Readonly<Record<string, Summary>>
}

/** Resident memory. After a load it depends on when Node last collected, so one measurement means little. */
interface Memory {
  /** Before any load. */
  readonly idleMiB: number
  /** The median after each round. */
  readonly loadedMiB: number
  /** The most after a round. */
  readonly peakMiB: number
}

export interface Comparison {
  readonly taken: string
  readonly node: string
  readonly machine: string
  readonly rounds: number
  readonly secondsPerRound: number
  readonly engine: string
  readonly databaseConnections?: number
  readonly connections: number
  readonly jobs: number
  readonly operations: Readonly<Record<string, ComparedOperation>>
  readonly memory: Readonly<Record<string, Memory>>
  /** Absent where no start was timed. */
  readonly startup?: Readonly<Record<string, Readonly<Record<string, Summary>>>>
}

const requestsPerSecond = ({ requests, seconds: took }: Measured) => requests / took
const cpuPerRequest = ({ requests, cpuSeconds }: Measured) => cpuSeconds / requests
const databaseCpuPerRequest = ({ requests, databaseCpuSeconds }: Measured) => databaseCpuSeconds / requests
const busy = ({ seconds: took, cpuSeconds }: Measured) => cpuSeconds / took

/** An object with a value for each name. */
export const objectOf = <A>(names: ReadonlyArray<string>, value: (name: string) => A): Record<string, A> =>
  Object.fromEntries(names.map((name) => [name, value(name)]))

/** The ratio of two servers in each round, as one summary. */
const ratio = (
  rounds: ReadonlyArray<Round>,
  names: readonly [string, string],
  figure: (measured: Measured) => number
): Summary =>
  summarize(
    rounds.flatMap((round) => {
      const [one, other] = names.map((name) => round.get(name))
      return one === undefined || other === undefined ? [] : [figure(one) / figure(other)]
    })
  )

/** Compares each of some servers with each base. The database's own processor time counts where the comparison requires it. */
export const compare = (
  rounds: ReadonlyArray<Round>,
  {
    bases,
    countsDatabase,
    names
  }: {
    readonly names: ReadonlyArray<string>
    readonly bases: ReadonlyArray<string>
    readonly countsDatabase: boolean
  }
): ComparedOperation => ({
  against: objectOf(bases, (base) =>
    objectOf(names, (name) => ({
      requestsPerSecond: ratio(rounds, [name, base], requestsPerSecond),
      cpuPerRequest: ratio(rounds, [name, base], cpuPerRequest),
      ...(countsDatabase ? { databaseCpuPerRequest: ratio(rounds, [name, base], databaseCpuPerRequest) } : {}),
      p99: ratio(rounds, [name, base], ({ p99Ms }) => p99Ms)
    }))
  ),
  busy: objectOf(names, (name) =>
    summarize(rounds.flatMap((round) => [...round].flatMap(([of, one]) => (of === name ? [busy(one)] : []))))
  )
})
