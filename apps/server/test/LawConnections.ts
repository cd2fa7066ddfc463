/** The two connections of a database that laws of the stores are held to. */
import type { Connection, Law } from "@partner-api/service/laws/Furnished"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"

const connectionTo = (target: DatabaseTarget) =>
  Effect.map(
    Layer.build(Database.layer(target)),
    (context): Connection =>
      (effect) =>
        Effect.provideContext(effect, context)
  )

/** Opens a database twice. The first connection brings its schema up to date. */
export const connectionsTo = Effect.fnUntraced(function* (target: DatabaseTarget) {
  return [yield* connectionTo(target), yield* connectionTo(target)] as const
})

/** Holds a law to an empty database, without spans: then PostgreSQL gets statements together, as in most requests. */
export const holdOn = (target: DatabaseTarget, [, holds]: Law) =>
  Effect.flatMap(connectionsTo(target), ([first, second]) => holds(first, second)).pipe(
    Effect.withTracerEnabled(false),
    Effect.scoped
  )
