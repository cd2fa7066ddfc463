/**
 * Entity tags as the product makes and compares them: a tag names the bytes of an answer. Knows no dates.
 */
import * as Crypto from "node:crypto"

/** The strong entity tag of a body. */
export const tagOf = (body: string): string => `"${Crypto.hash("sha256", body, "base64url").slice(0, 22)}"`

/** Whether an `If-None-Match` names a tag: alone, among others, as a weak one, or with `*`. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((given) => ["*", tag].includes(given.trim().replace(/^W\//, "")))
