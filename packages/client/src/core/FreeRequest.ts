/**
 * A request that the program writes itself, for endpoints that this library does not know: method, path, query and body.
 *
 * Checks it. It goes to the configured address alone, because it carries a token. Does not send it: see `ClientCore.ts`.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { RequestMethod, RequestOptions } from "./CallOptions.ts"
import { pagePathOf, sameOrigin } from "./Address.ts"
import type { Operation } from "./Operation.ts"
import { anyCallOptionNames, unknownOption } from "./OptionNames.ts"

/** A request, checked. */
export interface FreeRequest {
  readonly method: RequestMethod
  /** The address of the request, with the query of the path. */
  readonly url: string
  /** The path below the address of the service, as the contract writes paths. */
  readonly path: string
  /** The body as JSON text; none without a body. */
  readonly text: string | undefined
  readonly token: RequestOptions["token"]
}

/** The methods that a request may have. */
export const requestMethods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const satisfies ReadonlyArray<RequestMethod>
const isMethod = (given: unknown): given is RequestMethod => requestMethods.some((method) => method === given)

const tokens: ReadonlyArray<unknown> = ["organization", "primary", "none"]
const optionNames = [...anyCallOptionNames, "body", "token"]

/** The longest address: the service reads no longer one. */
const urlLengthMax = 8_192

const elsewhere =
  "request() sends to baseUrl alone: give a path such as /v1/jobs, or an address below baseUrl, such as `next`"

/** The address of a path, of an address below `baseUrl`, or of a page of a list, which is requested at `baseUrl` whatever its host. */
const readUrl = (
  baseUrl: string,
  path: unknown,
  lists: ReadonlyArray<Operation>
): Result.Result<Pick<FreeRequest, "url" | "path">, string> => {
  if (typeof path !== "string" || path.length > urlLengthMax) return Result.fail(elsewhere)
  const base = new URL(`${baseUrl}/`)
  const isPath = /^\/(?![/\\])/.test(path)
  const text = isPath ? baseUrl + path : path
  if (!URL.canParse(text)) return Result.fail(elsewhere)
  const url = new URL(text)
  const isBelow = sameOrigin(url, base) && url.pathname.startsWith(base.pathname)
  const below = isBelow ? url.pathname.slice(base.pathname.length - 1) : pagePathOf(url, lists)
  return below === undefined || url.username !== "" || url.password !== "" || url.hash !== ""
    ? Result.fail(elsewhere)
    : Result.succeed({ url: baseUrl + below + url.search, path: below })
}

const readText = (body: unknown): Result.Result<string | undefined, string> =>
  body === undefined
    ? Result.succeed(undefined)
    : Result.try({ try: () => JSON.stringify(body), catch: () => "body cannot be written as JSON" })

/** Checks what a program gave. */
export const readRequest = (
  baseUrl: string,
  method: unknown,
  path: unknown,
  options: unknown,
  operations: ReadonlyArray<Operation>
): Result.Result<FreeRequest, string> => {
  if (!isMethod(method)) return Result.fail(`The method of request() must be one of ${requestMethods.join(", ")}`)
  if (!Predicate.isObject(options) || Array.isArray(options))
    return Result.fail("The options of request() must be an object")
  const unknown = unknownOption(options, optionNames, "request()")
  if (unknown !== undefined) return Result.fail(unknown)
  const [body, token] = [Reflect.get(options, "body"), Reflect.get(options, "token")]
  if (method === "GET" && body !== undefined) return Result.fail("A GET request has no body; use query")
  if (token !== undefined && !tokens.includes(token)) return Result.fail(`token must be one of ${tokens.join(", ")}`)
  return Result.map(
    Result.all({ target: readUrl(baseUrl, path, method === "GET" ? operations : []), text: readText(body) }),
    ({ target, text }) => ({
      ...target,
      method,
      text,
      token: token as RequestOptions["token"]
    })
  )
}
