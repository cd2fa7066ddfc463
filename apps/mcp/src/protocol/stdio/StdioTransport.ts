/**
 * The server on standard input and output, for a client that starts it as its child.
 *
 * Standard output carries only messages. When the input ends, requests under way get a moment to finish, then the process ends: a client
 * that is gone leaves no process behind. The principal is the owner of the process.
 */
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { logEvent } from "../Log.ts"
import { CurrentPrincipal, localPrincipal } from "../Principal.ts"
import { messagesOf } from "./StdioLines.ts"
import { protocols } from "../Revisions.ts"
import { registrations, type ServerDefinition } from "../ServerDefinition.ts"

/** The time that requests under way have when the input ends; a client kills the process after a second. */
const finishMs = 400

/** Standard input with messages alone, and a signal at its end. */
const guardedStdio = (stdio: Stdio.Stdio, ended: Deferred.Deferred<void>): Stdio.Stdio =>
  Stdio.make({
    ...stdio,
    stdin: messagesOf(stdio.stdin, (line) =>
      Effect.andThen(logEvent("bad_line"), Stream.run(Stream.make(line), stdio.stdout()))
    ).pipe(Stream.ensuring(Deferred.succeed(ended, undefined)))
  })

/** Serves until the input ends. The caller provides the services of the definition. */
export const serveStdio = <R>(
  definition: ServerDefinition<R>,
  more: Layer.Layer<never, never, McpServer.McpServer> = Layer.empty
) =>
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const ended = yield* Deferred.make<void>()
    const server = McpServer.layerStdio({
      name: definition.name,
      version: definition.version,
      instructions: definition.instructions,
      protocols,
      registrations: Layer.merge(registrations(definition), more)
    }).pipe(
      Layer.provide(Layer.succeed(Stdio.Stdio, guardedStdio(stdio, ended))),
      Layer.provide(Layer.succeed(CurrentPrincipal, localPrincipal))
    )
    const running = yield* Effect.forkChild(Layer.launch(server))
    // The server interrupts itself when its last answer is written; a request that hangs is not waited for.
    const exit = yield* Effect.raceFirst(
      Effect.map(Fiber.await(running), (exit): Exit.Exit<never, Cause.IllegalArgumentError> => exit),
      Deferred.await(ended).pipe(Effect.andThen(Effect.sleep(finishMs)), Effect.as(Exit.interrupt()))
    )
    yield* Fiber.interrupt(running)
    yield* logEvent("stopped")
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.failCause(exit.cause)
  })
