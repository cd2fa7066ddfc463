/** The two connections of a database that laws of the stores are held to. */
import type { Connection, Law } from "@partner-api/service/laws/Furnished"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"

type Opened = Context.Context<Layer.Success<Database.Database>>

const connectionTo =
  (context: Opened): Connection =>
  (effect) =>
    Effect.provideContext(effect, context)

/** Opens a database twice. The first connection brings its schema up to date. */
export const openTwice = Effect.fnUntraced(function* (target: DatabaseTarget) {
  return [yield* Layer.build(Database.layer(target)), yield* Layer.build(Database.layer(target))] as const
})

/** Two connections of a database that is opened for them. */
export const connectionsTo = Effect.fnUntraced(function* (target: DatabaseTarget) {
  const [first, second] = yield* openTwice(target)
  return [connectionTo(first), connectionTo(second)] as const
})

/** Holds a law to an empty database that is open twice, without spans: then PostgreSQL gets statements together, as in most requests. */
export const holdOnOpened = ([first, second]: readonly [Opened, Opened], [, holds]: Law) =>
  Effect.withTracerEnabled(holds(connectionTo(first), connectionTo(second)), false)

/** The same on a database that is opened for it. */
export const holdOn = (target: DatabaseTarget, law: Law) =>
  Effect.scoped(Effect.flatMap(openTwice(target), (opened) => holdOnOpened(opened, law)))
