/**
 * Many requests with one key at any nodes: however many arrive, and whichever node dies, there is one effect and one answer.
 */
import { type Answer, textOf } from "../HttpCall.ts"
import { addUser, type CallServer } from "./Partner.ts"

/** What came of the requests. */
export interface OneKeyReport {
  /** The bodies of the answers 201, each once. */
  readonly bodies: ReadonlyArray<string>
  readonly created: number
  readonly replayed: number
  /** Answers that the first request still runs; each was repeated. */
  readonly inProgress: number
  /** Requests whose connection broke; each was repeated. */
  readonly broken: number
  /** Any other answer. */
  readonly faults: ReadonlyArray<string>
}

/** Repetitions of one request: a service that refuses more often does not come back. */
const attemptsMax = 10

export interface OneKeyOptions {
  readonly call: CallServer
  readonly token: string
  readonly name: string
  readonly requests: number
}

/** Sends the same request so often at once. */
export const sendOneKey = async ({ call, token, name, requests }: OneKeyOptions): Promise<OneKeyReport> => {
  const bodies = new Set<string>()
  const faults: Array<string> = []
  const counts = { created: 0, replayed: 0, inProgress: 0, broken: 0 }
  const settle = async (attempt: number): Promise<void> => {
    if (attempt > attemptsMax) return void faults.push(`no success in ${attemptsMax} attempts`)
    const answer: Answer | undefined = await addUser(call, token, name).catch(() => undefined)
    if (answer === undefined) {
      counts.broken++
      return await settle(attempt + 1)
    }
    if (answer.status === 409 && textOf(answer, "error") === "idempotency_in_progress") {
      counts.inProgress++
      return await settle(attempt + 1)
    }
    if (answer.status !== 201) return void faults.push(`${answer.status} ${answer.text}`)
    counts.created++
    if (answer.headers["idempotency-replayed"] === "true") counts.replayed++
    bodies.add(answer.text)
  }
  await Promise.all(Array.from({ length: requests }, () => settle(1)))
  return { bodies: [...bodies], ...counts, faults }
}
