/**
 * Why a webhook is refused: one closed union, discriminated by `_tag`.
 *
 * Not the errors of calls (`core/ClientError.ts`): their explanations come with the contract, and a receiver of webhooks has no client in its
 * bundle. No error holds a secret, a signature or a body. A program may contain this class twice, so it is recognised by a brand.
 */

const explanations = {
  BodyNotRaw: {
    code: "body_not_raw",
    remedy:
      'Pass the bytes as they came. Express: express.raw({ type: "application/json" }) on this route, before express.json(). ' +
      'Fastify: addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) => done(null, body)). ' +
      "Next and others with a Request: await request.text()."
  },
  MissingHeader: {
    code: "missing_header",
    remedy: "Pass the headers of the request as they came. A proxy in front of the program may have removed them."
  },
  NoMatchingSignature: {
    code: "no_matching_signature",
    remedy:
      "Check that the secret is that of this endpoint, and that the body is the bytes as they came: JSON that was parsed and written again is another body."
  },
  OutsideTolerance: {
    code: "outside_tolerance",
    remedy: "Set the clock of this machine. If it is right, the request is old: it may be a replay."
  },
  InvalidSecret: {
    code: "invalid_secret",
    remedy: "Take the secret that the service showed when the endpoint was created or its secret was rotated."
  },
  InvalidEvent: {
    code: "invalid_event",
    remedy: "The signature is right, so the sender has the secret: report it to the operator of the service."
  }
} as const

/** The kind of a refusal. */
export type WebhookErrorTag = keyof typeof explanations

/** The code of a refusal: stable, for programs. */
export type WebhookErrorCode = (typeof explanations)[WebhookErrorTag]["code"]

const brand: unique symbol = Symbol.for("@partner-api/client/WebhookError")

/** A refusal of the kind `Tag`. {@link WebhookError} is the union of all kinds. */
export class WebhookFailure<Tag extends WebhookErrorTag = WebhookErrorTag> extends Error {
  readonly [brand] = true
  /** The kind. Compare it, or use `isWebhookError`. */
  readonly _tag: Tag
  /** Stable, for programs. */
  readonly code: WebhookErrorCode
  /** The remedy; `message` ends with it. */
  readonly remedy: string

  /** `reason` is a sentence without secrets. */
  constructor(tag: Tag, reason: string) {
    const { code, remedy } = explanations[tag]
    super(`${reason} ${remedy}`)
    this.name = tag
    this._tag = tag
    this.code = code
    this.remedy = remedy
  }
}

/**
 * Why a webhook was refused. `switch (error._tag)` discriminates the kinds:
 *
 * - `BodyNotRaw`: the body is an object, or was read before. The message explains how frameworks pass the bytes.
 * - `MissingHeader`: one of the three headers is missing or malformed. The message names it.
 * - `NoMatchingSignature`: no signature was made of this body with one of the secrets.
 * - `OutsideTolerance`: the signature is right and the request too old or too new. The message has both clocks.
 * - `InvalidSecret`: a secret is none, or is not written as it should be.
 * - `InvalidEvent`: the signature is right and the body is no event.
 */
export type WebhookError = { readonly [Tag in WebhookErrorTag]: WebhookFailure<Tag> }[WebhookErrorTag]

/** Whether a value is a refusal of this library, of the given kind when one is named. */
export function isWebhookError(value: unknown): value is WebhookError
export function isWebhookError<Tag extends WebhookErrorTag>(value: unknown, tag: Tag): value is WebhookFailure<Tag>
export function isWebhookError(value: unknown, tag?: WebhookErrorTag): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Reflect.get(value, brand) === true &&
    (tag === undefined || Reflect.get(value, "_tag") === tag)
  )
}
