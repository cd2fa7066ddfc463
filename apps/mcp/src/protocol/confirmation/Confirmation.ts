/**
 * The state of a confirmation while it is with the client: signed, and bound to exactly what the human is asked to allow.
 *
 * It holds a nonce, the time it expires, and digests of the preview and of principal, tool, organization and arguments. A state that was
 * changed, has expired or belongs to another call is refused, with the reason. It holds no argument and no secret. A model repeats it, so it
 * is short.
 */
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { digestJson } from "../JsonDigest.ts"
import { sameText, type SignerApi } from "../Signer.ts"
import { notSent, type ToolFailure } from "../tool/ToolFailure.ts"

/** A human answers within minutes; an older preview may not match what is stored now. */
export const confirmationLifetimeMs = 5 * 60_000

/** 144 random bits: no two are equal, and it is short enough for a header. */
const nonceBytes = 18

/** A longer text is none of this process, and is refused before it is read. */
const stateLengthMax = 200

/** The caller, the tool, the organization and the arguments that a confirmation is bound to. */
export interface ConfirmationBinding {
  readonly principalId: string
  readonly tool: string
  readonly organizationId: string | null
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface Confirmation {
  /** Names this confirmation; a repeat of it has the same, so it serves as Idempotency-Key. */
  readonly nonce: string
  /** Digest of what was previewed. */
  readonly fingerprint: string
  readonly expiresAtMs: number
}

/** 160 bits of a digest: nobody finds two calls or two previews with the same one. */
const digestBytes = 20
/** 128 bits of the code: a forged one cannot be guessed. */
const codeBytes = 16
/** Milliseconds since 1970. */
const expiryBytes = 6
/** Enough to identify the part of a call that differs. Nothing is allowed by it. */
const markBytes = 2

const digestOf = (value: unknown): Buffer => Buffer.from(digestJson(value), "base64url").subarray(0, digestBytes)

/** A nonce of its own for each question. */
export const makeNonce: Effect.Effect<string> = Effect.sync(() => Crypto.randomBytes(nonceBytes).toString("base64url"))

/** The digest of what was previewed. */
export const fingerprintOf = (previewed: unknown): string => digestOf(previewed).toString("base64url")

/** The parts of a binding, each with its owner in words. */
const partsOf = (binding: ConfirmationBinding) =>
  [
    [binding.principalId, "somebody else"],
    [binding.tool, "another tool"],
    [binding.organizationId, "another organization"],
    [binding.arguments, "a call with other arguments"]
  ] as const

const bindingBytes = (binding: ConfirmationBinding): Buffer => {
  const parts = partsOf(binding).map(([part]) => part)
  return Buffer.concat([digestOf(parts), ...parts.map((part) => digestOf(part).subarray(0, markBytes))])
}

/** The owner of a confirmation that was made for another binding, in words. */
const ownerOf = (bound: Buffer, binding: ConfirmationBinding): string => {
  const own = bindingBytes(binding)
  const isOther = (_part: unknown, index: number): boolean => {
    const [start, end] = [digestBytes + index * markBytes, digestBytes + (index + 1) * markBytes]
    return !bound.subarray(start, end).equals(own.subarray(start, end))
  }
  return partsOf(binding).find(isOther)?.[1] ?? "another call"
}

/** The context of the code, which is changed with the layout. */
const layout = "2"

const codeOf = (body: Buffer, signer: SignerApi): Buffer =>
  signer.codeOf("confirmation", layout, body).subarray(0, codeBytes)

/** Writes the state: the code, then what it proves. */
export const sealConfirmation = (
  binding: ConfirmationBinding,
  { expiresAtMs, fingerprint, nonce }: Confirmation,
  signer: SignerApi
): string => {
  const expiry = Buffer.alloc(expiryBytes)
  expiry.writeUIntBE(Math.floor(expiresAtMs), 0, expiryBytes)
  const body = Buffer.concat([
    Buffer.from(nonce, "base64url"),
    expiry,
    Buffer.from(fingerprint, "base64url"),
    bindingBytes(binding)
  ])
  return Buffer.concat([codeOf(body, signer), body]).toString("base64url")
}

/** The content of a state; undefined for a text that this process did not write. */
const unsealed = (text: string, signer: SignerApi): (Confirmation & { readonly bound: Buffer }) | undefined => {
  const bytes = Buffer.from(text.length > stateLengthMax ? "" : text, "base64url")
  // Another spelling of the same bytes is another text.
  if (bytes.length <= codeBytes || bytes.toString("base64url") !== text) return undefined
  const [code, body] = [bytes.subarray(0, codeBytes), bytes.subarray(codeBytes)]
  if (!sameText(code.toString("base64url"), codeOf(body, signer).toString("base64url"))) return undefined
  const [expiryAt, fingerprintAt] = [nonceBytes, nonceBytes + expiryBytes]
  const boundAt = fingerprintAt + digestBytes
  return {
    nonce: body.toString("base64url", 0, expiryAt),
    expiresAtMs: body.readUIntBE(expiryAt, expiryBytes),
    fingerprint: body.toString("base64url", fingerprintAt, boundAt),
    bound: body.subarray(boundAt)
  }
}

/** The way of a confirmation to the client: in a question to its user, or with a preview. */
export type ConfirmationWay = "question" | "preview"

/** The way to another confirmation. */
const anew = (tool: string, way: ConfirmationWay): string =>
  way === "question"
    ? `Call ${tool} with mode "apply" again to ask again.`
    : `Call ${tool} with mode "preview" for another one, and show the user what it shows.`

/** Reads the state that came back with a call. `isExpired` checks whether it is too late. */
export const openConfirmation = (
  text: string,
  binding: ConfirmationBinding,
  way: ConfirmationWay,
  signer: SignerApi
): Result.Result<Confirmation, ToolFailure> => {
  const refuse = (error: string, problem: string, tool: string) =>
    Result.fail(notSent(error, `The confirmation ${problem}. Nothing was done. ${anew(tool, way)}`, { next: [tool] }))
  const state = unsealed(text, signer)
  if (state === undefined) {
    return refuse("confirmation_tampered", "was changed, or was made before this server was started", binding.tool)
  }
  const { bound, ...confirmation } = state
  return bound.equals(bindingBytes(binding))
    ? Result.succeed(confirmation)
    : refuse("confirmation_foreign", `belongs to ${ownerOf(bound, binding)}`, binding.tool)
}

export const expired = (tool: string, way: ConfirmationWay): ToolFailure =>
  notSent(
    "confirmation_expired",
    `The confirmation came too late: it is good for ${confirmationLifetimeMs / 60_000} minutes. Nothing was done. ${anew(tool, way)}`,
    { next: [tool] }
  )

/** A longer text is not repeated in a refusal: a preview shows it. */
const repeatedLengthMax = 2_000

/** A text that a refusal repeats whole, or not at all. */
export const ifShort = (text: string): string => (text.length > repeatedLengthMax ? "" : text)

export const changedSincePreview = (tool: string, questionNow: string, way: ConfirmationWay): ToolFailure =>
  notSent(
    "changed_since_preview",
    `What would be changed is not any more what was shown to the user. Nothing was done. ` +
      ifShort(`The question would now be: ${questionNow} `) +
      `Call ${tool} with mode "preview" to see it whole${way === "question" ? ', or with mode "apply" to ask the user that' : ""}.`,
    { next: [tool] }
  )

export const replayed = (tool: string, howToLook: string, way: ConfirmationWay): ToolFailure =>
  notSent(
    "confirmation_replayed",
    `The confirmation was used before and is good for one time only. Nothing was done by this call. ${howToLook} ${anew(tool, way)}`,
    { next: [tool] }
  )
