/**
 * A port for a program that must have one before it listens.
 */
import { once } from "node:events"
import * as Net from "node:net"

/** A port of the loopback interface that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = Net.createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return address === null || typeof address === "string" ? 0 : address.port
}
