/**
 * Codes of text that goes to a client and comes back: a valid code proves that this process wrote it.
 *
 * The key is random, made at the start of the process and kept in its memory, so text of an earlier process is refused. The text is not
 * encrypted: it must hold no secret.
 */
import * as Crypto from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The purpose of a text. A code for one purpose is not valid for another. */
type Purpose = "confirmation" | "cursor"

/** 256 bits, as long as a code. */
const keyBytes = 32

/** Whether two texts are equal, compared in constant time. */
export const sameText = (left: string, right: string): boolean => {
  const [a, b] = [Crypto.hash("sha256", left, "buffer"), Crypto.hash("sha256", right, "buffer")]
  return Crypto.timingSafeEqual(a, b)
}

export interface SignerApi {
  /** A code over bytes: proves that this process has written them, for this purpose and in this context. */
  readonly codeOf: (purpose: Purpose, context: string, bytes: Uint8Array) => Buffer
}

/** Makes a signer with this key. */
export const makeSigner = (key: Uint8Array): SignerApi => ({
  // The context is one line, so that no part of it can be taken for a part of the bytes.
  codeOf: (purpose, context, bytes) =>
    Crypto.createHmac("sha256", key)
      .update(`${purpose}\n${JSON.stringify(context)}\n`)
      .update(bytes)
      .digest()
})

export class Signer extends Context.Service<Signer, SignerApi>()("@partner-api/mcp/Signer") {
  /** A signer with a new key. */
  static readonly layer: Layer.Layer<Signer> = Layer.effect(
    Signer,
    Effect.sync(() => Signer.of(makeSigner(Crypto.randomBytes(keyBytes))))
  )
}
