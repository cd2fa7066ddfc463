/**
 * The start of both commands: the settings, the client, the platform, and the definition of the server.
 */
import { Partner } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { partnerServer } from "../PartnerServer.ts"
import { makeKnownSecrets } from "../upstream/KnownSecrets.ts"
import { makePlatform } from "../upstream/Platform.ts"
import type { Choices } from "../tools/Choices.ts"
import { toolNames } from "../tools/ToolCatalog.ts"
import { readPartnerSettings, refusedByClient } from "./Settings.ts"
import { wrongSetting } from "./SettingsError.ts"

/** Defines the server from settings and flags. A platform that cannot be reached does not prevent the start. */
export const makeServerDefinition = Effect.fnUntraced(function* (
  choices: Choices,
  organization: Option.Option<string>
) {
  const { configuration, clientSecret, address, flow, organization: configured } = yield* readPartnerSettings
  const secrets = makeKnownSecrets()
  secrets.add(clientSecret)
  const client = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, secrets.watch))
  const partner = Layer.provide(Partner.layer(configuration), client)
  const platform = yield* makePlatform(
    { address, flow, pinned: Option.getOrElse(organization, () => configured) },
    secrets
  ).pipe(
    Effect.provide(partner),
    Effect.mapError(({ message }) => refusedByClient(message))
  )
  const { tools = [] } = choices
  if (tools.length > 0) {
    const all = toolNames({ platform, choices })
    if (!tools.every((name) => all.includes(name))) {
      return yield* wrongSetting(`--tools must be a list of ${all.join(", ")}, separated by commas.`)
    }
  }
  yield* platform.features.learn
  return partnerServer({ platform, choices })
})
