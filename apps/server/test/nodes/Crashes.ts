/**
 * Trials of one kind: while writers are at work something is killed and comes back, again and again; after each time what was
 * acknowledged is looked for.
 */
import type { PostgresServer } from "@partner-api/test-postgres/PostgresServer"
import { type KeyedWriters, lossesOf, startWriters } from "./KeyedWriters.ts"
import { type Nodes, startNodes } from "./Nodes.ts"
import { onboard } from "./Partner.ts"
import { storedUsers } from "./Stored.ts"

const writers = 12

/** The number of writes after which a trial kills, at most, and after which it ends then. */
const writesMax = 60
const writesAfter = 24

/** What a series of trials has shown. */
export interface CrashesReport extends Readonly<KeyedWriters["counts"]> {
  readonly trials: number
  readonly acknowledged: number
  /** From the return of what was killed to the next acknowledged write. */
  readonly recoveryP50Ms: number
  readonly recoveryMaxMs: number
  readonly faults: ReadonlyArray<string>
}

export interface CrashesOptions {
  readonly postgres: PostgresServer
  readonly trials: number
  /** Whether connections of callers may break. */
  readonly mayBreak: boolean
  /** Kills something and brings it back. */
  readonly crash: (nodes: Nodes, trial: number) => Promise<void>
}

export const runCrashes = async (options: CrashesOptions): Promise<CrashesReport> => {
  const { crash, mayBreak, postgres, trials } = options
  const databaseUrl = await postgres.create()
  const partner = await onboard(databaseUrl)
  await using nodes = await startNodes({ databaseUrl })
  const token = await partner.token(nodes.call)
  // What the trials begin with is on disk, whatever the database makes of the rest.
  await postgres.run(databaseUrl, "CHECKPOINT")
  using working = startWriters({ call: nodes.call, token, writers, mayBreak })
  const { acknowledged, counts, faults, more, sent, stop } = working
  const recoveries: Array<number> = []
  const found: Array<string> = []
  for (let trial = 1; trial <= trials; trial++) {
    await more(1 + Math.floor(Math.random() * writesMax))
    await crash(nodes, trial)
    const backMs = performance.now()
    await more(1)
    recoveries.push(Math.round(performance.now() - backMs))
    await more(writesAfter)
    // Taken before the look: what is acknowledged while looking need not be seen.
    const [known, begun] = [new Map(acknowledged), sent]
    const losses = lossesOf(known, begun, await storedUsers(postgres, databaseUrl))
    found.push(...[...losses, ...faults.splice(0)].map((fault) => `trial ${trial}: ${fault}`))
  }
  await stop()
  const losses = lossesOf(acknowledged, sent, await storedUsers(postgres, databaseUrl))
  found.push(...[...losses, ...faults].map((fault) => `at the end: ${fault}`))
  const sorted = recoveries.toSorted((left, right) => left - right)
  return {
    trials,
    acknowledged: acknowledged.size,
    ...counts,
    recoveryP50Ms: sorted[Math.floor(sorted.length / 2)] ?? 0,
    recoveryMaxMs: sorted.at(-1) ?? 0,
    faults: found
  }
}
