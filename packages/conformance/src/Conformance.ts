/**
 * The command line: reads what to check, runs it, prints the report and sets the exit code.
 *
 * Exit codes: 0 everything that was run passed, 1 a rule is broken, 2 the command line is wrong, 3 nothing was judged.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { reportJson, reportText, verdictOf } from "./Report.ts"
import { NothingJudged, type OnProgress, run, unknownRules } from "./Run.ts"

/** Goes back to the beginning of the line and clears it. */
const clear = "\r\u001B[2K"

/** The width of a terminal that does not report one. */
const narrowest = 40

/** Shows where the run is, in one line of a terminal on standard error. */
const showProgress: OnProgress = (done, total, title) =>
  Effect.sync(() => {
    if (!process.stderr.isTTY) return
    const width = Math.max(process.stderr.columns - 1, narrowest)
    process.stderr.write(done === total ? clear : `${clear}${`${done + 1} of ${total}  ${title}`.slice(0, width)}`)
  })

/** A value is missing or wrong: reported in one line, with what to do. */
export class UsageError extends Schema.TaggedError<UsageError>()("UsageError", {
  message: Schema.String,
  remedy: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = 2
}

/** At least one rule is broken; the report names it. */
class RuleBroken extends Schema.TaggedError<RuleBroken>()("RuleBroken", {}) {
  override readonly [Runtime.errorExitCode] = 1
}

/** The longest time that one request may be given. */
const timeoutSecondsMax = 600

const flags = {
  baseUrl: Flag.String("base-url").pipe(
    Flag.withMetavar("url"),
    Flag.withDescription("The address of the server, such as https://partners.example.com"),
    Flag.optional
  ),
  clientId: Flag.String("client-id").pipe(
    Flag.withMetavar("id"),
    Flag.withDescription("The client id; else PARTNER_CLIENT_ID"),
    Flag.optional
  ),
  clientSecret: Flag.Redacted("client-secret").pipe(
    Flag.withMetavar("secret"),
    Flag.withDescription("The client secret; else PARTNER_CLIENT_SECRET, which no process list shows"),
    Flag.optional
  ),
  organization: Flag.String("organization").pipe(
    Flag.withMetavar("id"),
    Flag.withDescription("The organization to work in; else the first one listed"),
    Flag.optional
  ),
  agency: Flag.String("agency").pipe(
    Flag.withMetavar("id"),
    Flag.withDescription("The agency to set fees of; else the first one listed, where agencies can be listed"),
    Flag.optional
  ),
  readOnly: Flag.Boolean("read-only").pipe(
    Flag.withDescription("Write nothing; rules that need a write are not run"),
    Flag.withDefault(false)
  ),
  documentedOnly: Flag.Boolean("documented-only").pipe(
    Flag.withDescription("Judge the specification alone, without this project's decisions and extensions"),
    Flag.withDefault(false)
  ),
  only: Flag.String("only").pipe(
    Flag.withMetavar("rule"),
    Flag.withDescription("Judge this rule alone; may be given more than once"),
    Flag.atLeast(0)
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print the report as JSON"), Flag.withDefault(false)),
  timeoutSeconds: Flag.Int("timeout").pipe(
    Flag.withMetavar("seconds"),
    Flag.withDescription("How long a request may take, in seconds"),
    Flag.withDefault(10)
  )
}

/** A value of a flag, else of the environment. */
const given = <A>(flag: Option.Option<A>, config: Config.Config<A>, missing: UsageError) =>
  Option.match(flag, {
    onNone: () => Effect.mapError(config, () => missing),
    onSome: Effect.succeed
  }).pipe(
    Effect.filterOrFail(
      (value) => String(Redacted.isRedacted(value) ? Redacted.value(value) : value) !== "",
      () => missing
    )
  )

const readBaseUrl = (flag: Option.Option<string>): Effect.Effect<URL, UsageError> => {
  const remedy = "Give --base-url the http or https address of the server, such as http://127.0.0.1:8080."
  const text = Option.getOrUndefined(flag)
  const url = URL.parse(text ?? "")
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.search === "" && url.hash === ""
    ? Effect.succeed(url)
    : Effect.fail(
        new UsageError({
          message: text === undefined ? "--base-url is missing." : "--base-url is no such address.",
          remedy
        })
      )
}

const description = [
  "Checks a server against the Partner API specification, rule by rule, over HTTP and from outside.",
  "It adds users (conformance.…@example.com), jobs, applications and an organization that nothing removes again, and sets the fees",
  "of one agency;",
  "where fees can be read they are set back at the end. --read-only writes nothing."
].join(" ")

export const conformance = Command.make(
  "partner-api-conformance",
  flags,
  Effect.fnUntraced(function* (flags) {
    const baseUrl = yield* readBaseUrl(flags.baseUrl)
    const clientId = yield* given(
      flags.clientId,
      Config.String("PARTNER_CLIENT_ID"),
      new UsageError({ message: "The client id is missing.", remedy: "Give --client-id or set PARTNER_CLIENT_ID." })
    )
    const clientSecret = yield* given(
      flags.clientSecret,
      Config.Redacted("PARTNER_CLIENT_SECRET"),
      new UsageError({
        message: "The client secret is missing.",
        remedy: "Set PARTNER_CLIENT_SECRET or give --client-secret."
      })
    )
    const { timeoutSeconds, only, readOnly, documentedOnly, json } = flags
    if (timeoutSeconds < 1 || timeoutSeconds > timeoutSecondsMax) {
      return yield* new UsageError({
        message: `--timeout is ${timeoutSeconds}.`,
        remedy: `Give it a number of seconds from 1 to ${timeoutSecondsMax}.`
      })
    }
    const [unknown] = unknownRules(only)
    if (unknown !== undefined) {
      return yield* new UsageError({
        message: `There is no rule ${JSON.stringify(unknown)}.`,
        remedy: "Rules are named as in the report, such as --only spec-4.4.envelope."
      })
    }
    const report = yield* run(
      {
        baseUrl,
        clientId,
        clientSecret,
        only,
        readOnly,
        documentedOnly,
        organization: Option.getOrUndefined(flags.organization),
        agency: Option.getOrUndefined(flags.agency),
        timeoutMs: timeoutSeconds * 1_000
      },
      showProgress
    )
    yield* Console.log(json ? reportJson(report) : reportText(report))
    const verdict = verdictOf(report)
    if (verdict === "failed") return yield* new RuleBroken()
    if (verdict === undefined) {
      return yield* new NothingJudged({
        message: "Nothing was judged.",
        remedy: "The report says what would make it run."
      })
    }
  })
).pipe(
  Command.withDescription(description),
  Command.withExamples([
    {
      command:
        "PARTNER_CLIENT_SECRET=sandbox-secret partner-api-conformance --base-url http://127.0.0.1:8080 --client-id sandbox-client",
      description: "Check the sandbox"
    },
    {
      command: "partner-api-conformance --base-url https://partners.example.com --read-only --documented-only",
      description: "Check a server without writing, with the credentials from the environment"
    }
  ])
)
