/**
 * An operator who is signed in to the console of a test server, as a browser is: with a cookie, and the address of the console as `Origin`.
 */
import { operator } from "@partner-api/domain/Journal"
import type { OperatorRole } from "@partner-api/domain/operator/Operator"
import { Journal } from "@partner-api/service/services/Journal"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type Answer, type Call, openClient, textOf } from "../HttpCall.ts"
import type { TestServer } from "../TestServer.ts"

type Server = Pick<TestServer, "run" | "consoleUrl">

/** The token of a sign-in link of an operator. */
export const makeLink = (server: Server, name: string, role: OperatorRole): Promise<string> =>
  server.run(
    Effect.gen(function* () {
      const journal = yield* Journal
      const sessions = yield* OperatorSessions
      const { token } = yield* journal.write(operator, sessions.makeLink(name, role))
      return Redacted.value(token)
    }).pipe(Effect.provide(Layer.mergeAll(OperatorSessions.layer, Journal.layer)))
  )

/** Revokes an operator, as the command does. */
export const revoke = (server: Server, name: string): Promise<void> =>
  server.run(
    Effect.gen(function* () {
      const journal = yield* Journal
      const sessions = yield* OperatorSessions
      const { id } = yield* sessions.named(name)
      yield* journal.write(operator, sessions.revoke(id))
    }).pipe(Effect.provide(Layer.mergeAll(OperatorSessions.layer, Journal.layer)))
  )

/** The address that signs in and out. */
export const sessionPath = "/operator/v1/session"

/** The console of a server, as a browser that nobody has signed in to reaches it. */
export const openConsole = (server: Server) => {
  const { origin, port } = new URL(server.consoleUrl)
  const { call, close } = openClient(Number(port))
  const cookieOf = (answer: Answer): string => (answer.headers["set-cookie"] ?? []).join("").split(";")[0] ?? ""
  /** A request as the page sends it. */
  const send = (method: string, path: string, request: Call = {}): Promise<Answer> =>
    call(method, path, {
      ...request,
      headers: { ...(method === "GET" ? {} : { origin }), ...request.headers }
    })
  const signIn = (token: string) => send("POST", sessionPath, { json: { token } })
  return { origin, call, send, signIn, cookieOf, close }
}

/** Signs an operator in. */
export const signIn = async (server: Server, role: OperatorRole = "admin", name = `The ${role}`) => {
  const console = openConsole(server)
  const answer = await console.signIn(await makeLink(server, name, role))
  const cookie = console.cookieOf(answer)
  return {
    ...console,
    name,
    cookie,
    expiresAt: textOf(answer, "expires_at"),
    send: (method: string, path: string, request: Call = {}) =>
      console.send(method, path, { ...request, headers: { cookie, ...request.headers } })
  }
}
