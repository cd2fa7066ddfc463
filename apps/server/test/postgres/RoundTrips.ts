/**
 * Counts the round trips of a server to its PostgreSQL: a proxy between them that reads the messages of both, and passes each byte on as it is.
 *
 * A round trip is what a session sends while the database owes it no answer. What it sends before that answer has come belongs to the same trip.
 */
import { once } from "node:events"
import * as Net from "node:net"

/** The types of messages (PostgreSQL 18, 54.7), as the first byte of each. */
const parse = "P"
const bind = "B"
const sync = "S"
const simpleQuery = "Q"
const readyForQuery = "Z"

/** A message is its type, and its length in four bytes, which counts itself and the rest. */
const lengthAt = 1
const headBytes = 5

/** Reads messages from the bytes of one side. The first message of a client has no type. */
const messageReader = (onMessage: (type: string, body: Buffer) => void, hasStartup: boolean) => {
  let left = Buffer.alloc(0)
  let isStarting = hasStartup
  return (bytes: Buffer): void => {
    left = Buffer.concat([left, bytes])
    for (;;) {
      const skipped = isStarting ? 0 : lengthAt
      if (left.length < skipped + 4) return
      const end = skipped + left.readInt32BE(skipped)
      if (left.length < end) return
      if (!isStarting) onMessage(left.toString("latin1", 0, 1), left.subarray(headBytes, end))
      isStarting = false
      left = left.subarray(end)
    }
  }
}

const textsOf = (body: Buffer): ReadonlyArray<string> => body.toString("utf8").split("\0", 2)

/** Starts a proxy before the database of a test, and counts. */
export const startTripCounter = async (databaseUrl: string) => {
  const target = new URL(databaseUrl)
  const path = `${target.searchParams.get("host")}/.s.PGSQL.${target.searchParams.get("port")}`
  /** The statements of each round trip. */
  let trips: Array<ReadonlyArray<string>> = []
  const sockets = new Set<Net.Socket>()
  const proxy = Net.createServer({ noDelay: true }, (client) => {
    const database = Net.connect(path)
    const statements = new Map<string, string>()
    /** The statements since the last end of a batch, and those of the trip under way. */
    let batch: Array<string> = []
    let trip: Array<string> = []
    let owed = 0
    let isReady = false
    const readClient = messageReader((type, body) => {
      if (type === parse) {
        const [name = "", text = ""] = textsOf(body)
        statements.set(name, text)
      } else if (type === bind) {
        const [, name = ""] = textsOf(body)
        batch.push(statements.get(name) ?? name)
      } else if (type === simpleQuery) batch.push(body.toString("utf8", 0, body.length - 1))
      if (type !== sync && type !== simpleQuery) return
      if (owed === 0) {
        trip = []
        trips.push(trip)
      }
      trip.push(...batch)
      batch = []
      owed += 1
    }, true)
    const readDatabase = messageReader((type) => {
      if (type !== readyForQuery) return
      if (isReady) owed -= 1
      isReady = true
    }, false)
    for (const [from, to, read] of [
      [client, database, readClient],
      [database, client, readDatabase]
    ] as const) {
      sockets.add(from)
      from.on("data", (bytes: Buffer) => {
        read(bytes)
        to.write(bytes)
      })
      from.on("error", () => to.destroy())
      from.on("close", () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  proxy.listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const address = proxy.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    /** The address of the database through the proxy. */
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    /** Forgets what was counted, and returns it: the statements of each round trip. */
    take: (): ReadonlyArray<ReadonlyArray<string>> => {
      const taken = trips
      trips = []
      return taken
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, "close")
    }
  }
}
