/**
 * Calls an operation of the operator's API. The browser adds the cookie of the session; a script cannot read it.
 */
import { type ErrorText, refused, unreachable } from "./Failure.ts"
import type { Answer, Input, OperationId } from "./Operations.ts"
import { presenceHeaders } from "../session/Presence.ts"
import { routes } from "./Routes.ts"

/** The input of any operation. */
interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

interface Options {
  /** The `Idempotency-Key` of a write: the same one for each attempt. */
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const textsOf = (part: unknown): ReadonlyArray<[string, string]> =>
  Object.entries(Object(part)).flatMap(([name, value]): ReadonlyArray<[string, string]> =>
    Array.isArray(value)
      ? value.map((one): [string, string] => [name, String(one)])
      : value === undefined || value === ""
        ? []
        : [[name, String(value)]]
  )

const addressOf = (path: string, { params, query }: Parts): string => {
  const values = new Map(textsOf(params))
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""))
  const search = new URLSearchParams([...textsOf(query)]).toString()
  return search === "" ? filled : `${filled}?${search}`
}

const isErrorText = (body: unknown): body is ErrorText =>
  typeof body === "object" && body !== null && "error" in body && "message" in body

/** The body of an answer, which the contract types; nothing where there is none, or where it is no JSON. */
const bodyOf = async (response: Response) =>
  response.status === 204 ? undefined : response.json().catch(() => undefined)

/** A key of a write. */
export const newKey = (): string => crypto.randomUUID()

/** Sends a request, and gives the body of its answer. */
export const send = async (id: OperationId, parts: Parts, { key = newKey(), signal }: Options = {}) => {
  const { method, path, takesKey } = routes[id]
  const { payload } = parts
  const response = await fetch(addressOf(path, parts), {
    method,
    headers: {
      accept: "application/json",
      ...presenceHeaders(),
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(takesKey ? { "idempotency-key": key } : {})
    },
    credentials: "same-origin",
    cache: "no-store",
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    ...(signal === undefined ? {} : { signal })
  }).catch((cause: unknown) => {
    throw signal?.aborted === true ? cause : unreachable()
  })
  const body = await bodyOf(response)
  if (response.ok) return body
  throw refused(response.status, isErrorText(body) ? body : undefined, response.headers.get("x-request-id"))
}

/** Calls an operation and gives its answer, or fails with a `Failure`. */
export const call = <Id extends OperationId>(id: Id, input: Input<Id>, options?: Options): Promise<Answer<Id>> =>
  send(id, input, options)
