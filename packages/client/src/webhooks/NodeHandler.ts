/**
 * A handler of `Request` for `node:http`, Express and Fastify, which hand over a request and an answer of their own.
 *
 * Takes the bytes that a framework has read, or reads them. Imports nothing of Node: the types declare the members that it uses.
 */
import { bodyNotRaw, bytesOf } from "./RawBody.ts"
import { bodyBytesMax } from "./RequestBody.ts"

/** The parts of Node's `IncomingMessage` that are used. */
interface NodeStream {
  readonly readableDidRead?: boolean | undefined
  on(event: "data", listener: (chunk: Uint8Array | string) => void): unknown
  on(event: "end" | "close", listener: () => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
}

/** A request of `node:http`, Express or Fastify. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The body that a framework has read: bytes, text, or parsed JSON. */
  readonly body?: unknown
  /** The bytes beside a parsed `body`, as NestJS and cloud functions have them. */
  readonly rawBody?: unknown
}

/** An answer of `node:http` or Express. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/** An answer of Fastify. */
export interface FastifyReply {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}

const isStream = (value: unknown): value is NodeStream =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "on") === "function"

/** The stream of a request; that of Fastify is inside. */
const streamOf = (request: NodeRequest): NodeStream | undefined => {
  const raw: unknown = Reflect.get(request, "raw")
  return isStream(raw) ? raw : isStream(request) ? request : undefined
}

/** The bytes of a stream; undefined for a larger one, whose rest is read and dropped. */
const readStream = (stream: NodeStream): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    const bytes = new Uint8Array(bodyBytesMax)
    let length = 0
    stream.on("data", (chunk) => {
      const read = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk
      if (length + read.length > bodyBytesMax) return resolve(undefined)
      bytes.set(read, length)
      length += read.length
    })
    stream.on("end", () => resolve(bytes.subarray(0, length)))
    stream.on("error", reject)
    stream.on("close", () => reject(new Error("The request ended before its body did.")))
  })

/** The body of a request: what has been read, or what can be read; otherwise the refusal, as a stream that fails with it. */
const bodyOf = async (request: NodeRequest): Promise<Uint8Array | ReadableStream | undefined> => {
  const read = bytesOf(request.rawBody) ?? bytesOf(request.body)
  if (read !== undefined) return read
  const stream = streamOf(request)
  // Express 4 has {} for a body that nothing has read.
  const isUnread = stream?.readableDidRead === false || (stream?.readableDidRead ?? request.body) === undefined
  if (stream !== undefined && isUnread) return readStream(stream)
  return new ReadableStream({ start: (controller) => controller.error(bodyNotRaw(request.body)) })
}

const headersOf = ({ headers }: NodeRequest): Headers => {
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // Those of HTTP/2 that begin with a colon are no headers of a Request.
    if (!name.startsWith(":")) for (const one of [value ?? []].flat()) copied.append(name, one)
  }
  return copied
}

/** The request for the handler, or the answer to one that it must not get. */
const requestOf = async (request: NodeRequest): Promise<Request | Response> => {
  const { method = "GET", url = "/" } = request
  const init = { method, headers: headersOf(request) }
  const address = `http://localhost${url.startsWith("/") ? url : "/"}`
  if (method === "GET" || method === "HEAD") return new Request(address, init)
  const body = await bodyOf(request)
  if (body === undefined) return new Response("The body is larger than any event.", { status: 413 })
  // A body that is a stream needs `duplex`.
  return new Request(address, { ...init, body, duplex: "half" })
}

/** The answer to what is no request: its method is not one of `Request`, or the connection ended within the body. */
const notARequest = (): Response => new Response("The request could not be read.", { status: 400 })

/**
 * Makes a listener of `node:http`, and a handler of Express and Fastify, from a handler of `Request`: that of `webhooks.handler`, or any other.
 *
 * The bytes are `rawBody` or `body` where a framework has read them, and are read from the request otherwise; beyond 64 KiB the answer is 413. When
 * `body` is parsed JSON and its bytes are gone, the body of the `Request` fails with `BodyNotRaw`. Rejects when `handler` does, which
 * `webhooks.handler` never does.
 *
 * ```ts
 * createServer(webhooks.toNode(webhooks.handler({ secrets, onEvent, onError }))).listen(3000)
 * ```
 */
export const toNode =
  (handler: (request: Request) => Response | Promise<Response>) =>
  async (request: NodeRequest, response: NodeResponse | FastifyReply): Promise<void> => {
    // A rejection would end a program that listens with node:http alone, and anybody may cause one here.
    const given = await requestOf(request).catch(notARequest)
    const answer = "status" in given ? given : await handler(given)
    const text = await answer.text()
    if ("code" in response) {
      response.code(answer.status)
      answer.headers.forEach((value, name) => response.header(name, value))
      response.send(text)
    } else {
      response.statusCode = answer.status
      answer.headers.forEach((value, name) => response.setHeader(name, value))
      response.end(text)
    }
  }
