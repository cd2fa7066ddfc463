/**
 * Sends requests with the `HttpClient` of the environment, with its spans and middleware.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { RequestInit } from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as HttpMethod from "effect/http/HttpMethod"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Failure } from "../core/ClientError.ts"
import { withProgress } from "../core/files/DownloadedFile.ts"
import { networkFailure } from "../core/transport/NetworkFailure.ts"
import {
  bytesMaxOf,
  isBounded,
  isTooLarge,
  type Transport,
  type TransportAnswer,
  type TransportRequest
} from "../core/transport/Transport.ts"

/** The text of a body of at most `bytesMax` bytes; undefined for a larger one. */
const readText = (
  request: TransportRequest,
  response: HttpClientResponse,
  bytesMax: number
): Effect.Effect<string | undefined, Failure> => {
  const failed = networkFailure(request)
  if (bytesMax > 0 && isBounded(response.headers)) return Effect.mapError(response.text, failed)
  const decoder = new TextDecoder()
  return response.stream.pipe(
    Stream.catchIf(
      ({ reason }) => reason._tag === "EmptyBodyError",
      () => Stream.empty
    ),
    Stream.mapError(failed),
    Stream.runFoldEffect(
      () => ({ bytes: 0, text: "" }),
      (read, chunk) => {
        const bytes = read.bytes + chunk.length
        // Ends the stream, which closes the connection.
        return bytes > bytesMax
          ? Effect.fail<"too large">("too large")
          : Effect.succeed({ bytes, text: read.text + decoder.decode(chunk, { stream: true }) })
      }
    ),
    Effect.map(({ text }): string | undefined => text + decoder.decode()),
    Effect.catchIf(
      (failure) => failure === "too large",
      () => Effect.succeed(undefined)
    )
  )
}

/** The bytes of a file that is sent. */
const fileBody = (file: Blob, { headers, onProgress }: TransportRequest) =>
  HttpBody.stream(
    Stream.fromReadableStream({
      evaluate: () => (onProgress === undefined ? file.stream() : withProgress(file, onProgress)),
      onError: (cause) => cause
    }),
    headers["content-type"],
    file.size
  )

/** The body of an answer as a stream, which ends the request with it. */
const contentOf = (response: HttpClientResponse, end: Effect.Effect<void>) =>
  Stream.toReadableStream(
    response.stream.pipe(
      Stream.map((piece) => new Uint8Array(piece)),
      Stream.ensuring(end)
    )
  )

const requestOf = (sent: TransportRequest) => {
  const { body, file, headers, method, url } = sent
  const request = HttpClientRequest.make(HttpMethod.isHttpMethod(method) ? method : "GET")(url, { headers })
  if (file !== undefined) return HttpClientRequest.setBody(request, fileBody(file, sent))
  return body === undefined
    ? request
    : HttpClientRequest.setBody(request, HttpBody.text(Redacted.value(body), headers["content-type"]))
}

/** The redacted headers of spans: those of Effect and the header of the partner token. */
const redacted = (names: ReadonlyArray<string | RegExp>) => [...names, partnerTokenHeader.toLowerCase()]

/** A transport over an `HttpClient`. */
export const httpClientTransport =
  (client: HttpClient.HttpClient): Transport =>
  (request) =>
    Effect.acquireUseRelease(
      Scope.make(),
      (scope) =>
        Effect.mapError(HttpClient.withScope(client).execute(requestOf(request)), networkFailure(request)).pipe(
          Effect.provideService(Scope.Scope, scope),
          Effect.flatMap((response) => {
            const { headers, status } = response
            if (request.wantsContent === true && status >= 200 && status < 300) {
              const content = contentOf(response, Scope.close(scope, Exit.void))
              return Effect.succeed<TransportAnswer>({ status, headers: { ...headers }, text: "", content })
            }
            const text = isTooLarge(headers, status)
              ? Effect.succeed(undefined)
              : readText(request, response, bytesMaxOf(status))
            return Effect.map(text, (read) => ({ status, headers: { ...headers }, text: read }))
          })
        ),
      // Aborts an unfinished request: its body is too large, or the call was interrupted. A body that was read to its end needs no
      // abort, which would cost each call a tenth of its time.
      (scope, exit) => (Exit.isSuccess(exit) && exit.value.text !== undefined ? Effect.void : Scope.close(scope, exit))
    ).pipe(
      Effect.provideService(RequestInit, { redirect: "manual" }),
      Effect.updateService(Headers.CurrentRedactedNames, redacted)
    )
