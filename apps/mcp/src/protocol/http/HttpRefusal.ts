/**
 * Answers of the HTTP transport before any tool is reached: a status, and the reason as an error of JSON-RPC.
 *
 * The reason names what is wrong with the request and never repeats a value of it.
 */
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** The codes of JSON-RPC, and one of the range for servers, for requests that are not admitted. */
const codes = { parse: -32700, invalid: -32600, internal: -32603, refused: -32001 } as const

export const refusal = (
  status: number,
  code: keyof typeof codes,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", id: null, error: { code: codes[code], message } },
    { status, headers: { "cache-control": "no-store", ...headers } }
  )
