/**
 * Names for texts: entity tags, fingerprints, and signatures that show a change. Fast, the same on every runtime, and NOT
 * cryptography: nothing here protects anybody, because a test may read all memory of its process.
 */
import type { CursorSigner } from "@partner-api/domain/Cursor"
import * as Base64Url from "effect/encoding/Base64Url"

/** Two multiplicative hashes of 32 bits side by side (cyrb53). */
const mix = (text: string, seed: number): readonly [number, number] => {
  let left = 0xdeadbeef ^ seed
  let right = 0x41c6ce57 ^ seed
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    left = Math.imul(left ^ code, 2_654_435_761)
    right = Math.imul(right ^ code, 1_597_334_677)
  }
  left = Math.imul(left ^ (left >>> 16), 2_246_822_507) ^ Math.imul(right ^ (right >>> 13), 3_266_489_909)
  right = Math.imul(right ^ (right >>> 16), 2_246_822_507) ^ Math.imul(left ^ (left >>> 13), 3_266_489_909)
  return [left >>> 0, right >>> 0]
}

const hex = (value: number): string => value.toString(16).padStart(8, "0")

/** The name of a text: the same for the same text. */
export const digestOf = (text: string, seed = 0): string => mix(text, seed).map(hex).join("")

/** The strong entity tag of an answer with this text (RFC 9110 §8.8.3). */
export const tagOf = (text: string): string => `"${digestOf(text)}"`

/** The random bytes of a secret or a token, as in the service. */
const secretBytes = 32

/** A new secret or token. */
export const makeSecret = (): string => Base64Url.encode(crypto.getRandomValues(new Uint8Array(secretBytes)))

/** Signs cursors for one server: another server's, or a changed one, is refused. */
export const makeSigner = (): CursorSigner => {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1))
  const sign = (text: string): string => digestOf(text, seed)
  return { sign, verify: (text, signature) => sign(text) === signature }
}
