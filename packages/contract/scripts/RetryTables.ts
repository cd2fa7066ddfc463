/**
 * The tables that say which requests may be sent again, as text: made from the retry class of the endpoints. One is in `docs/partners.md`, by
 * request; the other is in `docs/retries.md` of the client library, by method. Writes no file.
 */
import { hasMethod } from "../src/EndpointMetadata.ts"
import type { RetryClass } from "../src/EndpointMetadata.ts"
import { pathTemplate } from "../src/Path.ts"
import type { EndpointEntry } from "../src/Reflection.ts"
import { withTable } from "./Table.ts"

const ofRequests: Readonly<Record<RetryClass, string>> = {
  safe: "yes: it changes nothing",
  idempotent: "yes: it sets values; a second time changes nothing",
  "idempotency-key": "with an `Idempotency-Key`",
  never: "with an `Idempotency-Key`; the replayed answer lacks the secret"
}

/** The same of endpoints that give or end tokens. */
const ofCredentials: Readonly<Record<RetryClass, string>> = {
  ...ofRequests,
  safe: "yes: a token that did not reach you expires",
  idempotent: "yes: a revoked token stays revoked"
}

const ofMethods: Readonly<Record<Exclude<RetryClass, "safe">, string>> = {
  idempotent: "yes: setting the same values twice has one effect",
  "idempotency-key": "with a key; without one only when nothing was sent",
  never: "only when nothing was sent: the answer shows a secret once"
}

/** The same of both for an endpoint that deletes. */
const ofDeletion = "yes: what is deleted stays deleted"

const requestRow = ({ metadata: { credentials, retry }, method, path }: EndpointEntry): ReadonlyArray<string> => [
  `\`${method} ${pathTemplate(path)}\``,
  method === "DELETE" ? ofDeletion : (credentials === true ? ofCredentials : ofRequests)[retry]
]

const methodRow = ({ id, metadata, method }: EndpointEntry): ReadonlyArray<ReadonlyArray<string>> =>
  !hasMethod(metadata) || metadata.retry === "safe"
    ? []
    : [[`\`${id}\``, method === "DELETE" ? ofDeletion : ofMethods[metadata.retry]]]

/** `docs/partners.md` with the table of these endpoints in place of the one it has. */
export const withRequestTable = (page: string, endpoints: ReadonlyArray<EndpointEntry>): string =>
  withTable("docs/partners.md", page, [
    ["Request", "Safe to retry"],
    ["every `GET`", ofRequests.safe],
    ...endpoints.filter(({ method }) => method !== "GET").map(requestRow)
  ])

/** `docs/retries.md` of the client library with the table of the methods of these endpoints in place of the one it has. */
export const withMethodTable = (page: string, endpoints: ReadonlyArray<EndpointEntry>): string =>
  withTable("packages/client/docs/retries.md", page, [["Write", "Retried"], ...endpoints.flatMap(methodRow)])
