/**
 * The bound of open connections, and a process that has no file descriptors left: the service stays, and serves again (issue 3,
 * connections are bounded).
 */
import * as Fs from "node:fs"
import * as Net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { connectionsMax } from "../src/platform/Limits.ts"
import { notRun } from "../test/faults/Machine.ts"
import { startServerProcess } from "../test/faults/ServerProcess.ts"
import { sharedFolder } from "../test/TestServer.ts"

const folder = sharedFolder()
const extra = 200
const batch = 250

const readOr = (file: string, otherwise: string): string =>
  Fs.existsSync(file) ? Fs.readFileSync(file, "utf8") : otherwise

const descriptorsMax = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readOr("/proc/self/limits", ""))?.[1] ?? 0)
const manyDescriptors = {
  missing: descriptorsMax > connectionsMax + 1_000 ? undefined : `only ${descriptorsMax} files may be open`
}

/** Opens a connection and asks once. Tells whether it was answered; an answered one stays open. */
const openAndSend = (port: number): Promise<Net.Socket | undefined> =>
  new Promise((resolve) => {
    const socket = Net.connect(port, "127.0.0.1")
    socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    socket.once("data", () => resolve(socket))
    socket.on("error", () => socket.destroy())
    socket.on("close", () => resolve(undefined))
  })

const openMany = async (port: number, count: number): Promise<ReadonlyArray<Net.Socket>> => {
  const open: Array<Net.Socket> = []
  for (let done = 0; done < count; done += batch) {
    const size = Math.min(batch, count - done)
    const sockets = await Promise.all(Array.from({ length: size }, () => openAndSend(port)))
    open.push(...sockets.filter((socket) => socket !== undefined))
  }
  return open
}

const closeAll = (sockets: ReadonlyArray<Net.Socket>) =>
  Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.on("close", () => resolve())
          // Asks the server to end it, so that its end here is its end there.
          socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        })
    )
  )

const rssKib = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readOr(`/proc/${pid}/status`, ""))?.[1] ?? 0)

describe("connections", () => {
  it.skipIf(manyDescriptors.missing !== undefined)(
    `are bounded: ${connectionsMax} are served, ${extra} more are closed, and one that ends makes room${notRun(manyDescriptors)}`,
    async () => {
      await using server = await startServerProcess({ command: "sandbox", databaseFile: folder.file("many.db") })
      server.close()
      const before = rssKib(server.pid)
      const served = await openMany(server.port, connectionsMax)
      assert.lengthOf(served, connectionsMax, "all of these are served (negative control of the next line)")
      assert.lengthOf(await openMany(server.port, extra), 0, "no more are")
      const growthMib = Math.round((rssKib(server.pid) - before) / 1_024)
      await closeAll(served.slice(0, 50))
      assert.lengthOf(await openMany(server.port, 50), 50, "those that ended made room")
      console.log(JSON.stringify({ check: "connections", served: served.length, refused: extra, growthMib }))
      served.forEach((socket) => socket.destroy())
      assert.strictEqual((await server.kill("SIGTERM")).code, 0)
    }
  )

  it("beyond the descriptors of the process leave it at work (issue 3)", async () => {
    await using server = await startServerProcess({
      command: "sandbox",
      databaseFile: folder.file("few.db"),
      wrappedIn: ["sh", "-c", 'ulimit -n 100; exec "$@"', "sh"]
    })
    const sockets = Array.from({ length: 200 }, () => Net.connect(server.port, "127.0.0.1"))
    sockets.forEach((socket) => socket.on("error", () => socket.destroy()))
    // Those that the process cannot take are closed by it; the others wait until they are cut for saying nothing.
    await Promise.all(
      sockets.map((socket) => new Promise<void>((resolve) => socket.on("close", () => resolve()).resume()))
    )
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
    const { code, stderr } = await server.kill("SIGTERM")
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
  })
})
