/**
 * Serves operators where the settings enable it.
 */
import { PublicUrl } from "@partner-api/service/PublicUrl"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as OperatorListener from "./OperatorListener.ts"
import * as AccessLog from "./platform/log/AccessLog.ts"
import type { Settings } from "./platform/Settings.ts"

/** Gets the address of the console. */
type Announce<E, R> = (address: string) => Effect.Effect<void, E, R>

/** Serves operators where the settings enable it, until it is interrupted. */
export const layer = <E, R>(settings: Settings, announce: Announce<E, R>) =>
  settings.operator === undefined
    ? Layer.empty
    : Layer.effectDiscard(Effect.flatMap(PublicUrl, announce)).pipe(
        Layer.provide(OperatorListener.layer(settings, settings.operator))
      )

/** The same with a log of its requests of its own: they are no traffic of partners. */
export const loggedLayer = <E, R>(settings: Settings, announce: Announce<E, R>) =>
  layer(settings, announce).pipe(Layer.provide(AccessLog.layer(settings.log)))
