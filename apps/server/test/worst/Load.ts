/**
 * Requests over one connection, one after the other; and eight connections at once until a time is over.
 */
import * as Http from "node:http"
import type { WorstRequest } from "./WorstInputs.ts"

/** What came back. */
export interface Came {
  readonly status: number
  readonly bytes: number
  readonly text: string
}

/** A connection that is kept. */
export const connect = (port: number) => {
  const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ body, headers, method, path }: WorstRequest, keepsText = false): Promise<Came> =>
    new Promise((resolve, reject) => {
      const request = Http.request({ agent, host: "127.0.0.1", port, path, method, headers }, (answer) => {
        let bytes = 0
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          if (keepsText) chunks.push(chunk)
        })
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, bytes, text: Buffer.concat(chunks).toString() })
        )
      })
      request.on("error", reject)
      request.end(body)
    })
  return { send, [Symbol.dispose]: () => agent.destroy() }
}

/** Sends requests over a number of connections at once until `over` says so; gives how often each status came. */
export const flood = async (
  port: number,
  connections: number,
  next: () => WorstRequest,
  over: () => boolean
): Promise<Readonly<Record<string, number>>> => {
  const statuses: Record<string, number> = {}
  const one = async () => {
    using connection = connect(port)
    while (!over()) {
      const { status } = await connection.send(next())
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return statuses
}
