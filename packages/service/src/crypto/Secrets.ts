/**
 * Randomness, digests and signatures: the only file that touches the machine's cryptography.
 *
 * Secrets and tokens have 256 random bits and are stored as SHA-256: a slow hash would protect nothing here, and would let
 * anybody overload the token endpoint (decisions, Tokens).
 */
import * as Crypto from "node:crypto"
import { secretRandomBytes } from "@partner-api/domain/Client"
import type { CursorSigner } from "@partner-api/domain/Cursor"
import type { IdPrefix } from "@partner-api/domain/Ids"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The form of every secret and token: 256 bits in base64url. */
export const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** Makes a new secret or token; its characters are safe in headers, forms and addresses. */
export const makeSecret: Effect.Effect<Redacted.Redacted> = Effect.sync(() =>
  Redacted.make(Crypto.randomBytes(secretRandomBytes).toString("base64url"))
)

/** The number of random bytes that are taken from the machine at once: those of some hundred identifiers. One at a time, each costs as much as all. */
const poolBytes = 4_096

/** Random bytes of the machine, each given out once. */
const pooledBytes = (): ((size: number) => Uint8Array) => {
  let pool = new Uint8Array()
  return (size) => {
    if (pool.length < size) pool = Crypto.getRandomValues(new Uint8Array(Math.max(size, poolBytes)))
    const given = pool.slice(0, size)
    pool = pool.subarray(size)
    return given
  }
}

/** The random bytes of identifiers; those of secrets are requested one by one. A test may want the same identifiers in each run. */
export const RandomBytes = Context.Reference<(size: number) => Uint8Array>("@partner-api/service/RandomBytes", {
  defaultValue: pooledBytes
})

/**
 * Makes identifiers in an order, each a prefix and a ULID: it sorts after the one before, within a millisecond too, and when the clock
 * is set back.
 */
export const makeIdSequence = (prefix: IdPrefix, randomBytes: (size: number) => Uint8Array): Effect.Effect<string> =>
  Effect.map(SecureRandom.make(randomBytes).ulid, (ulid) => prefix + ulid)

/** Makes a new identifier. Each has 80 random bits of its own, so none can be computed from another of its millisecond. */
export const makeId = (prefix: IdPrefix): Effect.Effect<string> =>
  Effect.flatMap(RandomBytes, (randomBytes) => makeIdSequence(prefix, randomBytes))

/** Makes the id of a request that brought none. */
export const makeRequestId = (): string => Crypto.randomUUID()

const sha256Of = (text: string): string => Crypto.hash("sha256", text, "base64url")

/** The digest of a secret or token, which is stored in its place. */
export const digestOf = (secret: Redacted.Redacted): string => sha256Of(Redacted.value(secret))

/**
 * The same of a token in a header; nothing where it cannot be one, which is worth no digest. The header has the token as text, and nothing else is given it:
 * a redacted copy would hold it longer.
 */
export const tokenDigestOf = (token: string): string | undefined =>
  secretPattern.test(token) ? sha256Of(token) : undefined

/** The fingerprint of a request, which is kept to recognize a repetition. */
export const fingerprintOf = sha256Of

/** A short tag of a text, in hexadecimal digits: two texts may have the same. */
export const shortTagOf = (text: string): string => Crypto.hash("sha256", text, "hex").slice(0, 6)

/** The number of characters of a digest in an ETag: 132 bits exclude an accidental match. */
const tagLength = 22

/** The strong entity tag of an answer with these bytes. */
export const tagOf = (body: Uint8Array | string): string =>
  `"${Crypto.hash("sha256", body, "base64url").slice(0, tagLength)}"`

/**
 * A tag as clients send it back, and ours in it. Proxies that compress mark the tag as weak, as nginx does, or put the name of the coding at its
 * end, as Apache does.
 */
const ours = new RegExp(String.raw`^(?:W/)?"([\w-]{${tagLength}})(?:--?(?:gzip|br|deflate|zstd))?"$`)

/** The tag that a client names. Our digest names the state, whatever coding it went through; a tag of another form stays as it is. */
const namedTag = (given: string): string => {
  const tag = given.trim()
  const digest = ours.exec(tag)?.[1]
  return digest === undefined ? tag : `"${digest}"`
}

/** Whether a header names a tag: by `*`, or among quoted tags with commas between. */
export const namesTag = (header: string, tag: string): boolean =>
  header
    .split(",")
    .map(namedTag)
    .some((given) => given === "*" || given === namedTag(tag))

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
