/**
 * Signed text that goes to a client and comes back: a valid signature proves that this process wrote it.
 *
 * The key is random, made at the start of the process and kept in its memory, so text of an earlier process is refused. The payload is
 * not encrypted: it must hold no secret.
 */
import * as Crypto from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The purpose of a text. A signature for one purpose is not valid for another. */
type Purpose = "confirmation" | "cursor"

/** This process writes no longer text; a longer one is refused before it is verified. */
const lengthMax = 8_192

/** 256 bits, as long as the signature. */
const keyBytes = 32

const bodyOf = (value: unknown): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64url")

/** Whether two texts are equal, compared in constant time. */
export const sameText = (left: string, right: string): boolean => {
  const [a, b] = [Crypto.hash("sha256", left, "buffer"), Crypto.hash("sha256", right, "buffer")]
  return Crypto.timingSafeEqual(a, b)
}

export interface SignerApi {
  /** A code over bytes: proves that this process has written them, for this purpose and in this context. */
  readonly codeOf: (purpose: Purpose, context: string, bytes: Uint8Array) => Buffer
  /** Writes a JSON value as signed text of `[A-Za-z0-9_.-]`. */
  readonly seal: (purpose: Purpose, value: unknown) => string
  /** The payload of a text that `seal` wrote; undefined for any other text. */
  readonly open: (purpose: Purpose, text: string) => string | undefined
}

/** Makes a signer with this key. */
export const makeSigner = (key: Uint8Array): SignerApi => {
  const sign = (purpose: Purpose, body: string): string =>
    Crypto.createHmac("sha256", key).update(`${purpose}\n${body}`).digest("base64url")
  return {
    // The context is one line, so that no part of it can be taken for a part of the bytes.
    codeOf: (purpose, context, bytes) =>
      Crypto.createHmac("sha256", key)
        .update(`${purpose}\n${JSON.stringify(context)}\n`)
        .update(bytes)
        .digest(),
    seal: (purpose, value) => {
      const body = bodyOf(value)
      return `${body}.${sign(purpose, body)}`
    },
    open: (purpose, text) => {
      const [body, signature, ...rest] = text.length > lengthMax ? [] : text.split(".")
      // The signature is over the text of the body, so another spelling of the same bytes is another text.
      return body !== undefined &&
        signature !== undefined &&
        rest.length === 0 &&
        sameText(sign(purpose, body), signature)
        ? Buffer.from(body, "base64url").toString("utf8")
        : undefined
    }
  }
}

export class Signer extends Context.Service<Signer, SignerApi>()("@partner-api/mcp/Signer") {
  /** A signer with a new key. */
  static readonly layer: Layer.Layer<Signer> = Layer.effect(
    Signer,
    Effect.sync(() => Signer.of(makeSigner(Crypto.randomBytes(keyBytes))))
  )
}
