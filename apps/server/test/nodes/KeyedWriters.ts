/**
 * Writers that add users without a pause, each under a key of its own, and repeat whatever had no success under the same key. What they
 * keep is the oracle of every crash: what was acknowledged, what was sent, and each answer that should not have been.
 */
import { isDeepStrictEqual } from "node:util"
import { checkErrorForm } from "../ErrorAnswer.ts"
import { type Answer, textOf } from "../HttpCall.ts"
import { addUser, type CallServer, userOf } from "./Partner.ts"
import { startTicks } from "./Ticks.ts"

/** The pause before a repetition, so that an outage is not filled with requests. */
const pauseMs = 20

/** Longer than any request may take (`responseTimeoutMs` of the server): it hangs. */
const answerMaxMs = 12_000

/** The number of wrong answers that ends the writers: a service that is broken for good ends its trial. */
const faultsMax = 200

export interface WritersOptions {
  readonly call: CallServer
  readonly token: string
  readonly writers: number
  /** Whether a connection may break: one node was killed, and had requests. */
  readonly mayBreak: boolean
}

/** What is wrong with an answer that is no success; nothing when it is a proper refusal of a service that is down for the moment. */
const faultOf = (answer: Answer): string | undefined => {
  const seen = `${answer.status} ${answer.text}`
  if (answer.status !== 503) return seen
  try {
    checkErrorForm(answer)
  } catch (error) {
    return `${seen}: ${String(error)}`
  }
  return /^\d+$/.test(answer.headers["retry-after"] ?? "") ? undefined : `${seen}: no Retry-After`
}

/** Starts the writers. Start them with `using`, which ends those of a trial that failed. */
export const startWriters = ({ call, token, writers, mayBreak }: WritersOptions) => {
  /** The identifier of each user whose 201 was read, by its name. */
  const acknowledged = new Map<string, string>()
  const sent = new Set<string>()
  const faults: Array<string> = []
  const counts = { unavailable: 0, inProgress: 0, broken: 0, replayed: 0, slowestMs: 0 }
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((look) => look())
  const state = { isOver: false, isAbandoned: false }
  const isBroken = () => state.isAbandoned || faults.length >= faultsMax
  const pauses = startTicks(pauseMs)

  /** Sends a request once; true when it had success. */
  const attempt = async (name: string): Promise<boolean> => {
    const startMs = performance.now()
    const answer = await addUser(call, token, name).catch((error: unknown) => String(error))
    const tookMs = performance.now() - startMs
    counts.slowestMs = Math.max(counts.slowestMs, Math.round(tookMs))
    if (tookMs > answerMaxMs) faults.push(`${name}: took ${tookMs} ms`)
    if (typeof answer === "string") {
      counts.broken++
      if (!mayBreak) faults.push(`${name}: ${answer}`)
      return false
    }
    if (answer.status === 201) {
      if (answer.headers["idempotency-replayed"] === "true") counts.replayed++
      acknowledged.set(name, textOf(answer, "id"))
      wake()
      return true
    }
    if (answer.status === 409 && textOf(answer, "error") === "idempotency_in_progress") counts.inProgress++
    else {
      const fault = faultOf(answer)
      if (fault === undefined) counts.unavailable++
      else faults.push(`${name}: ${fault}`)
    }
    return false
  }

  const write = async (writer: number): Promise<void> => {
    for (let made = 1; !state.isOver && !isBroken(); made++) {
      const name = `w${writer}_${made}`
      sent.add(name)
      while (!(await attempt(name))) {
        if (isBroken()) return wake()
        await pauses.next()
      }
    }
  }
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

  return {
    acknowledged,
    sent,
    faults,
    counts,
    /** Resolves when this number of further writes is acknowledged. */
    more: (count: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const enough = acknowledged.size + count
        const look = () => {
          if (acknowledged.size < enough && !isBroken()) return
          waiting.delete(look)
          if (isBroken()) reject(new Error(`${faults.length} wrong answers, the last: ${faults.at(-1)}`))
          else resolve()
        }
        waiting.add(look)
        look()
      }),
    /** Begins nothing new, and waits for what was begun. */
    stop: async (): Promise<void> => {
      state.isOver = true
      await all
    },
    /** Leaves what was begun as it is. */
    [Symbol.dispose]: () => {
      state.isAbandoned = true
      pauses[Symbol.dispose]()
    }
  }
}

export type KeyedWriters = ReturnType<typeof startWriters>

/** A user as it is stored, and the entries that tell of it. */
export interface StoredUser {
  readonly id: string
  readonly email: string
  readonly entries: number
}

/** What is wrong between what was acknowledged and what is stored, in words; nothing when all is well. */
export const lossesOf = (
  acknowledged: ReadonlyMap<string, string>,
  sent: ReadonlySet<string>,
  stored: ReadonlyArray<StoredUser>
): ReadonlyArray<string> => {
  const byEmail = new Map<string, StoredUser>()
  const twice: Array<string> = []
  for (const user of stored) {
    if (byEmail.has(user.email)) twice.push(`twice: ${user.email}`)
    byEmail.set(user.email, user)
    if (user.entries !== 1) twice.push(`${user.email} has ${user.entries} entries in the journal`)
  }
  const known = new Set([...sent].map((name) => userOf(name).email))
  return [
    ...[...acknowledged]
      .filter(([name, id]) => !isDeepStrictEqual(byEmail.get(userOf(name).email)?.id, id))
      .map(([name]) => `lost: ${name}`),
    ...twice,
    ...stored.filter(({ email }) => !known.has(email)).map(({ email }) => `never sent: ${email}`)
  ]
}
