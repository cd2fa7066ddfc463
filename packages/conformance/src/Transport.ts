/**
 * One request and its answer, over `node:http`, which can send what `fetch` refuses: a header twice, a foreign Host, a body with GET.
 *
 * Everything is bounded: the time of a request, the size of an answer, the waits that a server requires. Redirects are not
 * followed, and nothing goes anywhere but to the base URL. It judges nothing.
 */
import * as Http from "node:http"
import * as Https from "node:https"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { NoAnswer } from "./Outcome.ts"
import type { Secrets } from "./Secrets.ts"

/** The content of a request. `token` goes into Authorization; `json` and `form` bring their media type. */
export interface Call {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** An answer. */
export interface Answer {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown
  /** Request and status on one line, without secrets: `GET /v1/jobs?limit=1 → 200`. */
  readonly seen: string
  /** A value of the answer as it may be shown. */
  readonly show: (value: unknown) => string
}

/** Sends a request to a path below the base URL, or to a whole address of the same server. */
export type Send = (method: string, target: string | URL, call?: Call) => Effect.Effect<Answer, NoAnswer>

/** The largest answer that is read: a page of 100 jobs with long descriptions is a third of it. */
const answerBytesMax = 33_554_432

/** So much of an address is shown. */
const targetCharactersMax = 60

/** The longest wait (429, Retry-After) that is kept. After a longer one the refusal itself is the answer. */
const waitSecondsMax = 60

/** The number of times that a request is sent again because the server requires a wait. */
const waitsMax = 3

const bodyOf = ({ body, json, form }: Call): string | Uint8Array | undefined =>
  json !== undefined ? JSON.stringify(json) : form !== undefined ? new URLSearchParams(form).toString() : body

const headersOf = (call: Call, body: string | Uint8Array | undefined, method: string): Http.OutgoingHttpHeaders => {
  const { token, headers = {}, json, form } = call
  return {
    accept: "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    ...(body !== undefined
      ? { "content-length": Buffer.byteLength(body) }
      : method === "POST"
        ? { "content-length": 0 }
        : {}),
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]])
    )
  }
}

const parse = (text: string): unknown =>
  Option.getOrUndefined(Result.getSuccess(Result.try((): unknown => JSON.parse(text))))

/** A target as people may see it: cursors cut, since they are long and opaque. */
const shortened = (target: string): string => {
  const short = target.replaceAll(/(cursor=[^&]{8})[^&]{4,}/g, "$1…")
  return short.length > targetCharactersMax ? `${short.slice(0, targetCharactersMax)}…` : short
}

const secondsToWait = ({ status, headers }: Answer): number | undefined => {
  const seconds = Number(headers["retry-after"] ?? Number.NaN)
  return status === 429 && seconds >= 0 && seconds <= waitSecondsMax ? seconds : undefined
}

export interface TransportOptions {
  readonly baseUrl: URL
  readonly timeoutMs: number
  readonly secrets: Secrets
}

/** Opens the way to a server. The connections end with the scope. */
export const openTransport = Effect.fnUntraced(function* ({ baseUrl, timeoutMs, secrets }: TransportOptions) {
  const library = baseUrl.protocol === "https:" ? Https : Http
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new library.Agent({ keepAlive: true })),
    (agent) => Effect.sync(() => agent.destroy())
  )
  const root = baseUrl.pathname.replace(/\/+$/, "")
  const { hostname, port } = baseUrl

  const exchange = (method: string, target: string | URL, call: Call): Effect.Effect<Answer, NoAnswer> => {
    const path = typeof target === "string" ? root + target : target.pathname + target.search
    const request = secrets.hide(`${method} ${shortened(typeof target === "string" ? target : path)}`)
    const body = bodyOf(call)
    const sent = Effect.callback<Answer, NoAnswer>((resume) => {
      const fail = (reason: string) => resume(Effect.fail(new NoAnswer({ request, reason: secrets.hide(reason) })))
      const options = { agent, hostname: hostname.replaceAll(/^\[|\]$/g, ""), port, method, path }
      const outgoing = library.request({ ...options, headers: headersOf(call, body, method) }, (incoming) => {
        // A server may answer before it has read everything and end the connection; the answer counts.
        outgoing.on("error", () => {})
        const chunks: Array<Buffer> = []
        let bytes = 0
        incoming.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          chunks.push(chunk)
          if (bytes <= answerBytesMax) return
          fail(`the answer is larger than ${answerBytesMax} bytes`)
          outgoing.destroy()
        })
        incoming.on("error", (error) => fail(`the answer broke off: ${error.message}`))
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          const json = parse(text)
          for (const name of ["access_token", "secret"]) {
            if (Predicate.hasProperty(json, name) && typeof json[name] === "string") secrets.remember(json[name])
          }
          resume(
            Effect.succeed({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              json,
              seen: `${request} → ${incoming.statusCode}`,
              show: (value) => secrets.excerpt(typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"))
            })
          )
        })
      })
      outgoing.on("error", (error: NodeJS.ErrnoException) =>
        fail(error.message === "" ? String(error.code) : error.message)
      )
      outgoing.end(body)
      return Effect.sync(() => outgoing.destroy())
    })
    return Effect.timeoutOrElse(sent, {
      duration: Duration.millis(timeoutMs),
      orElse: () => Effect.fail(new NoAnswer({ request, reason: `no answer within ${timeoutMs / 1_000} s` }))
    })
  }

  const send: Send = Effect.fnUntraced(function* (method, target, call = {}) {
    let answer = yield* exchange(method, target, call)
    for (let waits = 0; waits < waitsMax; waits++) {
      const seconds = secondsToWait(answer)
      if (seconds === undefined) break
      yield* Effect.sleep(Duration.seconds(seconds))
      answer = yield* exchange(method, target, call)
    }
    return answer
  })
  return send
})
