/**
 * One signed request to an S3-compatible service, sent again where the service was busy or away. Knows no files.
 *
 * Signs with AWS Signature Version 4 (`aws4fetch`) and sends with Node's client, which bounds the time of silence and checks certificates.
 */
import * as Http from "node:http"
import * as Https from "node:https"
import { type Readable, pipeline } from "node:stream"
import { AwsV4Signer } from "aws4fetch"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"

/** The silence after which a request is given up, in milliseconds: a service that works sends something within seconds. */
const silenceMs = 10_000

/** The number of repetitions of a request, and the first wait before that: three attempts within a second, so that an upload does not wait long for a refusal. */
const repetitions = 2
const firstWaitMs = 200

/** The connections that are kept open for requests to come: as many as uploads of a node at once. */
const connectionsKept = 32

/** The reason why there is no answer about the key. */
export class S3Failure extends Data.TaggedError("S3Failure")<{
  readonly reason: string
  /** Whether the same request may succeed in a moment. */
  readonly isPassing: boolean
}> {}

/** A bucket, and the keys of who may write to it. */
export interface Place {
  /** The address of the service, without a path. */
  readonly endpoint: URL
  readonly bucket: string
  /** The prefix of each key; empty, or it ends with a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
}

export interface Request {
  readonly method: "PUT" | "GET" | "HEAD" | "DELETE"
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  /** Opens the body; called once for each attempt. */
  readonly body?: () => Readable
}

/** The failure that the status of an answer is. */
export const statusFailure = ({ statusCode = 0 }: Http.IncomingMessage): S3Failure =>
  new S3Failure({ reason: `status ${statusCode}`, isPassing: statusCode >= 500 || statusCode === 429 })

const reasonOf = (cause: Error): string => ("code" in cause ? String(cause.code) : cause.message)

/** Sends a request that is signed; its answer has a body that nobody has read. */
const exchange = (
  url: URL,
  { body, method }: Request,
  headers: Readonly<Record<string, string>>,
  agent: Http.Agent
): Effect.Effect<Http.IncomingMessage, S3Failure> =>
  Effect.callback((resume, signal) => {
    const fail = (cause: Error): void =>
      resume(Effect.fail(new S3Failure({ reason: reasonOf(cause), isPassing: true })))
    const client = url.protocol === "https:" ? Https : Http
    const request = client.request(url, { method, headers, agent, signal, timeout: silenceMs })
    request.once("response", (answer) => resume(Effect.succeed(answer)))
    request.once("timeout", () => request.destroy(new Error("no answer in time")))
    request.once("error", fail)
    if (body === undefined) request.end()
    // A failure of either side ends the other; that of the request is reported.
    else pipeline(body(), request, (cause) => (cause === null || cause === undefined ? undefined : fail(cause)))
  })

/** The function that sends requests to a bucket. Its connections end with the scope. */
export const sending = (place: Place) =>
  Effect.gen(function* () {
    const { accessKeyId, bucket, endpoint, prefix, region, secretAccessKey } = place
    const options = { keepAlive: true, maxFreeSockets: connectionsKept, timeout: silenceMs }
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => (endpoint.protocol === "https:" ? new Https.Agent(options) : new Http.Agent(options))),
      (agent) => Effect.sync(() => agent.destroy())
    )

    const sign = (request: Request, url: URL) =>
      Effect.promise(() =>
        new AwsV4Signer({
          method: request.method,
          url: url.href,
          headers: request.headers,
          accessKeyId,
          secretAccessKey: Redacted.value(secretAccessKey),
          region,
          service: "s3",
          // The digest of the body and its length are signed too.
          allHeaders: true
        }).sign()
      )

    const once = (request: Request) =>
      Effect.gen(function* () {
        const url = new URL(`/${bucket}/${prefix}${request.key}`, endpoint)
        const signed = yield* sign(request, url)
        const answer = yield* exchange(url, request, Object.fromEntries(signed.headers), agent)
        const failure = statusFailure(answer)
        if (!failure.isPassing) return answer
        answer.resume()
        return yield* failure
      })

    return (request: Request): Effect.Effect<Http.IncomingMessage, S3Failure> =>
      Effect.retry(once(request), {
        times: repetitions,
        while: ({ isPassing }) => isPassing,
        schedule: Schedule.exponential(Duration.millis(firstWaitMs))
      })
  })
