/**
 * The receiver of a run of deliveries, and the writer at a steady pace: one process, so that one clock measures when a write was sent and when
 * it arrived. Steered by lines of JSON (`DeliveryReports.ts`). Prints its port first.
 *
 * The first part of a path selects how it answers: `/ok/` at once; `/late/` to a `ping` only; anything else never.
 */
import * as Http from "node:http"
import * as Readline from "node:readline"
import type { DrainOrder, DrainReport, PacedOrder, PacedReport, SinkOrder } from "./DeliveryReports.ts"
import { digits, digitsOf, place } from "./Place.ts"

/** What marks the number of a write in a body. */
const numbered = new RegExp(`pace\\.(\\d{${digits}})`)

/** The share of arrivals in which a server may still be starting. */
const startShare = 0.2

let pings = 0
let bodyBytes = 0
/** The moments of arrivals, while somebody waits for them. */
let moments: Array<number> = []
let paced: ((number: string) => void) | undefined
const looks = new Set<() => void>()

const server = Http.createServer((incoming, answer) => {
  const [, manner = ""] = (incoming.url ?? "").split("/")
  const parts: Array<Buffer> = []
  incoming.on("data", (part: Buffer) => parts.push(part))
  incoming.on("end", () => {
    const body = Buffer.concat(parts)
    const isPing = body.includes('"type":"ping"')
    if (manner === "ok" || (manner === "late" && isPing)) answer.writeHead(204).end()
    if (isPing) pings += 1
    else if (manner === "ok") {
      moments.push(performance.now())
      bodyBytes = body.length
      if (paced !== undefined) {
        const found = numbered.exec(body.toString("latin1"))?.[1]
        if (found !== undefined) paced(found)
      }
    }
    for (const look of looks) look()
  })
})
// The idle time of connections is the sender's to choose.
server.keepAliveTimeout = 60_000

const until = (isEnough: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isEnough()) return
      looks.delete(look)
      resolve()
    }
    looks.add(look)
    look()
  })

const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

const drain = async ({ count }: DrainOrder): Promise<DrainReport> => {
  moments = []
  await until(() => moments.length >= count)
  const [from, to] = [moments[Math.floor(count * startShare)] ?? 0, moments[count - 1] ?? 0]
  return {
    arrivals: count,
    perSecond: ((count * (1 - startShare)) / (to - from)) * 1_000,
    bodyBytes
  }
}

let serial = Date.now()

const agent = new Http.Agent({ keepAlive: true })

/** Sends a request that is given as text, and waits for the answer. */
const send = (port: number, request: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const [head = "", body = ""] = request.split("\r\n\r\n")
    const [line = "", ...fields] = head.split("\r\n")
    const [method, path] = line.split(" ")
    const headers = Object.fromEntries(fields.map((field) => field.split(": ")))
    Http.request({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0))
    })
      .on("error", reject)
      .end(body)
  })

const pace = async (order: PacedOrder): Promise<PacedReport> => {
  const [sentAt, answeredAt, arrivedAt] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>()
  ]
  paced = (number) => {
    if (sentAt.has(number) && !arrivedAt.has(number)) arrivedAt.set(number, performance.now())
  }
  const writes = Math.round(order.perSecond * order.seconds)
  const beganAt = performance.now()
  const answers: Array<Promise<void>> = []
  for (let index = 0; index < writes; index++) {
    const dueAt = beganAt + (index * 1_000) / order.perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
    const number = digitsOf(serial++)
    sentAt.set(number, performance.now())
    answers.push(
      send(order.port, order.request.replaceAll(place, number)).then((status) => {
        if (status !== 201) throw new Error(`a write was answered ${status}`)
        answeredAt.set(number, performance.now())
      })
    )
  }
  await Promise.all(answers)
  const all = until(() => arrivedAt.size >= writes)
  const patience = new Promise((resolve) => setTimeout(resolve, order.patienceSeconds * 1_000))
  await Promise.race([all, patience])
  paced = undefined
  const endedAt = performance.now()
  // One that has not arrived is as late as it was waited for.
  const since = (from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>): ReadonlyArray<number> =>
    [...from].map(([number, moment]) => (to.get(number) ?? endedAt) - moment)
  const [whole, after, answer] = [since(sentAt, arrivedAt), since(answeredAt, arrivedAt), since(sentAt, answeredAt)]
  return {
    writes,
    arrived: arrivedAt.size,
    p50Ms: quantile(whole, 0.5),
    p99Ms: quantile(whole, 0.99),
    afterAnswerP50Ms: quantile(after, 0.5),
    afterAnswerP99Ms: quantile(after, 0.99),
    answerP50Ms: quantile(answer, 0.5)
  }
}

const carryOut = async (order: SinkOrder): Promise<object> => {
  if (order.kind === "drain") return drain(order)
  if (order.kind === "paced") return pace(order)
  await until(() => pings >= order.count)
  return { pings }
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${address !== null && typeof address === "object" ? address.port : 0}\n`)
})

for await (const line of Readline.createInterface({ input: process.stdin })) {
  const order: SinkOrder = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await carryOut(order))}\n`)
}
process.exit()
