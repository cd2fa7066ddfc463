/**
 * The real server with its sandbox for foreign judges, and the program over HTTP in front of it. Judges that cannot send a token reach
 * it through a door that adds one, calls the program by its own name, and changes nothing else.
 */
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Os from "node:os"
import * as Path from "node:path"
import { serverFile } from "../fixture/Built.ts"
import { startNode } from "../fixture/NodeProgram.ts"

/** The settings of the program for the sandbox. */
export const startSandbox = async () => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "mcp-judges-"))
  const running = await startNode(
    serverFile,
    ["sandbox"],
    { PORT: "0", DATABASE_URL: `sqlite:${Path.join(folder, "sandbox.db")}` },
    /Base URL +(\S+)/
  )
  const [, baseUrl = ""] = running.found
  return {
    baseUrl,
    settings: {
      PARTNER_BASE_URL: baseUrl,
      PARTNER_CLIENT_ID: "sandbox-client",
      PARTNER_CLIENT_SECRET: "sandbox-secret"
    },
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]()
      Fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}

const token = "a-token-of-this-test-alone"

const portOf = (listener: Http.Server): number => {
  const address = listener.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** The program over HTTP, with a door that adds the token. */
export const startHttp = async (main: string, settings: Readonly<Record<string, string>>) => {
  let inside = ""
  const door = Http.createServer((request, response) => {
    const { host = "", origin, ...others } = request.headers
    // The door's own name is that of the program; every other name passes as it is.
    const named = (name: string) => name.replace(`127.0.0.1:${portOf(door)}`, inside)
    const headers = {
      ...others,
      host: named(host),
      ...(origin === undefined ? {} : { origin: named(origin) }),
      authorization: `Bearer ${token}`
    }
    const passed = Http.request(
      `http://${inside}${request.url}`,
      { method: request.method ?? "GET", headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }
    )
    passed.on("error", () => response.destroy())
    response.on("close", () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${portOf(door)}`
  const running = await startNode(
    main,
    ["http", "--port", "0", "--enable-writes", "jobs,users,fees,applications"],
    { ...settings, MCP_TOKEN: token },
    /"address":"http:\/\/(127\.0\.0\.1:\d+)/
  )
  inside = running.found[1] ?? ""
  return {
    /** Through the door. */
    url: `${url}/mcp`,
    /** Where the program itself listens. */
    direct: `http://${inside}/mcp`,
    token,
    [Symbol.asyncDispose]: async () => {
      door.closeAllConnections()
      await new Promise((resolve) => door.close(resolve))
      await running[Symbol.asyncDispose]()
    }
  }
}
