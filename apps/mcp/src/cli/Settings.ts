/**
 * The settings of the environment. Secrets come from here or from a file, never from the command line, which all users of the machine can
 * read.
 */
import type { PartnerOptions } from "@partner-api/client/effect"
import { readUrl } from "@partner-api/domain/WebhookAddressRules"
import { OrganizationId } from "@partner-api/domain/Ids"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { ChosenAuthorization } from "../protocol/http/Authorization.ts"
import { allowedHostsSetting, isLoopback } from "../protocol/http/HttpOrigin.ts"
import { version } from "../Version.ts"
import { printProgramNotice } from "./Exit.ts"
import { readSecretFile } from "./SecretFile.ts"
import { type SettingsError, wrongSetting } from "./SettingsError.ts"

/** The time of one attempt, and of a call with its retries: clients of this server give up on a call after a minute. */
const timeoutMs = 20_000
const deadlineMs = 45_000

/** A shorter token can be guessed. */
const tokenLengthMin = 16

export interface PartnerSettings {
  readonly configuration: PartnerOptions
  readonly clientSecret: Redacted.Redacted
  /** Host and path of the platform. */
  readonly address: string
  readonly flow: "oauth" | "partner"
  /** The organization that the environment binds this server to. */
  readonly organization: string | undefined
}

/** A setting. An empty one counts as absent. */
const setting = (name: string): Effect.Effect<string | undefined, SettingsError> =>
  Config.option(Config.String(name))
    .pipe(Effect.mapError(() => wrongSetting(`${name} cannot be read.`)))
    .pipe(
      Effect.map(Option.getOrUndefined),
      Effect.flatMap((text) => {
        // Scripts set what they do not have to nothing.
        if (text === undefined || text === "") return Effect.succeed(undefined)
        return text.trim() === ""
          ? Effect.fail(wrongSetting(`${name} has blanks alone; set it to its value, or leave it out.`))
          : Effect.succeed(text.trim())
      })
    )

const needed = (name: string, what: string) =>
  Effect.flatMap(setting(name), (text) =>
    text === undefined ? Effect.fail(wrongSetting(`${name} is not set: ${what}.`)) : Effect.succeed(text)
  )

const secretNames = "PARTNER_CLIENT_SECRET"
const fileName = "PARTNER_CLIENT_SECRET_FILE"

const clientSecretOf = Effect.gen(function* () {
  const given = yield* setting(secretNames)
  const path = yield* setting(fileName)
  if (given !== undefined && path !== undefined) {
    return yield* wrongSetting(`${secretNames} and ${fileName} both set the secret; set one of them.`)
  }
  if (given !== undefined) return Redacted.make(given)
  if (path === undefined) {
    return yield* wrongSetting(`${secretNames} is not set: the secret that the platform gave you, or ${fileName}.`)
  }
  return yield* readSecretFile(fileName, path)
})

const isFlow = Schema.is(Schema.Literals(["oauth", "partner"]))
const isSwitch = Schema.is(Schema.Literals(["on", "off"]))
const isOrganization = Schema.is(OrganizationId)

