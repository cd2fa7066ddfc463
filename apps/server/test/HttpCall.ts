/**
 * One request and its answer, over a real socket. Nothing is added that a test does not ask for, and no answer is an error here.
 *
 * `call` speaks HTTP through `node:http`; `exchange` sends bytes as they are, for requests that no client would send.
 */
import * as Http from "node:http"
import * as Net from "node:net"
import * as Schema from "effect/Schema"

/** An answer. `json` is undefined unless it is declared as JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly text: string
  readonly json: unknown
}

/** What a request carries. `token` goes into Authorization; `json` and `form` bring their media type. */
export interface Call {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

const toAnswer = (status: number, headers: Http.IncomingHttpHeaders, text: string): Answer => ({
  status,
  headers,
  text,
  json: headers["content-type"]?.startsWith("application/json") === true && text !== "" ? JSON.parse(text) : undefined
})

const bodyOf = ({ body, json, form }: Call): string | Uint8Array | undefined =>
  json !== undefined ? JSON.stringify(json) : form !== undefined ? new URLSearchParams(form).toString() : body

const headersOf = ({ token, headers, json, form }: Call): Readonly<Record<string, string>> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(json === undefined ? {} : { "content-type": "application/json" }),
  ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
  ...headers
})

/** The same request for a function of `fetch`'s kind. */
export const toRequest = (url: string, method: string, call: Call): Request => {
  const body = bodyOf(call)
  return new Request(url, {
    method,
    headers: headersOf(call),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) })
  })
}

/**
 * A client opens this many connections at once. A listener that is busy keeps 511 that it has not taken yet (Node's backlog); the system
 * resets what comes after.
 */
const connectionsMax = 250

/** Sends requests to a port of this machine over connections that are kept; `close` ends them. */
export const openClient = (port: number) => {
  const agent = new Http.Agent({ keepAlive: true, maxSockets: connectionsMax })
  const call = (method: string, path: string, request: Call = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      let answered = false
      const outgoing = Http.request(
        { agent, host: "127.0.0.1", port, method, path, headers: headersOf(request) },
        (incoming) => {
          answered = true
          const chunks: Array<Buffer> = []
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
          incoming.on("error", reject)
          incoming.on("end", () =>
            resolve(toAnswer(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks).toString()))
          )
        }
      )
      // A server that answers before it has read everything may end the connection; the answer counts.
      outgoing.on("error", (error) => (answered ? undefined : reject(error)))
      outgoing.end(bodyOf(request))
    })
  return { call, close: () => agent.destroy() }
}

/** Sends a request whose body goes out piece by piece, on a connection of its own. Its client waits for `100 Continue`: then the server reads. */
export const openUpload = (port: number, path: string, { headers, token }: Call) => {
  const outgoing = Http.request({
    agent: false,
    host: "127.0.0.1",
    port,
    method: "POST",
    path,
    headers: {
      ...headersOf({ ...(token === undefined ? {} : { token }), headers: headers ?? {} }),
      expect: "100-continue"
    }
  })
  const isRead = new Promise<void>((resolve) => outgoing.once("continue", resolve))
  const answer = new Promise<Answer>((resolve, reject) => {
    let answered = false
    outgoing.once("response", (incoming) => {
      answered = true
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () =>
        resolve(toAnswer(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks).toString()))
      )
    })
    outgoing.on("error", (error) => (answered ? undefined : reject(error)))
  })
  outgoing.flushHeaders()
  return {
    answer,
    /** Sends a piece once the server reads the body. */
    begun: async (piece: Uint8Array): Promise<void> => {
      await isRead
      await new Promise<void>((resolve) => outgoing.write(piece, () => resolve()))
    },
    /** Sends a piece at once. */
    write: (piece: Uint8Array) => outgoing.write(piece),
    end: (piece: Uint8Array) => outgoing.end(piece),
    cut: () => outgoing.destroy()
  }
}

/** Bytes as they came back. */
export interface Exchange {
  readonly sent: string
  readonly received: string
}

/**
 * Sends bytes and gives everything that comes back until the connection ends. So the request has to ask for that end
 * (`Connection: close`), or be so broken that the server ends it, or be cut off by `thenEnd`.
 */
export const exchange = (port: number, bytes: string | Uint8Array, thenEnd = false): Promise<Exchange> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    const sent = Buffer.from(bytes)
    const socket = Net.connect(port, "127.0.0.1", () => (thenEnd ? socket.end(sent) : socket.write(sent)))
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", () => socket.destroy())
    socket.on("close", () =>
      resolve({ sent: sent.toString("latin1"), received: Buffer.concat(chunks).toString("utf8") })
    )
  })

const headOf = (lines: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? []
      return [name.toLowerCase(), value]
    })
  )

/** Reads received bytes as answers, one after the other. Whatever else is among them is an error. */
export const answersOf = ({ sent, received }: Exchange): ReadonlyArray<Answer> => {
  const answers: Array<Answer> = []
  let rest = Buffer.from(received)
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n")
    const [statusLine = "", ...lines] = rest.subarray(0, Math.max(end, 0)).toString().split("\r\n")
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]
    if (status === undefined) throw new Error(`no answers to ${JSON.stringify(sent)}: ${JSON.stringify(received)}`)
    const headers = headOf(lines)
    const bodyEnd = end + 4 + Number(headers["content-length"] ?? 0)
    answers.push(toAnswer(Number(status), headers, rest.subarray(end + 4, bodyEnd).toString()))
    rest = rest.subarray(bodyEnd)
  }
  return answers
}

/** The one answer among received bytes. */
export const answerOf = (exchanged: Exchange): Answer => {
  const [answer, second] = answersOf(exchanged)
  if (answer === undefined || second !== undefined) throw new Error(`not one answer: ${JSON.stringify(exchanged)}`)
  return answer
}

const decodeMembers = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))

/** The members of an answer that is an object. */
export const membersOf = ({ json }: Answer): Readonly<Record<string, unknown>> => decodeMembers(json)

const decodeTexts = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))

/** A text member of an answer. */
export const textOf = (answer: Answer, name: string): string =>
  decodeTexts({ [name]: membersOf(answer)[name] })[name] ?? ""

/** The value of an `Authorization` header with the credentials of a client. */
export const basicOf = (clientId: string, secret: string): string => `Basic ${btoa(`${clientId}:${secret}`)}`
