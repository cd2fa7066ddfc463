/**
 * The state of a confirmation while it is with the client: signed, and bound to exactly what the human is asked to allow.
 *
 * It holds the principal, the tool, the organization, digests of the arguments and of the preview, a nonce and the time it expires. A state
 * that was changed, has expired or belongs to another call is refused, with the reason. It holds no argument and no secret.
 */
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { digestJson } from "../JsonDigest.ts"
import type { SignerApi } from "../Signer.ts"
import { notSent, type ToolFailure } from "../tool/ToolFailure.ts"

/** A human answers within minutes; an older preview may not match what is stored now. */
export const confirmationLifetimeMs = 5 * 60_000

/** 144 random bits: no two are equal, and it is short enough for a header. */
const nonceBytes = 18

/** What a confirmation is bound to. */
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

/** A nonce of its own for each question. */
export const makeNonce: Effect.Effect<string> = Effect.sync(() => Crypto.randomBytes(nonceBytes).toString("base64url"))

/** The digest of what was previewed. */
export const fingerprintOf = (previewed: unknown): string => digestJson(previewed)

const Payload = Schema.fromJsonString(
  Schema.Tuple([
    Schema.Literal(1),
    Schema.String,
    Schema.String,
    Schema.NullOr(Schema.String),
    Schema.String,
    Schema.String,
    Schema.String,
    Schema.Int
  ])
)
const decodePayload = Schema.decodeUnknownResult(Payload)

/** Writes the state. */
export const sealConfirmation = (binding: ConfirmationBinding, confirmation: Confirmation, signer: SignerApi): string =>
  signer.seal("confirmation", [
    1,
    binding.principalId,
    binding.tool,
    binding.organizationId,
    digestJson(binding.arguments),
    confirmation.fingerprint,
    confirmation.nonce,
    confirmation.expiresAtMs
  ])

/** How a confirmation came to the client: in a question to its user, or with a preview. */
export type ConfirmationWay = "question" | "preview"

/** The way to another confirmation. */
const anew = (tool: string, way: ConfirmationWay): string =>
  way === "question"
    ? `Call ${tool} with mode "apply" again to ask again.`
    : `Call ${tool} with mode "preview" for another one, and show the user what it shows.`

/** Reads the state that came back with a call. Whether it is too late is asked by `isExpired`. */
export const openConfirmation = (
  text: string,
  binding: ConfirmationBinding,
  way: ConfirmationWay,
  signer: SignerApi
): Result.Result<Confirmation, ToolFailure> => {
  const refuse = (error: string, problem: string, tool: string) =>
    Result.fail(notSent(error, `The confirmation ${problem}. Nothing was done. ${anew(tool, way)}`, { next: [tool] }))
  const json = signer.open("confirmation", text)
  if (json === undefined) {
    return refuse("confirmation_tampered", "was changed, or was made before this server was started", binding.tool)
  }
  return Result.match(decodePayload(json), {
    onFailure: () => refuse("confirmation_tampered", "was not made by this version of the server", binding.tool),
    onSuccess: ([, principalId, tool, organizationId, digest, fingerprint, nonce, expiresAtMs]) => {
      const foreign = (whose: string) => refuse("confirmation_foreign", `belongs to ${whose}`, binding.tool)
      if (principalId !== binding.principalId) return foreign("somebody else")
      if (tool !== binding.tool) return foreign("another tool")
      if (organizationId !== binding.organizationId) return foreign("another organization")
      if (digest !== digestJson(binding.arguments)) return foreign("a call with other arguments")
      return Result.succeed({ fingerprint, nonce, expiresAtMs })
    }
  })
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
