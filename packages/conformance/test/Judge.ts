/**
 * One run of the kit against the plain server, for the tests.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Report } from "../src/Report.ts"
import { run, type RunOptions } from "../src/Run.ts"
import { agencyId, clientId, clientSecret, type PlainOptions, startPlain } from "./PlainServer.ts"

/** What to judge: this address, and otherwise all there is. */
export const optionsOf = (baseUrl: string, options: Partial<RunOptions> = {}): RunOptions => ({
  baseUrl: new URL(baseUrl),
  clientId,
  clientSecret: Redacted.make(clientSecret),
  organization: undefined,
  agency: agencyId,
  timeoutMs: 10_000,
  readOnly: false,
  documentedOnly: false,
  only: [],
  ...options
})

/** Starts a server, judges it, and stops it. */
export const judge = async (plain: PlainOptions, options: Partial<RunOptions> = {}): Promise<Report> => {
  await using server = await startPlain(plain)
  return await Effect.runPromise(run(optionsOf(server.baseUrl, options)))
}

/** The rules that ended in this way. */
export const rulesOf = ({ results }: Report, outcome: string): Array<string> =>
  results.filter((result) => result.outcome === outcome).map(({ rule }) => rule)
