/**
 * The port that several processes of one server listen on. The system gives each new connection to one of them; a process that is killed
 * takes its own connections with it and no others.
 */
import * as Net from "node:net"
import * as Effect from "effect/Effect"
import type { OperatorError } from "../OperatorError.ts"
import { explainListening, type Place } from "./HttpListener.ts"

/**
 * Whether several processes can listen on one port. On other systems the first process accepts connections and passes them to workers
 * (`node:cluster`): each costs it time, and a connection that is passed to a worker at the moment of its death hangs.
 */
export const canSharePort = process.platform === "linux"

/**
 * Checks that the port of the settings is free, or finds a free one where the setting is 0. Listens on it for a moment without sharing: processes that
 * share a port would share it with another server too.
 */
export const findPort = (place: Place): Effect.Effect<number, OperatorError> =>
  Effect.callback((resume) => {
    const server = Net.createServer()
    server.once("error", (cause) => resume(Effect.fail(explainListening(place)({ cause }))))
    server.listen({ host: place.host, port: place.port }, () => {
      const address = server.address()
      const port = address === null || typeof address === "string" ? place.port : address.port
      server.close(() => resume(Effect.succeed(port)))
    })
  })
