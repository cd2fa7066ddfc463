/**
 * The credentials of the program: those of the environment, else those of the file.
 *
 * Address, id and secret belong together and come from one place: a secret out of the file must never go to an address out of the
 * environment. The organization and the flow may be in the environment for either. A profile that the command line names is
 * used as it is stored, whatever the environment holds.
 */
import { writers } from "@partner-api/cli-kit/Output"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { PartnerOptions } from "../../effect/Partner.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { readFile } from "./CredentialsFile.ts"
import { profileFlag } from "../GlobalFlags.ts"
import { JsonOutput, notice } from "../OutputForm.ts"
import { defaultProfile } from "./ProfileName.ts"
import { chooseProfile, type ChosenProfile } from "./Profiles.ts"
import { deprecationText } from "../../core/Deprecation.ts"
import { credentialNames, environmentNames } from "../../core/EnvironmentNames.ts"
import { version } from "../../core/Version.ts"

/** The names of the settings of the client at the command line, and the correction of one of them: for the text of failures. */
export interface SettingNames {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The setting that allows `http:` to another machine. */
  readonly allowHttp: string
  /** A sentence. */
  readonly correction: string
}

/** Credentials, and where they come from. */
export interface Credentials {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly organization: string | undefined
  readonly flow: "oauth" | "partner"
  /** Whether `http:` to another machine is accepted. */
  readonly allowHttp: boolean
  /** `environment`, or the path of the file. */
  readonly source: string
  /** The profile; none for the environment. */
  readonly profile: string | undefined
  readonly settings: SettingNames
}

const variable = (name: string) =>
  Config.option(Config.String(name)).pipe(
    // Scripts set a variable to nothing instead of leaving it out.
    Config.map(Option.filter((value) => value !== "")),
    Config.map(Option.getOrUndefined)
  )

const variables = Config.all({
  baseUrl: variable(environmentNames.baseUrl),
  clientId: variable(environmentNames.clientId),
  clientSecret: Config.map(variable(environmentNames.clientSecret), (text) =>
    text === undefined ? undefined : Redacted.make(text, { label: "client secret" })
  ),
  organization: variable(environmentNames.organization),
  flow: variable(environmentNames.flow),
  allowHttp: variable(environmentNames.allowHttp),
  profile: variable("PARTNER_PROFILE"),
  configHome: variable("XDG_CONFIG_HOME"),
  home: variable(process.platform === "win32" ? "USERPROFILE" : "HOME")
})

/** The settings of the environment. */
export const environmentSettings: SettingNames = {
  ...credentialNames,
  allowHttp: `${environmentNames.allowHttp}=on`,
  correction: "Correct the variable that the message names, and run the command again."
}

/** The settings of a stored profile. */
const storedSettings = ({ chosenBy, name, path }: ChosenProfile): SettingNames => ({
  baseUrl: `baseUrl in ${path}`,
  clientId: `clientId in ${path}`,
  clientSecret: `clientSecret in ${path}`,
  allowHttp: "--allow-http of partner login",
  correction: `Store the credentials again: partner login${
    chosenBy === "config flag" ? ` --config ${path}` : name === defaultProfile ? "" : ` --profile ${name}`
  }`
})

const isFlow = (text: string): text is Credentials["flow"] => text === "oauth" || text === "partner"

/** Reads the settings of the environment and checks the flow. */
export const readEnvironment = Effect.gen(function* () {
  const given = yield* Effect.mapError(
    variables,
    () => new CommandFailure({ message: "The environment cannot be read.", remedy: "Look at the PARTNER_ variables." })
  )
  const { flow } = given
  if (flow !== undefined && !isFlow(flow)) {
    return yield* new CommandFailure({
      message: "PARTNER_FLOW is neither oauth nor partner.",
      remedy: "Set one of them, or none."
    })
  }
  const { allowHttp } = given
  if (allowHttp !== undefined && allowHttp !== "on" && allowHttp !== "off") {
    return yield* new CommandFailure({
      message: `${environmentNames.allowHttp} is neither on nor off.`,
      remedy: "Set one of them, or none."
    })
  }
  return { ...given, flow, allowHttp: allowHttp === undefined ? undefined : allowHttp === "on" }
})

/** Whether the environment has credentials, or parts of them. */
export const hasCredentials = (given: Effect.Success<typeof readEnvironment>): boolean =>
  Object.keys(credentialNames).some((member) => Reflect.get(given, member) !== undefined)

/** A notice that the credentials of the environment are used instead of a profile that is shown or chosen. */
export const environmentOutranks = (
  given: Effect.Success<typeof readEnvironment>,
  { chosenBy }: Pick<ChosenProfile, "chosenBy">
): Effect.Effect<void> =>
  hasCredentials(given) && chosenBy !== "profile flag"
    ? notice(
        "The environment has credentials, which commands use before those of a profile, unless --profile names one."
      )
    : Effect.void

