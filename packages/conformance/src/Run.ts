/**
 * Runs the scenarios against a server and makes the report. Prints nothing.
 *
 * Before anything is judged, one token must be had: a server that cannot be reached, or refuses the credentials, breaks no rule.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { Broken, type Failure, NotRun } from "./Outcome.ts"
import type { Report, Result } from "./Report.ts"
import { isDocumented, type Scenario } from "./Scenario.ts"
import { scenarios } from "./Scenarios.ts"
import { makeSecrets, type Secrets } from "./Secrets.ts"
import { openSession, type Session, type SessionOptions } from "./Session.ts"
import { openTransport } from "./Transport.ts"

export interface RunOptions extends SessionOptions {
  readonly timeoutMs: number
  /** Leaves out what would write users, organizations or fees. */
  readonly readOnly: boolean
  /** Leaves out what this project decided. */
  readonly documentedOnly: boolean
  /** Only these rules; all of them when empty. */
  readonly only: ReadonlyArray<string>
}

/** Nothing was judged: the server could not be reached, or refused the credentials. */
export class NothingJudged extends Schema.TaggedError<NothingJudged>()("NothingJudged", {
  message: Schema.String,
  remedy: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = 3
}

/** Reported before each scenario: how many are done, of how many, and what comes. */
export type OnProgress = (done: number, total: number, title: string) => Effect.Effect<void>

const refused = Effect.fnUntraced(function* ({ send, form, credentials }: Session) {
  const primary = yield* send("POST", "/oauth/token", { form })
  if (primary.status >= 200 && primary.status < 300) return undefined
  const partner = yield* send("POST", "/v1/auth/token", { json: credentials })
  if (partner.status >= 200 && partner.status < 300) return undefined
  const isRefused = [primary, partner].some(({ status }) => status === 401)
  return new NothingJudged({
    message: `${isRefused ? "The server refused the credentials" : "No token endpoint gave a token"}: ${primary.seen}, ${partner.seen}.`,
    remedy: isRefused ? "Check --client-id and the secret." : "Check that --base-url is the address of the service."
  })
})

/** The result of a scenario that did not pass, as the report shows it. */
const explain = (failure: Failure) => {
  switch (failure._tag) {
    case "Broken":
      return { outcome: "failed", expected: failure.expected, saw: failure.saw } as const
    case "NoAnswer":
      return { outcome: "failed", expected: "an answer", saw: `${failure.request}: ${failure.reason}` } as const
    case "NotRun":
      return { outcome: "not run", reason: failure.reason, remedy: failure.remedy } as const
  }
}

const noExtensions = new NotRun({
  reason: "this server announces no extensions",
  remedy: "nothing; the specification does not ask for any"
})
const readOnly = new NotRun({ reason: "it writes", remedy: "leave --read-only out" })

/** Judges one scenario: one result for each name of its rule. */
const judge = Effect.fnUntraced(function* (
  scenario: Scenario,
  session: Session,
  options: RunOptions,
  secrets: Secrets
) {
  const startMs = yield* Clock.currentTimeMillis
  const run = Effect.gen(function* () {
    const documented = scenario.rules.some(isDocumented)
    if (!documented && (yield* session.extensions) === undefined) return yield* noExtensions
    if (scenario.writes && options.readOnly) return yield* readOnly
    return yield* scenario.run(session)
  })
  const judged = Effect.catchDefect(run, (defect) =>
    // Such as a token that no header can carry.
    Effect.fail(new Broken({ expected: "answers that can be used", saw: String(defect) }))
  )
  const found = yield* Effect.match(judged, {
    onFailure: explain,
    onSuccess: (saw) => ({ outcome: "passed", saw }) as const
  })
  const shown = Object.fromEntries(Object.entries(found).map(([name, text]) => [name, secrets.hide(text)]))
  const durationMs = (yield* Clock.currentTimeMillis) - startMs
  return scenario.rules.map((rule): Result => ({
    rule,
    title: scenario.title,
    documented: isDocumented(rule),
    ...shown,
    outcome: found.outcome,
    duration_ms: durationMs
  }))
})

const isChosen =
  ({ only, documentedOnly }: RunOptions) =>
  ({ rules }: Scenario): boolean =>
    (only.length === 0 || rules.some((rule) => only.includes(rule))) && (!documentedOnly || rules.some(isDocumented))

/** Runs the scenarios that are requested. */
export const run = (
  options: RunOptions,
  onProgress: OnProgress = () => Effect.void
): Effect.Effect<Report, NothingJudged> =>
  Effect.gen(function* () {
    const secrets = makeSecrets()
    secrets.remember(Redacted.value(options.clientSecret))
    const send = yield* openTransport({ ...options, secrets })
    const session = yield* openSession(send, options)
    const refusal = yield* refused(session)
    if (refusal !== undefined) return yield* refusal

    const chosen = scenarios.filter(isChosen(options))
    const results: Array<Result> = []
    for (const [index, scenario] of chosen.entries()) {
      yield* onProgress(index, chosen.length, scenario.title)
      results.push(...(yield* judge(scenario, session, options, secrets)))
    }
    yield* onProgress(chosen.length, chosen.length, "")
    // What cannot be set back is no verdict on a rule.
    const restored = yield* Effect.orElseSucceed(session.restoreFees, () => [])
    return { base_url: options.baseUrl.href, restored_fees_of: restored, results }
  }).pipe(
    Effect.scoped,
    Effect.catchTag("NoAnswer", ({ request, reason }) =>
      Effect.fail(
        new NothingJudged({
          message: `The server at ${options.baseUrl.href} could not be reached: ${request}: ${reason}.`,
          remedy: "Check --base-url and that the server runs."
        })
      )
    )
  )

/** The rules among `only` that no scenario knows. */
export const unknownRules = (only: ReadonlyArray<string>): ReadonlyArray<string> =>
  only.filter((rule) => !scenarios.some(({ rules }) => rules.includes(rule)))