/** Reads the settings of the platform. */
export const readPartnerSettings: Effect.Effect<PartnerSettings, SettingsError> = Effect.gen(function* () {
  const baseUrl = yield* needed("PARTNER_BASE_URL", "the address of the platform, such as https://api.example.com")
  const url = readUrl(baseUrl)
  if (url === undefined)
    return yield* wrongSetting("PARTNER_BASE_URL must be an address, such as https://api.example.com.")
  const clientId = yield* needed("PARTNER_CLIENT_ID", "the id that the platform gave you")
  const clientSecret = yield* clientSecretOf
  const flow = (yield* setting("PARTNER_FLOW")) ?? "oauth"
  if (!isFlow(flow)) return yield* wrongSetting("PARTNER_FLOW must be oauth or partner.")
  const organization = yield* setting("PARTNER_ORGANIZATION")
  if (organization !== undefined && !isOrganization(organization)) {
    return yield* wrongSetting("PARTNER_ORGANIZATION must have 1 to 64 of A-Z a-z 0-9 _ -.")
  }
  const allowHttp = (yield* setting("PARTNER_ALLOW_HTTP")) ?? "off"
  if (!isSwitch(allowHttp)) return yield* wrongSetting("PARTNER_ALLOW_HTTP must be on or off.")
  if (allowHttp === "on" && url.protocol === "http:" && !isLoopback(url.hostname)) {
    yield* printProgramNotice(`Warning: credentials travel unencrypted to ${url.origin} (PARTNER_ALLOW_HTTP).`)
  }
  const userAgent = `partner-mcp/${version}`
  const configuration: PartnerOptions = {
    baseUrl,
    clientId,
    clientSecret,
    flow,
    dangerouslyAllowHttp: allowHttp === "on",
    // This program warns above; the library would repeat it.
    logLevel: "off",
    userAgent,
    timeoutMs,
    deadlineMs
  }
  const path = url.pathname.replace(/\/+$/, "")
  return { configuration, clientSecret, address: url.host + path, flow, organization }
})

/** The client's names for settings, as the environment calls them. */
const names = [
  ["baseUrl", "PARTNER_BASE_URL"],
  ["clientId", "PARTNER_CLIENT_ID"],
  ["clientSecret", "PARTNER_CLIENT_SECRET"],
  ["dangerouslyAllowHttp", "PARTNER_ALLOW_HTTP=on"]
] as const

/** The refusal of a configuration by the client, in the names of the environment. */
export const refusedByClient = (message: string): SettingsError =>
  wrongSetting(`${names.reduce((text, [ours, theirs]) => text.replaceAll(ours, theirs), message).replace(/\.$/, "")}.`)

const isHost = (host: string): boolean => /^[A-Za-z0-9._:[\]-]{1,255}$/.test(host)

const readAllowedHosts = Effect.gen(function* () {
  const hosts = ((yield* setting(allowedHostsSetting)) ?? "").split(",").flatMap((host) => host.trim() || [])
  return hosts.every(isHost)
    ? hosts
    : yield* wrongSetting(
        `${allowedHostsSetting} has an entry that is no host: write names such as tools.internal, separated by commas.`
      )
})

/** Reads the settings of who may call over HTTP. */
export const readAuthorization = (
  scopes: ReadonlyArray<string>
): Effect.Effect<
  {
    readonly authorization: ChosenAuthorization
    readonly publicUrl: string | undefined
    readonly allowedHosts: ReadonlyArray<string>
  },
  SettingsError
> =>
  Effect.gen(function* () {
    const allowedHosts = yield* readAllowedHosts
    const [token, issuer, audience, personClaim, publicUrl] = yield* Effect.all([
      setting("MCP_TOKEN"),
      setting("MCP_ISSUER"),
      setting("MCP_AUDIENCE"),
      setting("MCP_PERSON_CLAIM"),
      setting("MCP_PUBLIC_URL")
    ])
    if (personClaim !== undefined && issuer === undefined) {
      return yield* wrongSetting(
        "MCP_PERSON_CLAIM needs MCP_ISSUER, whose tokens have the claim; set both, or leave it out."
      )
    }
    if (token !== undefined && issuer !== undefined) {
      return yield* wrongSetting("MCP_TOKEN and MCP_ISSUER exclude each other; set one of them.")
    }
    if (issuer !== undefined) {
      if (audience === undefined) {
        return yield* wrongSetting("MCP_AUDIENCE is not set: the audience that tokens for this server have.")
      }
      return { authorization: { kind: "issuer", issuer, audience, scopes, personClaim }, publicUrl, allowedHosts }
    }
    if (token === undefined) {
      return yield* wrongSetting("MCP_TOKEN is not set: the token that callers send, or MCP_ISSUER and MCP_AUDIENCE.")
    }
    return token.length < tokenLengthMin
      ? yield* wrongSetting(`MCP_TOKEN must have at least ${tokenLengthMin} characters.`)
      : { authorization: { kind: "token", token: Redacted.make(token) }, publicUrl, allowedHosts }
  })
