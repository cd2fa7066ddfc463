/**
 * A power cut in the middle of writing: the database and its write-ahead log as they lie on the disk, the log cut off or spoilt from
 * some byte on. What opens then must be whole, and must be the state after some commit: a prefix of the commits, in their order.
 */
import * as Fs from "node:fs"
import { openDatabase } from "../TestServer.ts"

/** What a torn copy holds: numbers of users in their order, and the number in the fee that is set after each. */
export interface TornState {
  readonly integrity: string
  readonly users: ReadonlyArray<number>
  readonly fee: number
}

/** The user with this number; its place in the order of commits is its number. */
export const numbered = (number: number) => ({
  id: `user_${String(number).padStart(6, "0")}`,
  first_name: "Ada",
  last_name: "Lovelace",
  email: `user.${number}@example.com`
})

/** The fee that is set after the user with this number was added. */
export const feeOf = (number: number) => ({ customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: number }] })

export const feesPath = "/v1/agencies/agy_hirewell/fees"

/** Opens a database file as it is, and reads it. */
export const readState = (file: string): TornState => {
  using operator = openDatabase(file)
  const integrity = String(operator.db.prepare("PRAGMA integrity_check").get()?.["integrity_check"])
  // Torn before the first commit, it is an empty database.
  const tables = operator.db.prepare("SELECT name FROM sqlite_master WHERE name = 'users'").all()
  if (tables.length === 0) return { integrity, users: [], fee: 0 }
  const users = operator.db.prepare("SELECT id FROM users WHERE id LIKE 'user_%' ORDER BY id").all()
  const row = operator.db.prepare("SELECT custom_fees FROM agencies WHERE id = 'agy_hirewell'").get()
  return {
    integrity,
    users: users.map(({ id }) => Number(String(id).slice("user_".length))),
    fee: Number(/"feeCents":(\d+)/.exec(String(row?.["custom_fees"]))?.[1] ?? 0)
  }
}

/** What is wrong with a torn copy; users are numbered from 1 and each is followed by its fee. */
export const tornFaults = ({ integrity, users, fee }: TornState): ReadonlyArray<string> => [
  ...(integrity === "ok" ? [] : [`integrity: ${integrity}`]),
  ...(users.every((number, index) => number === index + 1) ? [] : [`no prefix: ${users.join()}`]),
  ...(fee === users.length || fee === users.length - 1 ? [] : [`${users.length} users, but the fee ${fee}`])
]

/** The layout of a write-ahead log (SQLite, "WAL File Format"): a header, then frames, each with a header and a page. */
const logHeaderBytes = 32
const frameHeaderBytes = 24
const saltBytes = 8

/**
 * The bytes of a log that count. Once its pages are in the database, a log is begun anew over the old frames: those behind the new ones have
 * another salt than the header, and tearing them would tear nothing.
 */
const liveBytes = (log: Buffer): number => {
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8)
  const salt = log.subarray(16, 16 + saltBytes)
  let end = logHeaderBytes
  while (end + frameBytes <= log.length && log.subarray(end + 8, end + 8 + saltBytes).equals(salt)) end += frameBytes
  return end
}

/** How many bytes of the log of a database count at this moment. */
export const logBytesOf = (databaseFile: string): number => liveBytes(Fs.readFileSync(`${databaseFile}-wal`))

/** What is left of a log from a byte on: nothing, or bytes that nobody wrote. */
type Tear = "cut" | "noise"

/** A copy of a database whose log is torn at a byte. */
const tearAt = (source: string, target: string, options: { readonly at: number; readonly tear: Tear }): void => {
  const { at, tear } = options
  const log = Fs.readFileSync(`${source}-wal`)
  Fs.copyFileSync(source, target)
  Fs.writeFileSync(`${target}-wal`, tear === "cut" ? log.subarray(0, at) : log.fill(0xa5, at))
}

/** Tears copies of a database at bytes chosen at random, and returns what is wrong with each. */
export const tearMany = (
  source: string,
  copy: (index: number) => string,
  count: number
): { readonly states: ReadonlyArray<TornState>; readonly faults: ReadonlyArray<string> } => {
  const bytes = logBytesOf(source)
  const torn = Array.from({ length: count }, (_, index) => {
    const at = Math.floor(Math.random() * bytes)
    const tear = index % 2 === 0 ? "cut" : "noise"
    tearAt(source, copy(index), { at, tear })
    const state = readState(copy(index))
    return { state, faults: tornFaults(state).map((fault) => `${tear} at ${at} of ${bytes}: ${fault}`) }
  })
  return { states: torn.map(({ state }) => state), faults: torn.flatMap(({ faults }) => faults) }
}