/** The credentials of the environment; nothing when it has none of their parts, a failure when it has some of them. */
export const environmentCredentials = (
  given: Effect.Success<typeof readEnvironment>
): Effect.Effect<Credentials | undefined, CommandFailure> => {
  const { allowHttp = false, baseUrl, clientId, clientSecret, flow = "oauth", organization } = given
  if (baseUrl === undefined && clientId === undefined && clientSecret === undefined) return Effect.succeed(undefined)
  if (baseUrl !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return Effect.succeed({
      baseUrl,
      clientId,
      clientSecret,
      flow,
      organization,
      allowHttp,
      source: "environment",
      profile: undefined,
      settings: environmentSettings
    })
  }
  const missing = Object.entries(credentialNames).flatMap(([member, name]) =>
    Reflect.get(given, member) === undefined ? [name] : []
  )
  return Effect.fail(
    new CommandFailure({
      message: `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set, and the rest of the credentials is.`,
      remedy:
        "Set all three of them, or none for those of partner login: a secret goes only to the address it was kept with."
    })
  )
}

/** The refusal of a profile that is not stored. */
export const missingProfile = ({ chosenBy, name, path }: ChosenProfile): CommandFailure =>
  name === defaultProfile && chosenBy !== "profile flag"
    ? new CommandFailure({
        code: "no_credentials",
        message: `There are no credentials: none in the environment, and no file ${path}.`,
        remedy: "Run partner login, or set PARTNER_BASE_URL, PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET."
      })
    : new CommandFailure({
        code: "no_credentials",
        message: `There is no profile ${name}: there is no file ${path}.`,
        remedy: `Run partner login --profile ${name}, or see: partner profiles list`
      })

/** The stored credentials of a profile. */
const readProfile = Effect.fnUntraced(function* (
  profile: ChosenProfile,
  environment: Partial<Pick<Effect.Success<typeof readEnvironment>, "organization" | "flow" | "allowHttp">>
) {
  const stored = yield* readFile(profile.path)
  if (stored === undefined) return yield* missingProfile(profile)
  const {
    organization = stored.organization,
    flow = stored.flow ?? "oauth",
    allowHttp = stored.allowHttp ?? false
  } = environment
  return {
    baseUrl: stored.baseUrl,
    clientId: stored.clientId,
    clientSecret: Redacted.make(stored.clientSecret, { label: "client secret" }),
    organization,
    flow,
    allowHttp,
    source: profile.path,
    profile: profile.name,
    settings: storedSettings(profile)
  } satisfies Credentials
})

/** The credentials to use. */
export const readCredentials = Effect.fnUntraced(function* (requestedPath: Option.Option<string>) {
  const environment = yield* readEnvironment
  if (Option.isSome(yield* profileFlag)) {
    const credentials = yield* readProfile(yield* chooseProfile(requestedPath, environment), {})
    return { ...credentials, organization: credentials.organization ?? environment.organization } satisfies Credentials
  }
  // Before any file is looked at: a program with credentials of its own needs no home.
  const given = yield* environmentCredentials(environment)
  if (given === undefined) return yield* readProfile(yield* chooseProfile(requestedPath, environment), environment)
  if (Option.isSome(requestedPath))
    yield* notice(`The environment has credentials; ${requestedPath.value} is not read.`)
  else if (environment.profile !== undefined) {
    yield* notice(`The environment has credentials; the profile ${environment.profile} is not used.`)
  }
  return given
})

/** The longest wait that is not announced. */
const silentWaitMs = 2_000

/** The options of the client with these credentials. Notices of waits and of what is deprecated are left out where a program reads JSON. */
export const clientOptionsOf = Effect.fnUntraced(function* (credentials: Credentials) {
  const isQuiet = yield* JsonOutput
  const { printNoticeNow } = yield* writers
  return {
    baseUrl: credentials.baseUrl,
    clientId: credentials.clientId,
    clientSecret: credentials.clientSecret,
    flow: credentials.flow,
    dangerouslyAllowHttp: credentials.allowHttp,
    // Commands print their warnings themselves.
    logLevel: "off",
    userAgent: `partner/${version}`,
    onDeprecation: (call) => {
      if (!isQuiet) printNoticeNow(`Deprecated: ${deprecationText(call)}`)
    },
    onEvent: (event) => {
      if (isQuiet || event.type !== "waiting" || event.waitMs < silentWaitMs) return
      const what =
        event.error === "RateLimited"
          ? "The service takes no more of these requests"
          : "The service does not answer as it should"
      printNoticeNow(`${what} (${event.error}); next attempt in ${Math.ceil(event.waitMs / 1_000)} s.`)
    }
  } satisfies PartnerOptions
})
