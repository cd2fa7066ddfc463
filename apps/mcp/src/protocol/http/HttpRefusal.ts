/**
 * Answers of the HTTP transport before any tool is reached: a status, and the reason as an error of JSON-RPC.
 *
 * The reason names what is wrong with the request and never repeats a value of it.
 */
import type { MessageId } from "../CallShape.ts"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** The answers of Effect's server that have a status alone, in the words of a remedy. */
const remedies = new Map([
  [404, "This session is not known; send initialize to start one."],
  [405, "The protocol takes POST here, and DELETE ends a session; see the header Allow."],
  [406, "Send the header Accept: application/json, text/event-stream."],
  [415, "Send the body as Content-Type: application/json."]
])
const anyRemedy = "The request does not fit Streamable HTTP; check its headers Mcp-Session-Id and MCP-Protocol-Version."

/** The same answer; one of an error that has no body gets a reason. */
export const explained = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  response.status >= 400 && response.body._tag === "Empty"
    ? refusal(response.status, "invalid", remedies.get(response.status) ?? anyRemedy, { ...response.headers })
    : response

/** The codes of JSON-RPC, and one of the range for servers, for requests that are not admitted. */
const codes = { parse: -32700, invalid: -32600, params: -32602, internal: -32603, refused: -32001 } as const

export const refusal = (
  status: number,
  code: keyof typeof codes,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  id: MessageId = null
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", id, error: { code: codes[code], message } },
    { status, headers: { "cache-control": "no-store", ...headers } }
  )
