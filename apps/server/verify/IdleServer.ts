/** A server that nobody else asks, in a process of its own: what its answers wait, the machine makes everybody wait. */
import { startProcess } from "../test/faults/ServerProcess.ts"

const program = `
  const server = require("node:http").createServer((_request, response) => response.end())
  server.listen(0, "127.0.0.1", () => console.log("listens on " + server.address().port))`

/** Starts it. Start it with `await using`, which ends it. */
export const startIdleServer = async () => {
  const idle = startProcess([process.execPath, "-e", program])
  const port = Number(await idle.outputMatch(/listens on (\d+)/))
  return { port, [Symbol.asyncDispose]: idle[Symbol.asyncDispose] }
}
