/**
 * `partner login`: asks for credentials, tries them, and keeps them in a file that is its owner's alone.
 *
 * The secret comes from the keyboard, unseen, or from the environment; never from the arguments.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { OrganizationId } from "@partner-api/domain/Ids"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CommandFailure } from "./CommandFailure.ts"
import {
  type Credentials,
  environmentCredentials,
  environmentSettings,
  readEnvironment,
  type SettingNames
} from "./credentials/Credentials.ts"
import { writeFile } from "./credentials/CredentialsFile.ts"
import { defaultProfile } from "./credentials/ProfileName.ts"
import { chooseProfile, type ChosenProfile } from "./credentials/Profiles.ts"
import { shared } from "./Inputs.ts"
import { withCredentials } from "./Session.ts"

const filled = (value: string): Effect.Effect<string, string> =>
  value.trim() === "" ? Effect.fail("This is needed.") : Effect.succeed(value.trim())

const promptText = (message: string) => Prompt.run(Prompt.String({ message, validate: filled }))
const promptSecret = (message: string) => Prompt.run(Prompt.Hidden({ message, validate: filled }))

/** A notice about the stored credentials where commands do not use them by default. */
const useLines = ({ chosenBy, name }: ChosenProfile): ReadonlyArray<string> =>
  chosenBy === "profile flag" && name !== defaultProfile
    ? [`Use them with --profile ${name}, or for all commands: partner profiles use ${name}`]
    : []

/** The lines about the choice of an organization, where it is not the only one and none is kept. */
const organizationLines = (kept: string | undefined, count: number): ReadonlyArray<string> =>
  kept !== undefined || count < 2
    ? []
    : [
        "Each command needs --organization ID: partner organizations lists them. To keep one for all commands, run partner login --organization ID."
      ]

export const login = Command.make(
  "login",
  {
    ...shared,
    baseUrl: Flag.String("base-url").pipe(
      Flag.withDescription("The address of the service; default PARTNER_BASE_URL, else a question"),
      Flag.withMetavar("URL"),
      Flag.optional
    ),
    clientId: Flag.String("client-id").pipe(
      Flag.withDescription("The id of the client; default PARTNER_CLIENT_ID, else a question"),
      Flag.withMetavar("ID"),
      Flag.optional
    ),
    organization: Flag.String("organization").pipe(
      Flag.withDescription("The default organization of commands"),
      Flag.withMetavar("ID"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    flow: Flag.Literals("flow", ["oauth", "partner"]).pipe(
      Flag.withDescription("How tokens are fetched; default oauth"),
      Flag.optional
    ),
    allowHttp: Flag.Boolean("allow-http").pipe(
      Flag.withDescription(
        "Accept http:// to another machine, where credentials travel unencrypted: in a network of your own"
      ),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    fromEnv: Flag.Boolean("from-env").pipe(
      Flag.withDescription("Take everything from the PARTNER_ variables, and ask nothing"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (input) {
    const environment = yield* readEnvironment
    const profile = yield* chooseProfile(input.config, environment)
    const { path } = profile
    const fromFlags = {
      ...environment,
      baseUrl: Option.getOrElse(input.baseUrl, () => environment.baseUrl),
      clientId: Option.getOrElse(input.clientId, () => environment.clientId),
      organization: Option.getOrElse(input.organization, () => environment.organization),
      flow: Option.getOrElse(input.flow, () => environment.flow),
      allowHttp: input.allowHttp || environment.allowHttp === true
    }

    const settings: SettingNames = {
      baseUrl: Option.isSome(input.baseUrl)
        ? "--base-url"
        : environment.baseUrl === undefined
          ? "the address you typed"
          : environmentSettings.baseUrl,
      clientId: Option.isSome(input.clientId)
        ? "--client-id"
        : environment.clientId === undefined
          ? "the client id you typed"
          : environmentSettings.clientId,
      clientSecret: input.fromEnv ? environmentSettings.clientSecret : "the client secret you typed",
      allowHttp: "--allow-http",
      correction: "Correct what the message names, and run partner login again."
    }

    const fromEnvironment = Effect.flatMap(environmentCredentials(fromFlags), (given) =>
      given === undefined
        ? Effect.fail(
            new CommandFailure({
              message: "The environment has no credentials.",
              remedy: "Set PARTNER_BASE_URL, PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET."
            })
          )
        : Effect.succeed(given)
    )

    const fromKeyboard = Effect.gen(function* () {
      if (!(yield* TerminalCapabilities).canPrompt) {
        return yield* new CommandFailure({
          message: "There is no terminal to ask at.",
          remedy: "Run partner login --from-env with PARTNER_BASE_URL, PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET set."
        })
      }
      const baseUrl = fromFlags.baseUrl ?? (yield* promptText("Where is the service (https://…)?"))
      const clientId = fromFlags.clientId ?? (yield* promptText("Client id:"))
      const clientSecret = yield* promptSecret("Client secret (not shown):")
      const { allowHttp = false, flow = "oauth", organization } = fromFlags
      return {
        baseUrl,
        clientId,
        clientSecret,
        flow,
        organization,
        allowHttp,
        source: path,
        profile: profile.name
      }
    })

    const credentials: Credentials = { ...(yield* input.fromEnv ? fromEnvironment : fromKeyboard), settings }
    // Tried before they are kept: a mistyped secret is noticed by the one who typed it.
    const organizations = yield* withCredentials(credentials, (partner) => partner.organizations.list())
    yield* writeFile(path, {
      baseUrl: credentials.baseUrl,
      clientId: credentials.clientId,
      clientSecret: credentials.clientSecret,
      ...(credentials.organization === undefined ? {} : { organization: credentials.organization }),
      ...(credentials.flow === "oauth" ? {} : { flow: credentials.flow }),
      ...(credentials.allowHttp ? { allowHttp: true } : {})
    })
    if (input.json) {
      const { baseUrl, clientId } = credentials
      return yield* Output.printJson([
        { profile: profile.name, path, baseUrl, clientId, organizations: organizations.length }
      ])
    }
    yield* Output.printNotice(
      `Logged in as ${credentials.clientId}; organizations: ${organizations.length}. Kept in ${path}.`
    )
    yield* Effect.forEach(
      [...useLines(profile), ...organizationLines(fromFlags.organization, organizations.length)],
      Output.printNotice,
      {
        discard: true
      }
    )
  })
).pipe(
  Command.withDescription("Ask for credentials, try them, and keep them in a file that only you can read"),
  Command.withShortDescription("Keep credentials"),
  Command.withExamples([
    { command: "partner login", description: "Asks for everything; the secret is not shown" },
    { command: "partner login --from-env", description: "Without a terminal, from the PARTNER_ variables" },
    { command: "partner login --profile staging", description: "Credentials beside the others, under a name" }
  ])
)
