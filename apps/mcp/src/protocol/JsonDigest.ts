/**
 * The digest of a JSON value, the same for each order of its members: whether two calls have equal arguments.
 */
import { canonicalJson } from "@partner-api/domain/IdempotencyKey"
import * as Crypto from "node:crypto"

/** SHA-256 of the canonical text, in base64url. */
export const digestJson = (value: unknown): string => Crypto.hash("sha256", canonicalJson(value), "base64url")
