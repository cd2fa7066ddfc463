/**
 * The conformance kit as the tests run it, and what it found in words.
 */
import * as Redacted from "effect/Redacted"
import type { Report, Result } from "@partner-api/conformance/Report"
import { type OnProgress, run } from "@partner-api/conformance/Run"

/** The timeout of one request. */
const timeoutMs = 10_000

/** Judges a server, for a client. */
export const judge = (
  baseUrl: string,
  client: { readonly client_id: string; readonly client_secret: string },
  onProgress?: OnProgress
) =>
  run(
    {
      baseUrl: new URL(baseUrl),
      clientId: client.client_id,
      clientSecret: Redacted.make(client.client_secret),
      organization: undefined,
      agency: undefined,
      timeoutMs,
      readOnly: false,
      documentedOnly: false,
      only: []
    },
    onProgress
  )

const lineOf = ({ rule, reason, expected, saw }: Result) => `${rule}: ${reason ?? `expected ${expected}, saw ${saw}`}`

/** The results with an outcome, in words. */
export const withOutcome = ({ results }: Pick<Report, "results">, outcome: Result["outcome"]) =>
  results.filter((result) => result.outcome === outcome).map(lineOf)
