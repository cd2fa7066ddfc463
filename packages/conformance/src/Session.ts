/**
 * The shared state of the scenarios of one run: the way to the server, tokens, and what they list, add and set with them.
 *
 * A thing that cannot be had here makes the scenarios that need it "not run"; the rule that should have supplied it fails in its own scenario.
 */
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { openAgency } from "./Agency.ts"
import { membersOf } from "./Expect.ts"
import { type LoginOptions, openLogin, organizationName } from "./Login.ts"
import { Broken, NotRun } from "./Outcome.ts"
import { type Shared, soundOr } from "./Shared.ts"
import type { Answer, Call, Send } from "./Transport.ts"

export interface SessionOptions extends LoginOptions {
  readonly baseUrl: URL
  readonly agency: string | undefined
}

/** The times that users are written with: long ago, so that no clock objects. */
const longAgo = "2025-01-31T09:30:00.000Z"

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Two names of this machine with one port are one server. */
const originOf = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${loopback.has(hostname) ? "localhost" : hostname}:${port}`

/** A name that nothing else has. */
const unique = (): string => Crypto.randomBytes(9).toString("base64url").replaceAll(/[-_]/g, "x").toLowerCase()

/** A user that nobody will take for a person. */
const newUser = () => {
  const name = unique()
  return {
    id: `conformance-${name}`,
    created_at: longAgo,
    updated_at: longAgo,
    first_name: "Conformance",
    last_name: name,
    email: `conformance.${name}@example.com`
  }
}

export const openSession = Effect.fnUntraced(function* (send: Send, options: SessionOptions) {
  /** The extensions of the server beyond the specification; nothing where it has no such document. */
  const extensions = yield* Effect.cached(
    Effect.map(send("GET", "/.well-known/partner-api"), ({ status, json }): ReadonlyArray<string> | undefined => {
      const listed = membersOf(json)["extensions"]
      if (status !== 200 || !Predicate.isObject(json)) return undefined
      return Array.isArray(listed) ? listed.filter(Predicate.isString) : []
    })
  )
  const login = yield* openLogin(
    send,
    options,
    Effect.map(extensions, (all) => all !== undefined)
  )
  const { primary, scoped } = login

  const permitted = (answer: Answer): Effect.Effect<Answer, NotRun> =>
    answer.status === 403
      ? Effect.fail(new NotRun({ reason: `the client may not: ${answer.seen}`, remedy: "use a client that may" }))
      : Effect.succeed(answer)
  /** A request with the scoped token. Where the client lacks the permission, nothing can be judged. */
  const call = (method: string, target: string | URL, request: Call = {}) =>
    Effect.flatMap(scoped, (token) => send(method, target, { token, ...request })).pipe(Effect.flatMap(permitted))
  const soundCall = (rule: string, method: string, target: string, request: Call = {}) =>
    Effect.flatMap(call(method, target, request), (answer) => soundOr(rule, answer))

  /** The first page of jobs, one job long: a success, whatever its form. */
  const jobsAnswer = yield* Effect.cached(soundCall("spec-4.4.header", "GET", "/v1/jobs?limit=1"))
  /** The same, when it is an envelope. */
  const jobsPage = Effect.flatMap(jobsAnswer, (answer) =>
    Array.isArray(answer.json)
      ? Effect.fail(
          new NotRun({ reason: "jobs come as a plain array (a sample of spec 4.4)", remedy: "use the envelope" })
        )
      : Array.isArray(membersOf(answer.json)["content"])
        ? Effect.succeed(answer)
        : Effect.fail(new NotRun({ reason: `${answer.seen}, no content`, remedy: "mend spec-2.list-content first" }))
  )
  const manyJobs = (reason: string) => new NotRun({ reason, remedy: "choose an --organization with more jobs" })

  const has = (name: string) => Effect.map(extensions, (all) => all?.includes(name) === true)
  /** Goes on only where the server has an extension. */
  const needs = (name: string): Shared<void> =>
    Effect.flatMap(has(name), (present) =>
      present
        ? Effect.void
        : Effect.fail(
            new NotRun({ reason: `this server has no extension ${name}`, remedy: "nothing, where it needs none" })
          )
    )

  /** The answer to creating an organization: requested once, since nothing removes one again. */
  const newOrganization = yield* Effect.cached(
    Effect.gen(function* () {
      yield* needs("organizations.create")
      const token = yield* primary
      return yield* send("POST", "/v1/organizations", { token, json: { name: `${organizationName} ${unique()}` } })
    })
  )

  const fees = yield* openAgency({ agency: options.agency, call, has })

  const addUser = (json: unknown, request: Call = {}) => call("POST", "/v1/users", { json, ...request })
  const addUserSound = (json: unknown) => soundCall("spec-4.7.header", "POST", "/v1/users", { json })

  /** The address of a page, as `next` gives it: of this server, or nothing is sent there. */
  const addressOf = (answer: Answer): Effect.Effect<URL, Broken> => {
    const next = membersOf(answer.json)["next"]
    const url = Predicate.isString(next) ? URL.parse(next) : null
    return url !== null && originOf(url) === originOf(options.baseUrl)
      ? Effect.succeed(url)
      : Effect.fail(
          new Broken({
            expected: `next: a URL of ${options.baseUrl.origin}`,
            saw: `${answer.seen}, next ${answer.show(next)}`
          })
        )
  }

  return {
    send,
    unique,
    ...login,
    call,
    extensions,
    has,
    needs,
    newOrganization,
    jobsAnswer,
    jobsPage,
    manyJobs,
    addressOf,
    ...fees,
    newUser,
    addUser,
    addUserSound
  }
})

export type Session = Effect.Success<ReturnType<typeof openSession>>
