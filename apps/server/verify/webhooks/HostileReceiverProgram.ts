/** The process of `HostileReceiver.ts`. */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import type { ReceiverReport } from "./HostileReceiver.ts"

const report = (message: ReceiverReport): void => void process.send?.(message)

// One answer ends before the next begins, so a socket has one of these listeners.
const earlyHint = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(200)

/** Paths that have answered their first delivery. */
const met = new Set<string>()

const writeEarly = ({ socket }: Http.IncomingMessage): void => {
  const write = () => {
    while (!socket.destroyed && socket.write(earlyHint)) continue
  }
  socket.on("drain", write)
  socket.on("close", () => report({ earlyBytes: socket.bytesWritten - socket.writableLength }))
  write()
}

const statusOf = (path: string, body: string): number | undefined => {
  const isPing = body.includes('"type":"ping"')
  switch (path.split("/")[1]) {
    case "prompt":
      return 204
    case "once_busy": {
      const isFirst = !isPing && !met.has(path)
      if (isFirst) met.add(path)
      return isFirst ? 503 : 204
    }
    case "refusing":
      return 404
    case "turncoat":
      return isPing ? 204 : undefined
    default:
      return undefined
  }
}

const server = Http.createServer((incoming, answer) => {
  const path = incoming.url ?? ""
  const atMs = Date.now()
  let body = ""
  incoming.setEncoding("utf8").on("data", (part: string) => {
    body += part
  })
  incoming.on("end", () => {
    report({ arrived: { atMs, path, body } })
    if (path.startsWith("/early/")) return writeEarly(incoming)
    const status = statusOf(path, body)
    if (status !== undefined) answer.writeHead(status).end()
  })
})
server.on("connection", (socket) => socket.on("error", () => {}))
server.listen(0, "127.0.0.1", () => report({ port: (server.address() as AddressInfo).port }))
