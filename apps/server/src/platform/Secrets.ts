/**
 * Randomness, digests and signatures: the only file that touches the machine's cryptography.
 *
 * Secrets and tokens have 256 random bits and are stored as SHA-256: a slow hash would protect nothing here, and would let
 * anybody overload the token endpoint (decisions, Tokens).
 */
import * as Crypto from "node:crypto"
import { secretRandomBytes } from "@partner-api/domain/Client"
import type { CursorSigner } from "@partner-api/domain/Cursor"
import { idRandomBytes, makeIdText, type IdPrefix } from "@partner-api/domain/Ids"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The form of every secret and token: 256 bits in base64url. */
export const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** Makes a new secret or token; its characters are safe in headers, forms and addresses. */
export const makeSecret: Effect.Effect<Redacted.Redacted> = Effect.sync(() =>
  Redacted.make(Crypto.randomBytes(secretRandomBytes).toString("base64url"))
)

/** Makes the text of a new identifier. */
export const makeId = (prefix: IdPrefix): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => makeIdText(prefix, nowMs, Crypto.randomBytes(idRandomBytes)))

/** Adds one to bytes that are read as a number. What would overflow begins anew, which 80 bits do not live to see. */
const next = (bytes: Uint8Array): Uint8Array => {
  const sum = bytes.reduce((total, byte) => (total << 8n) | BigInt(byte), 0n) + 1n
  return bytes.map((_, index) => Number((sum >> BigInt(8 * (bytes.length - 1 - index))) & 255n))
}

/**
 * Makes identifiers in an order: each sorts after the one before, within a millisecond too, and when the clock is set back.
 */
export const makeIdSequence = (prefix: IdPrefix): Effect.Effect<string> => {
  let last: { readonly timeMs: number; readonly random: Uint8Array } = {
    timeMs: 0,
    random: new Uint8Array(idRandomBytes)
  }
  return Effect.map(Clock.currentTimeMillis, (nowMs) => {
    last =
      nowMs > last.timeMs
        ? { timeMs: nowMs, random: new Uint8Array(Crypto.randomBytes(idRandomBytes)) }
        : { timeMs: last.timeMs, random: next(last.random) }
    return makeIdText(prefix, last.timeMs, last.random)
  })
}

/** What is stored of a secret or token. */
export const digestOf = (secret: Redacted.Redacted): string =>
  Crypto.hash("sha256", Redacted.value(secret), "base64url")

/** What is kept of a request to know it again. */
export const fingerprintOf = (text: string): string => Crypto.hash("sha256", text, "base64url")

/** So many characters of a digest name a state: 132 bits are no accident. */
const tagLength = 22

/** The strong entity tag of an answer with these bytes. */
export const tagOf = (body: Uint8Array | string): string =>
  `"${Crypto.hash("sha256", body, "base64url").slice(0, tagLength)}"`

const bytesOf = (digest: string): Buffer => Buffer.from(digest, "base64url")

/** A digest that belongs to no secret: compared with when there is nothing else to compare with. */
const nobodysDigest = Buffer.alloc(32).toString("base64url")

/** Tells whether two digests are the same, in constant time; without a second one the work is the same too. */
export const matchesDigest = (digest: string, stored: string | undefined): boolean =>
  Crypto.timingSafeEqual(bytesOf(digest), bytesOf(stored ?? nobodysDigest)) && stored !== undefined

/** Makes the text of a new key for cursors: 32 random bytes. */
export const makeCursorKey: Effect.Effect<string> = Effect.sync(() => Crypto.randomBytes(32).toString("base64url"))

/** Signs cursors with the first key and accepts those of all keys. */
export const makeCursorSigner = (keys: readonly [string, ...ReadonlyArray<string>]): CursorSigner => {
  const sign = (key: Crypto.KeyObject) => (text: string) =>
    Crypto.createHmac("sha256", key).update(text).digest("base64url")
  const [first, ...others] = keys
  const toSign = (key: string) => sign(Crypto.createSecretKey(Buffer.from(key, "base64url")))
  const current = toSign(first)
  const all = [current, ...others.map(toSign)]
  const same = (left: string, right: string): boolean => {
    const [a, b] = [Buffer.from(left), Buffer.from(right)]
    return a.length === b.length && Crypto.timingSafeEqual(a, b)
  }
  return { sign: current, verify: (text, signature) => all.some((signWith) => same(signWith(text), signature)) }
}
