/**
 * A sandbox for pictures of the console: a process with its two addresses, and the requests that partners of it send on a day. One of them is wrong.
 */
import * as ChildProcess from "node:child_process"
import * as Readline from "node:readline"
import { temporaryFolder } from "../../test/TestServer.ts"

const root = new URL("../../../../", import.meta.url)

/** The path of a file of the repository. */
export const pathOf = (file: string): string => new URL(file, root).pathname

/** Reads the address of the partners' API and the link of the operator, as the sandbox prints them. */
const readStart = async (stdout: NodeJS.ReadableStream) => {
  const lines: Array<string> = []
  const found = (pattern: RegExp): string | undefined => pattern.exec(lines.join("\n"))?.[1]
  for await (const line of Readline.createInterface({ input: stdout })) {
    lines.push(line)
    const [api, link] = [found(/Base URL\s+(http:\S+)/), found(/(http:\S+\/console\/#login=\S+)/)]
    if (api !== undefined && link !== undefined) return { api, link }
  }
  throw new Error(`the sandbox ended: ${lines.join("\n")}`)
}

const sign = async (api: string, id: string): Promise<string> => {
  const answer = await fetch(`${api}/v1/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: id, client_secret: `${id}-secret` })
  })
  return Object(await answer.json()).access_token
}

/** What partners ask on a day: jobs, users, a page that is not there. Then one of them sends a wrong request, and has its id. */
const makeTraffic = async (api: string): Promise<string> => {
  const [partner, reader] = [await sign(api, "sandbox-partner"), await sign(api, "sandbox-reader")]
  const get = (path: string, token: string) => fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const post = (path: string, body: object) =>
    fetch(`${api}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${partner}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  for (let count = 0; count < 12; count++)
    await Promise.all([get("/v1/jobs?limit=20", reader), get("/v1/users", partner)])
  for (const path of ["/v1/users", "/v1/jobs/job_none", "/v1/jobs?limit=0"]) await get(path, reader)
  // Nobody answers there: the endpoint waits for its ping.
  await post("/v1/webhook_endpoints", { url: "https://hooks.example.com/events", types: ["user.*"] })
  const wrong = await post("/v1/users", { first_name: "Grace", email: "grace at example.com", role: "recruiter" })
  return wrong.headers.get("x-request-id") ?? ""
}

/** Starts a sandbox, and sends the requests of a day. */
export const startPictureSandbox = async () => {
  const folder = temporaryFolder()
  const sandbox = ChildProcess.spawn(process.execPath, [pathOf("apps/server/src/main.ts"), "sandbox"], {
    cwd: folder.path,
    env: { PATH: process.env["PATH"], PORT: "0", OPERATOR_PORT: "0", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const { api, link } = await readStart(sandbox.stdout)
  return {
    link,
    /** The id of the wrong request. */
    requestId: await makeTraffic(api),
    [Symbol.dispose]: () => {
      sandbox.kill()
      folder.remove()
    }
  }
}
