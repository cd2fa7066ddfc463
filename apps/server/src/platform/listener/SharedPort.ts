/**
 * The port that several processes of one server listen on. The system gives each new connection to one of them; a process that is killed
 * takes its own connections with it and no others.
 */
import * as Net from "node:net"
import * as Effect from "effect/Effect"
import type { OperatorError } from "../OperatorError.ts"
import { explainListening, type Place } from "./HttpListener.ts"

/**
 * Elsewhere the first process takes the connections and hands them on (`node:cluster`). That costs it something for each of them, and one that
 * is being handed to a worker that is killed at that moment hangs.
 */
export const canSharePort = process.platform === "linux"

/**
 * The number of a free port: of the one in the settings, or of another one where that is 0. Listens there for a moment and alone: processes
 * that share a port would share it with those of another server, too.
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
