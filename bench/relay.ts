/**
 * The control of a run of deliveries: signed requests over connections that are kept, from a program that keeps nothing and knows no order
 * but its own. What it reaches, the machine and the receiver allow.
 *
 * At an order of lines of JSON it sends the number of requests that the order names. As a server, it sends each request that it gets on to the path
 * that its own path names behind a port, `/PORT/PATH`, and answers 201.
 */
import * as Crypto from "node:crypto"
import * as Http from "node:http"
import * as Readline from "node:readline"
import type { RelayOrder } from "./DeliveryReports.ts"

const agent = new Http.Agent({ keepAlive: true, maxSockets: 256 })
const key = Crypto.randomBytes(32)

const post = (port: number, path: string, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const id = `evt_${Crypto.randomUUID()}`
    const seconds = Math.floor(Date.now() / 1_000)
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": `v1,${Crypto.createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body)
    }
    Http.request({ agent, host: "127.0.0.1", port, method: "POST", path, headers }, (answer) => {
      answer.resume().on("end", resolve)
    })
      .on("error", reject)
      .end(body)
  })

const sendAll = async ({ atOnce, bodyBytes, count, paths, port }: RelayOrder): Promise<void> => {
  const body = JSON.stringify({ type: "relay", text: "x".repeat(bodyBytes - 30) })
  const share = Math.floor(count / paths.length)
  const left = [...paths]
  const work = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      for (let index = 0; index < share; index++) await post(port, path, body)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, paths.length) }, work))
}

const server = Http.createServer((incoming, answer) => {
  const [, port, ...path] = (incoming.url ?? "").split("/")
  const parts: Array<Buffer> = []
  incoming.on("data", (part: Buffer) => parts.push(part))
  incoming.on("end", () => {
    answer.writeHead(201).end()
    void post(Number(port), `/${path.join("/")}`, Buffer.concat(parts).toString())
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${address !== null && typeof address === "object" ? address.port : 0}\n`)
})

for await (const line of Readline.createInterface({ input: process.stdin })) {
  const order: RelayOrder = JSON.parse(line)
  await sendAll(order)
  process.stdout.write("{}\n")
}
process.exit()
