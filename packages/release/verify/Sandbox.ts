/**
 * The sandbox from its sources, on a port of its own and with a rate limit that a walk reaches.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { join } from "node:path"
import { root } from "../src/Packages.ts"

/** Starts it with a rate limit: few enough requests that a walk meets 429, and enough for its first steps. `env` is what a walk reads. */
export const startSandbox = async (burst: number, perSecond: number) => {
  const child = spawn(process.execPath, [join(root, "apps/server/src/main.ts"), "sandbox"], {
    env: { ...process.env, PORT: "0", RATE_LIMIT_BURST: String(burst), RATE_LIMIT_PER_SECOND: String(perSecond) },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  const address = new Promise<string>((resolve, reject) => {
    const look = (line: string) => {
      const [found] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    }
    createInterface({ input: child.stdout }).on("line", look)
    createInterface({ input: child.stderr }).on("line", look)
    void ended.then(() => reject(new Error("The sandbox ended before it had an address.")))
  })
  return {
    env: {
      BASE: await address,
      CLIENT_ID: "sandbox-client",
      CLIENT_SECRET: "sandbox-secret",
      BURST: String(burst)
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM")
      await ended
    }
  }
}
