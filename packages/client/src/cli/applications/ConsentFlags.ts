/**
 * The consent of a person as flags: `--consent-method EMAIL` sets `consent.method`. The schema of a consent checks them.
 */
import { NewConsent } from "@partner-api/domain/Consent"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as CliError from "effect/cli/CliError"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import { optionalFlags, type OptionalValues, recordOf } from "../MemberFlags.ts"

const prefix = "consent_"

/** A flag for each member of a consent. */
export const consentFlags = optionalFlags(Record.mapKeys(NewConsent.fields, (member) => `${prefix}${member}`))

const decode = strictDecoder(NewConsent)

/** The consent of a command line; none where no flag is given. */
export const consentOf = (flags: OptionalValues) => {
  const given = Record.mapKeys(Record.getSomes(flags), (flag) => flag.slice(prefix.length))
  if (Object.keys(given).length === 0) return Effect.succeed(undefined)
  if (!("method" in given && "obtained_at" in given)) {
    return Effect.fail(
      new CliError.ValidationError({ message: "give a consent with --consent-method and --consent-obtained-at." })
    )
  }
  return recordOf(
    Result.mapError(decode(given, "body"), (problems) =>
      problems.map((problem) => ({ ...problem, path: problem.path.replace("/", `/${prefix}`) }))
    )
  )
}
