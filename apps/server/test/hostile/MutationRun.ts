/**
 * Sends mutated requests and judges what comes back: answers in time, none that is a fault of ours, and the Error body on every
 * refusal.
 */
import { checkErrorForm } from "../ErrorAnswer.ts"
import { type MutationTokens, mutation } from "./Mutations.ts"
import { hangMs, openRaw } from "./RawConnection.ts"

/** A request whose end is still awaited after so long gets the end of what is sent. */
const patienceMs = 250

/** The number of concurrent requests. */
const lanes = 24

export interface MutationRun {
  readonly port: number
  readonly tokens: MutationTokens
  readonly seed: number
  readonly first: number
  readonly count: number
}

/** What came back: how often each status, and what broke a rule. `silent` counts requests that ended without an answer. */
export interface MutationFigures {
  readonly statuses: Readonly<Record<string, number>>
  readonly silent: number
  readonly cut: number
  readonly slowestMs: number
  readonly broken: ReadonlyArray<string>
}

/** Judges the answers to one request. */
const exchangeOne = async (port: number, bytes: Uint8Array) => {
  using connection = openRaw(port)
  const statuses: Array<number> = []
  const startMs = performance.now()
  connection.send(bytes)
  let ended = false
  for (;;) {
    const next = await connection.next(ended ? hangMs : patienceMs)
    if (next === "closed") break
    if (next === "late") {
      if (ended) throw new Error(`no answer within ${hangMs} ms`)
      ended = true
      connection.end()
      continue
    }
    if (next.status >= 500) throw new Error(`answered with ${next.status}: ${next.text}`)
    if (next.status >= 400) checkErrorForm(next)
    statuses.push(next.status)
  }
  return { statuses, cut: ended, ms: performance.now() - startMs }
}

/** Runs `count` mutations, from the number `first` on. */
export const runMutations = async ({ port, tokens, seed, first, count }: MutationRun): Promise<MutationFigures> => {
  const statuses: Record<string, number> = {}
  const broken: Array<string> = []
  let [silent, cut, slowestMs, next] = [0, 0, 0, first]
  const lane = async (): Promise<void> => {
    while (next < first + count) {
      const number = next++
      const bytes = mutation(seed, number, tokens)
      try {
        const result = await exchangeOne(port, bytes)
        for (const status of result.statuses) statuses[status] = (statuses[status] ?? 0) + 1
        if (result.statuses.length === 0) silent += 1
        if (result.cut) cut += 1
        slowestMs = Math.max(slowestMs, result.ms)
      } catch (error) {
        const shown = JSON.stringify(bytes.toString("latin1").slice(0, 2_000))
        broken.push(`HOSTILE_SEED=${seed} HOSTILE_FIRST=${number}: ${String(error)}\n${shown}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { statuses, silent, cut, slowestMs: Math.round(slowestMs), broken }
}

/** The seed, and the first number; set HOSTILE_SEED and HOSTILE_FIRST to see a failure again. */
export const replay = (seed: number) => ({
  seed: Number(process.env["HOSTILE_SEED"] ?? seed),
  first: Number(process.env["HOSTILE_FIRST"] ?? 0)
})
