/**
 * The load: keeps a number of connections busy with one request, each connection sending the next as soon as its answer is whole.
 * A process of its own, steered by lines of JSON: an {@link Order} comes in, a {@link Report} goes out.
 *
 * Reads no more of HTTP than status and length, so that it costs less than the servers it drives. An answer without a length, as 304 is,
 * has no body. No pipelining.
 */
import * as Net from "node:net"
import * as Readline from "node:readline"
import { digitsOf, place } from "./Place.ts"

export interface Order {
  readonly port: number
  /** The whole request. Each `{n}` in it becomes a number of twelve digits, another one each time. */
  readonly request: string
  /** Requests of other connections: each connection has one of all of them, in turn. */
  readonly others?: ReadonlyArray<string>
  /** The status that every answer must have. */
  readonly status: number
  readonly connections: number
  readonly seconds: number
  /**
   * The numbers that there are. When none is left, the load ends before its time, or begins again with the first. Without them, all
   * numbers are new.
   */
  readonly numbers?: { readonly first: number; readonly count: number; readonly again?: boolean }
}

export interface Report {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

let serial = Date.now()

const headEnd = Buffer.from("\r\n\r\n")
const lengthHeader = /\r\ncontent-length: (\d+)/i

const zero = digitsOf(0)

/** Where the numbers go in a request of bytes, once each place has its digits. */
const placesIn = (request: Buffer): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = request.indexOf(place); at >= 0; at = request.indexOf(place, at + place.length)) {
    places.push(at + places.length * (zero.length - place.length))
  }
  return places
}

const carryOut = async (order: Order): Promise<Report> => {
  const requests = [order.request, ...(order.others ?? [])].map((text) => ({
    padded: Buffer.from(text.replaceAll(place, zero)),
    places: placesIn(Buffer.from(text))
  }))
  const { first, count, again = false } = order.numbers ?? { first: serial, count: Number.POSITIVE_INFINITY }
  let next = first
  const latencies: Array<number> = []
  const beganAt = performance.now()
  const endsAt = beganAt + order.seconds * 1_000

  const connection = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const { padded = Buffer.alloc(0), places = [] } = requests[index % requests.length] ?? {}
      const bytes = Buffer.from(padded)
      const isNumbered = places.length > 0
      let sentAt = 0
      let missing = 0
      let head: Buffer = Buffer.alloc(0)

      const send = (): void => {
        sentAt = performance.now()
        if (again && next >= first + count) next = first
        if (sentAt >= endsAt || next >= first + count) {
          socket.destroy()
          resolve()
          return
        }
        if (isNumbered) {
          const number = digitsOf(next++)
          for (const at of places) bytes.write(number, at, "latin1")
        }
        // A socket may keep what it could not send at once, so it gets a copy when the bytes will change.
        socket.write(isNumbered ? Buffer.from(bytes) : bytes)
      }
      const complete = (): void => {
        latencies.push(performance.now() - sentAt)
        send()
      }
      const read = (size: number, buffer: Uint8Array): boolean => {
        if (missing > 0) {
          missing -= size
        } else {
          const part = Buffer.from(buffer.buffer, buffer.byteOffset, size)
          head = head.length === 0 ? part : Buffer.concat([head, part])
          const end = head.indexOf(headEnd)
          if (end < 0) {
            head = Buffer.from(head)
            return true
          }
          const text = head.toString("latin1", 0, end)
          if (Number(text.slice(9, 12)) !== order.status) {
            socket.destroy()
            reject(new Error(`expected ${order.status}: ${head.toString().slice(0, 1_000)}`))
            return false
          }
          missing = Number(lengthHeader.exec(text)?.[1] ?? 0) - (head.length - end - headEnd.length)
          head = Buffer.alloc(0)
        }
        if (missing === 0) complete()
        return true
      }
      const socket = Net.connect(
        {
          port: order.port,
          host: "127.0.0.1",
          noDelay: true,
          onread: { buffer: Buffer.alloc(65_536), callback: read }
        },
        send
      )
      socket.on("error", reject)
      socket.on("close", () => {
        if (performance.now() < endsAt) reject(new Error("the server closed a connection"))
      })
    })

  await Promise.all(Array.from({ length: order.connections }, (_, index) => connection(index)))
  if (order.numbers === undefined) serial = next
  const seconds = (performance.now() - beganAt) / 1_000
  const sorted = Float64Array.from(latencies).toSorted()
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { requests: sorted.length, seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

for await (const line of Readline.createInterface({ input: process.stdin })) {
  const order: Order = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await carryOut(order))}\n`)
}
