/**
 * `--verbose`: one line on standard error for each HTTP request, repetitions and requests for tokens included.
 *
 * A line has method, path, status, time and request id, and nothing else: queries and bodies may hold people, headers hold tokens.
 * It is written here and not by a hook of the client, because a hook gets the kind of a failure and not its sentence.
 */
import { printNotice } from "@partner-api/cli-kit/Output"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import { networkFailure } from "../core/transport/NetworkFailure.ts"
import { verboseFlag } from "./GlobalFlags.ts"

/** The path of an address, without its query. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : "(no address)")

const endOf = (
  { method, url }: HttpClientRequest,
  exit: Exit.Exit<HttpClientResponse, unknown>
): readonly [status: string, more: string] => {
  if (Exit.isSuccess(exit)) return [String(exit.value.status), exit.value.headers["x-request-id"] ?? "-"]
  // A timeout or the caller ended the request.
  if (Cause.hasInterruptsOnly(exit.cause)) return ["-", "(given up)"]
  return ["-", networkFailure({ method, url, headers: {}, body: undefined })(Cause.squash(exit.cause)).message]
}

/** The client, with a line for each of its requests. */
const logged = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transform(client, (effect, request) =>
    Effect.flatMap(Clock.currentTimeMillis, (beganMs) =>
      Effect.onExit(effect, (exit) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
          const [status, more] = endOf(request, exit)
          return printNotice(`${request.method} ${pathOf(request.url)} ${status} ${nowMs - beganMs} ms ${more}`)
        })
      )
    )
  )

/** The HTTP client of commands, which prints its requests with `--verbose`. */
export const httpClientLayer = Layer.unwrap(
  Effect.map(verboseFlag, (isVerbose) =>
    isVerbose
      ? Layer.provide(
          Layer.effect(HttpClient.HttpClient)(Effect.map(HttpClient.HttpClient, logged)),
          FetchHttpClient.layer
        )
      : FetchHttpClient.layer
  )
)
