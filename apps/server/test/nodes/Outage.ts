/**
 * What callers see while the database is in trouble, and that it ends with the trouble: nothing is started again.
 */
import { assert } from "@effect/vitest"
import { checkError } from "../ErrorAnswer.ts"
import { type Answer, textOf } from "../HttpCall.ts"
import type { Nodes } from "./Nodes.ts"
import { addUser, type CallServer } from "./Partner.ts"

/** An answer that takes longer has hung: the bound that is decided for every one of them. */
const answerMaxMs = 12_000

/** Within this time after the trouble every node takes requests again. */
const recoveryMaxMs = 10_000

/** More than a node has connections: some find none that is free. */
const readsAtOnce = 15

interface Timed {
  readonly answer: Answer
  readonly tookMs: number
}

const timed = async (work: Promise<Answer>): Promise<Timed> => {
  const startMs = performance.now()
  const answer = await work
  return { answer, tookMs: Math.round(performance.now() - startMs) }
}

const read = (call: CallServer, token: string): Promise<Answer> => call("GET", "/v1/users", { token })

/** Checks that an answer says that the service is unavailable, and when to come again. */
const checkUnavailable = ({ answer, tookMs }: Timed, what: string): void => {
  checkError(answer, 503)
  assert.match(answer.headers["retry-after"] ?? "", /^[1-9]\d*$/, what)
  assert.isBelow(tookMs, answerMaxMs, what)
}

export interface OutageOptions {
  readonly nodes: Nodes
  readonly token: string
  /** A name that no other outage has. */
  readonly name: string
  /** Whether reads are answered, as those of a database that is read-only. */
  readonly isReadable?: boolean
  /** What the answer to the question of readiness says. */
  readonly reason: RegExp
  readonly begin: () => Promise<unknown>
  readonly end: () => Promise<unknown>
}

/** Asks every node during an outage and after it. Gives the slowest answer, and how long the way back took. */
export const throughOutage = async (options: OutageOptions) => {
  const { begin, end, isReadable = false, name, nodes, reason, token } = options
  const calls = nodes.all().map(({ call }) => call)
  const known = await addUser(nodes.call, token, `${name}_before`)
  assert.strictEqual(known.status, 201, known.text)

  const during: Array<Timed> = []
  const messages = new Set<string>()
  await begin()
  try {
    const checks = calls.map(async (call, index) => {
      const [written, ...found] = await Promise.all([
        timed(addUser(call, token, `${name}_${index}`)),
        ...Array.from({ length: readsAtOnce }, () => timed(read(call, token)))
      ])
      checkUnavailable(written, `${name}: a write at node ${index}`)
      for (const one of found) {
        if (isReadable) assert.strictEqual(one.answer.status, 200, `${name}: a read at node ${index}`)
        else checkUnavailable(one, `${name}: a read at node ${index}`)
      }
      assert.strictEqual((await call("GET", "/health/live")).status, 200, `${name}: node ${index} lives`)
      during.push(written, ...found)
    })
    await Promise.all([...checks, nodes.proxy.ready(0)])
    for (const [index, call] of calls.entries()) {
      const readiness = await timed(call("GET", "/health/ready"))
      checkUnavailable(readiness, `${name}: readiness of node ${index}`)
      assert.match(textOf(readiness.answer, "message"), reason)
      messages.add(textOf(readiness.answer, "message"))
      during.push(readiness)
    }
  } finally {
    await end()
  }
  const endMs = performance.now()
  await nodes.proxy.ready(calls.length)
  const recoveryMs = Math.round(performance.now() - endMs)
  assert.isBelow(recoveryMs, recoveryMaxMs, name)
  for (const [index, call] of calls.entries()) {
    // The same key as during the outage: it was not done, so it is done now, once.
    const written = await addUser(call, token, `${name}_${index}`)
    assert.strictEqual(written.status, 201, `${name}: ${written.text}`)
    assert.strictEqual((await read(call, token)).status, 200, name)
  }
  return { name, slowestMs: Math.max(...during.map(({ tookMs }) => tookMs)), recoveryMs, messages: [...messages] }
}
