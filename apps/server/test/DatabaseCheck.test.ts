/**
 * What becomes of requests that come while the database of a server is still being checked (docs/decisions, Start-up).
 */
import { once } from "node:events"
import * as Net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { AccessLog } from "@partner-api/service/http/AccessLog"
import { page } from "@partner-api/service/http/Pages"
import { Drain } from "@partner-api/service/services/Drain"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as HttpListener from "../src/platform/listener/HttpListener.ts"
import * as RequestEnvironment from "../src/platform/listener/RequestEnvironment.ts"
import * as PagesPipeline from "./PagesPipeline.ts"
import { OperatorError } from "../src/platform/OperatorError.ts"

const damaged = new OperatorError({ message: "The database is damaged.", remedy: "Restore a backup." })

const listener = HttpListener.layer({ host: "127.0.0.1", port: 0, sharesPort: false, keepAliveMs: 75_000 }).pipe(
  Layer.provideMerge(Drain.layer),
  Layer.provideMerge(Layer.succeed(AccessLog, () => {}))
)

const pages = PagesPipeline.layer(page("/jobs", () => HttpServerResponse.text("jobs")))

const head = (line: string, ...headers: ReadonlyArray<string>): string =>
  [line, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n")

const get = head("GET /jobs HTTP/1.1")

/** Sends a request to a server whose check ends with `outcome` after it was sent. Gives what the client receives. */
const receivedAfter = (outcome: Exit.Exit<void, OperatorError>, request = get): Promise<string> =>
  Effect.gen(function* () {
    const check = yield* Deferred.make<void, OperatorError>()
    const scope = yield* Scope.make()
    const open = yield* Layer.buildWithScope(listener, scope)
    const serving = yield* RequestEnvironment.layer(Deferred.await(check)).pipe(
      Layer.provide(pages),
      Layer.provide(Layer.succeedContext(open)),
      Layer.buildWithScope(scope),
      Effect.forkChild({ startImmediately: true })
    )
    const address = new URL(Context.get(open, HttpListener.ListeningAddress))
    const socket = Net.connect(Number(address.port), "127.0.0.1")
    const closed = new Promise<string>((resolve) => {
      let text = ""
      socket.on("data", (bytes) => (text += bytes.toString()))
      // A connection that is cut.
      socket.on("error", () => socket.destroy())
      socket.on("close", () => resolve(text))
    })
    yield* Effect.promise(() => once(socket, "connect"))
    socket.write(request)
    yield* Deferred.done(check, outcome)
    const started = yield* Fiber.await(serving)
    // A start that fails ends what it has begun.
    if (Exit.isFailure(started)) yield* Scope.close(scope, started)
    const received = yield* Effect.promise(() => closed)
    yield* Scope.close(scope, started)
    return received
  }).pipe(Effect.runPromise)

describe("a request that comes while the database is being checked", () => {
  it("is answered when the database is whole, and never when it is damaged (docs/decisions, Start-up)", async () => {
    assert.match(await receivedAfter(Exit.void), /^HTTP\/1\.1 200 [^]*jobs$/)
    assert.strictEqual(await receivedAfter(Exit.fail(damaged)), "")
  })

  it.for([
    ["with a body", `${head("POST /jobs HTTP/1.1", "Content-Length: 4")}kept`],
    ["whose client waits for 100 Continue", head("POST /jobs HTTP/1.1", "Content-Length: 4", "Expect: 100-continue")]
  ] as const)("is answered too %s (docs/decisions, Start-up)", async ([, request]) => {
    assert.match(await receivedAfter(Exit.void, request), /^HTTP\/1\.1 404 /)
  })
})
