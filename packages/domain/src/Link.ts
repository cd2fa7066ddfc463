/**
 * A link that lets a person in without a client: the token that stands behind its `#`, and how long it works. Invitations and confirmations have one each.
 *
 * Knows no token: the service compares digests.
 */
import * as Schema from "effect/Schema"

import { dayMs } from "./StorageQuota.ts"
import { boundedText } from "./Text.ts"
import { exampleLinkToken } from "./Token.ts"

/** The lifetime of a link, in days: a holiday fits, and a forgotten mail is no way in for long. */
export const linkDays = 14

/** The longest text of a token in a request, in characters: each token has 43. */
export const linkTokenMax = 100

/** The token of a link, in a request. */
export const linkToken = Schema.RedactedFromValue(
  boundedText(1, linkTokenMax).annotate({
    description: "The part of the link behind `#`",
    examples: [exampleLinkToken]
  })
)

/** When a link that is made now ends. */
export const linkEndMs = (nowMs: number): number => nowMs + linkDays * dayMs

/** A link that is made now. */
export interface MadeLink {
  readonly digest: string
  readonly nowMs: number
}
