/**
 * The oracle of every crash: what was answered with success must be there afterwards, once; what was sent without an answer may be
 * there, once; nothing else may be (design, section 4).
 */
import { membersOf } from "../HttpCall.ts"
import type { Answer, Call } from "../HttpCall.ts"
import { sandboxUser } from "../TestServer.ts"
import { pageOf, walk } from "../Walk.ts"

type CallServer = (method: string, path: string, request?: Call) => Promise<Answer>

/** What writers have sent, and what they were answered. */
export interface Written {
  /** Identifiers of all users that were sent. */
  readonly sentUsers: Set<string>
  /** Those whose 201 was read. */
  readonly users: Set<string>
  /** The last fee sent to each agency; each writer counts upwards. */
  readonly sentFees: Map<string, number>
  /** The last fee of each agency whose 200 was read. */
  readonly fees: Map<string, number>
  /** Answers that are neither a success nor silence. */
  readonly refusals: Array<string>
}

export const makeWritten = (): Written => ({
  sentUsers: new Set(),
  users: new Set(),
  sentFees: new Map(),
  fees: new Map(),
  refusals: []
})

/** What can be read afterwards. */
export interface Found {
  readonly users: ReadonlyArray<string>
  readonly fees: ReadonlyMap<string, number>
}

/** What is wrong, in words; nothing when all is well. */
export const faultsOf = (written: Written, found: Found): ReadonlyArray<string> => {
  const there = new Set(found.users)
  const twice = found.users.filter((id, index) => found.users.indexOf(id) < index)
  const fees = [...written.sentFees].flatMap(([agency, sent]) => {
    const value = found.fees.get(agency) ?? 0
    const acknowledged = written.fees.get(agency) ?? 0
    return value < acknowledged || value > sent
      ? [`${agency} has the fee ${value}, acknowledged was ${acknowledged}, sent ${sent}`]
      : []
  })
  return [
    ...[...written.users].filter((id) => !there.has(id)).map((id) => `lost: ${id}`),
    ...twice.map((id) => `twice: ${id}`),
    ...[...there].filter((id) => !written.sentUsers.has(id)).map((id) => `never sent: ${id}`),
    ...fees,
    ...written.refusals
  ]
}

const agencies = ["agy_hirewell", "agy_northwind"]
const userWriters = 6

/** Runs until the server is gone. Tells of each acknowledged write, so that the caller can choose a moment. */
const writeUntilGone = async (attempt: () => Promise<Answer>, onAnswer: (answer: Answer) => void): Promise<void> => {
  let answer = await attempt().catch(() => undefined)
  while (answer !== undefined) {
    onAnswer(answer)
    answer = await attempt().catch(() => undefined)
  }
}

/** Eight writers at once: six add users, two count the fee of an agency upwards. Ends when the server is gone. */
export const writeAll = async (
  call: CallServer,
  token: string,
  trial: { readonly name: string; readonly written: Written; readonly onAcknowledged: (count: number) => void }
): Promise<void> => {
  const { name, written, onAcknowledged } = trial
  let count = 0
  const acknowledge = () => onAcknowledged(++count)
  const addUsers = (writer: number) => {
    let id = ""
    let made = 0
    return writeUntilGone(
      () => {
        id = `${name}_${writer}_${++made}`
        written.sentUsers.add(id)
        const json = { id, first_name: "Ada", last_name: "Lovelace", email: `${id}@example.com` }
        return call("POST", "/v1/users", { token, json })
      },
      ({ status, text }) => {
        if (status === 201) written.users.add(id)
        else written.refusals.push(`${id}: ${status} ${text}`)
        acknowledge()
      }
    )
  }
  const countFee = (agency: string) => {
    let fee = written.sentFees.get(agency) ?? 0
    return writeUntilGone(
      () => {
        written.sentFees.set(agency, ++fee)
        const json = { customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: fee }] }
        return call("POST", `/v1/agencies/${agency}/fees`, { token, json })
      },
      ({ status, text }) => {
        if (status === 200) written.fees.set(agency, fee)
        else written.refusals.push(`${agency}: ${status} ${text}`)
        acknowledge()
      }
    )
  }
  await Promise.all([
    ...Array.from({ length: userWriters }, (_, writer) => addUsers(writer)),
    ...agencies.map(countFee)
  ])
}

/** The fee of an agency, as far as anybody set one. */
const readFee = async (call: CallServer, token: string, agency: string): Promise<readonly [string, number]> => {
  const { customFees } = membersOf(await call("GET", `/v1/agencies/${agency}/fees`, { token }))
  return [agency, Number(/"feeCents":(\d+)/.exec(JSON.stringify(customFees))?.[1] ?? 0)]
}

/** Reads everything back through the service, as a partner would. */
export const findAll = async (call: CallServer, token: string): Promise<Found> => {
  const pages = await walk(call, token, "/v1/users")
  return {
    users: pages.flatMap((page) => pageOf(page).content.map(({ id }) => id)).filter((id) => id !== sandboxUser),
    fees: new Map(await Promise.all(agencies.map((agency) => readFee(call, token, agency))))
  }
}
