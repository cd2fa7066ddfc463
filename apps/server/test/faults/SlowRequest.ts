/**
 * Requests that are under way for as long as a test likes: the server has their head and says `100 Continue`, the body is held back.
 */
import * as Net from "node:net"
import { type Answer, answersOf } from "../HttpCall.ts"

/** A connection that receives everything until its end. */
const openSocket = (port: number) => {
  let received = ""
  const socket = Net.connect(port, "127.0.0.1")
  const waiting = new Set<() => void>()
  let isOver = false
  const wake = () => waiting.forEach((look) => look())
  socket.setEncoding("utf8")
  socket.on("data", (chunk: string) => {
    received += chunk
    wake()
  })
  socket.on("error", () => socket.destroy())
  const closed = new Promise<void>((resolve) =>
    socket.on("close", () => {
      isOver = true
      wake()
      resolve()
    })
  )
  /** Waits until this has been received, or the connection is over. */
  const receives = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!received.includes(text) && !isOver) return
        waiting.delete(look)
        if (received.includes(text)) resolve()
        else reject(new Error(`ended without ${text}: ${received}`))
      }
      waiting.add(look)
      look()
    })
  return { socket, closed, receives, read: () => received }
}

/** A connection that has had one answer and is kept: idle from then on. Gives the moment of its end. */
export const openIdle = async (port: number) => {
  const { socket, closed, receives } = openSocket(port)
  socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
  await receives('"ok"')
  return { closed }
}

/**
 * Asks whether the service is ready, but for the last two bytes. They are written together with a whole request, so its answer
 * shows that the server has them: the connection is not idle. `finish` sends the rest and gives the answer.
 */
export const openHalfSent = async (port: number) => {
  const { socket, closed, receives, read } = openSocket(port)
  const head = "HTTP/1.1\r\nHost: localhost\r\n"
  socket.write(`GET /health/live ${head}\r\nGET /health/ready ${head}Connection: close\r\n`)
  await receives('"ok"}')
  return {
    finish: async (): Promise<Answer | undefined> => {
      const before = read().length
      socket.write("\r\n")
      await closed
      return answersOf({ sent: "", received: read().slice(before) })[0]
    }
  }
}

/** A new user whose body is held back. `finish` sends it and gives all answers. */
export const openSlowUser = async (port: number, token: string, name: string) => {
  const { socket, closed, receives, read } = openSocket(port)
  const body = JSON.stringify({ id: name, first_name: name, last_name: "Slow", email: `${name}@example.com` })
  const head = [
    "POST /v1/users HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-continue"
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n`)
  await receives("100 Continue\r\n\r\n")
  const interim = read().length
  return {
    /** Sends a part only, and never the rest. */
    stall: () => void socket.write(body.slice(0, 5)),
    finish: async (): Promise<ReadonlyArray<Answer>> => {
      socket.write(body)
      await closed
      return answersOf({ sent: body, received: read().slice(interim) })
    },
    closed,
    /** Closes the connection instead. */
    drop: () => {
      socket.destroy()
      return closed
    },
    received: () => read().slice(interim)
  }
}

/** Asks for a large answer again and again, and takes none of them. */
export const openDeafReader = (port: number) => {
  const { socket, closed } = openSocket(port)
  socket.pause()
  socket.write("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200))
  return { closed, drop: () => socket.destroy() }
}

/** Whether a request on a new connection stays without an answer: refused, or ended by a socket that is being closed. */
export const isTurnedAway = async (port: number): Promise<boolean> => {
  const { socket, closed, read } = openSocket(port)
  socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  await closed
  return read() === ""
}
