/**
 * The settings of the connections of clients: how long an idle one is kept, and how long a server that has to stop goes on to serve.
 */
import { idleSecondsDefault } from "@partner-api/contract/IdleConnections"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import type { DatabaseTarget } from "./DatabaseTarget.ts"
import { integer, optional, withDefault } from "./Setting.ts"

/** As long as clients pause between two requests of one piece of work. */
const keepAliveSecondsMin = 5

/** Longer than any proxy keeps its connections: load balancers of Google, 600 seconds. */
const keepAliveSecondsMax = 3_600

/** Longer than any proxy takes to notice; the operator who stops the server waits for it. */
export const drainSecondsMax = 60

/**
 * The default on PostgreSQL, where another node takes the requests over: several intervals of the active checks of a proxy. On SQLite there
 * is no other node.
 */
const defaultDrainSeconds = 1

export const connectionSettings = {
  drainSeconds: optional(
    "DRAIN_SECONDS",
    integer(0, drainSecondsMax),
    `0, on PostgreSQL ${defaultDrainSeconds}`,
    "how long a server that has to stop goes on to serve"
  ),
  keepAliveSeconds: withDefault(
    "KEEP_ALIVE_SECONDS",
    integer(keepAliveSecondsMin, keepAliveSecondsMax),
    String(idleSecondsDefault),
    "how long an idle connection is kept: longer than the proxies in front keep theirs"
  )
}

/** Reads both. The default of the drain depends on the database. */
export const readConnections = Config.map(
  Config.all({
    drainSeconds: connectionSettings.drainSeconds.config,
    keepAliveSeconds: connectionSettings.keepAliveSeconds.config
  }),
  ({ drainSeconds, keepAliveSeconds }) =>
    ({ _tag }: DatabaseTarget) => ({
      drainMs: Number(Option.getOrElse(drainSeconds, () => (_tag === "Postgres" ? defaultDrainSeconds : 0))) * 1_000,
      keepAliveMs: Number(keepAliveSeconds) * 1_000
    })
)
