/**
 * One text for one JSON value, whatever the order of its members, and the digest of that text.
 *
 * Used to say that two calls ask for the same. Members without a value are left out, as JSON leaves them out.
 */
import * as Crypto from "node:crypto"

/** Writes JSON with the members of every object in order. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(",")}}`
}

/** SHA-256 of the canonical text, in base64url. */
export const digestJson = (value: unknown): string => Crypto.hash("sha256", canonicalJson(value), "base64url")
