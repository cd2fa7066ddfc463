/**
 * Loaded before a program: gives it a clock that stands still and randomness that counts. Two programs that do the same then write the same bytes, so
 * that a comparison masks nothing but the header `Date`, which Node takes from a clock of its own.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import { createRequire, syncBuiltinESMExports } from "node:module"
import { StatementSync } from "node:sqlite"

/** The moment at which the clock stands: 2026-03-01. */
const nowMs = 1_772_323_200_000

globalThis.Date = new Proxy(Date, {
  construct: (target, given: ReadonlyArray<unknown>) => Reflect.construct(target, given.length === 0 ? [nowMs] : given),
  get: (target, name) => (name === "now" ? () => nowMs : Reflect.get(target, name))
})
Object.defineProperty(performance, "now", { value: () => 1_000 })

/** A sequence of bytes for each source of randomness: work between requests, such as a delay of a delivery, then moves no name of a request. */
const sequenceOf = (source: string) => {
  let count = 0
  return (size: number): Buffer => {
    const parts: Array<Buffer> = []
    for (let made = 0; made < size; made += 32) {
      parts.push(Crypto.createHash("sha256").update(`${source} ${count++}`).digest())
    }
    return Buffer.concat(parts).subarray(0, size)
  }
}
const [nextBytes, nextFilling, nextName, nextFraction] = [
  sequenceOf("bytes"),
  sequenceOf("filling"),
  sequenceOf("name"),
  sequenceOf("fraction")
]

const fill = <A extends NodeJS.ArrayBufferView>(view: A): A => {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(nextFilling(view.byteLength))
  return view
}

const nextUuid = (): string =>
  nextName(16)
    .toString("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5")

// The module reads these two from the object of the web.
Object.defineProperty(Crypto.webcrypto, "getRandomValues", { value: fill })
Object.defineProperty(Crypto.webcrypto, "randomUUID", { value: nextUuid })
const crypto: object = createRequire(import.meta.url)("node:crypto")
const sources = { randomBytes: nextBytes, randomUUID: nextUuid, randomFillSync: fill }
for (const [name, value] of Object.entries(sources)) Object.defineProperty(crypto, name, { value })
syncBuiltinESMExports()
Math.random = () => nextFraction(4).readUInt32LE() / 4_294_967_296

/** The executions of each statement. */
const executions = new Map<string, number>()
for (const name of ["all", "get", "iterate", "run"] as const) {
  const execute: unknown = Reflect.get(StatementSync.prototype, name)
  if (typeof execute !== "function") continue
  Object.defineProperty(StatementSync.prototype, name, {
    value(this: StatementSync, ...values: ReadonlyArray<unknown>): unknown {
      executions.set(this.sourceSQL, (executions.get(this.sourceSQL) ?? 0) + 1)
      return Reflect.apply(execute, this, values)
    }
  })
}
process.on("exit", () => {
  const file = process.env["STATEMENTS_FILE"]
  if (file !== undefined) Fs.writeFileSync(file, JSON.stringify([...executions].toSorted()))
})
