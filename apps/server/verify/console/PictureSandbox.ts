/**
 * A sandbox for pictures of the console: a process with its two addresses, and the requests that partners of it send on a day. One of them is wrong.
 */
import * as ChildProcess from "node:child_process"
import * as Readline from "node:readline"
import { Jobs } from "@partner-api/contract/Jobs"
import { PartnerAuth } from "@partner-api/contract/PartnerAuth"
import { fillPath } from "@partner-api/contract/Path"
import { Users } from "@partner-api/contract/Users"
import { WebhookEndpoints } from "@partner-api/contract/WebhookEndpoints"
import { openClient, textOf } from "../../test/HttpCall.ts"
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

/** Sends what partners send on a day: jobs, users, a record that is not there. Then one of them sends a wrong request, and has its id. */
const makeTraffic = async (api: string): Promise<string> => {
  const { call, close } = openClient(Number(new URL(api).port))
  const signIn = async (id: string) =>
    textOf(
      await call("POST", PartnerAuth.endpoints.token.path, {
        json: { client_id: id, client_secret: `${id}-secret` }
      }),
      "access_token"
    )
  const [partner, reader] = [await signIn("sandbox-partner"), await signIn("sandbox-reader")]
  const [jobs, users] = [Jobs.endpoints.list.path, Users.endpoints.list.path]
  for (let count = 0; count < 12; count++) {
    await Promise.all([call("GET", `${jobs}?limit=20`, { token: reader }), call("GET", users, { token: partner })])
  }
  const wrongPaths = [users, fillPath(Jobs.endpoints.get.path, { jobId: "job_none" }), `${jobs}?limit=0`]
  for (const path of wrongPaths) await call("GET", path, { token: reader })
  // Nobody answers there: the endpoint waits for its ping.
  await call("POST", WebhookEndpoints.endpoints.create.path, {
    token: partner,
    json: { url: "https://hooks.example.com/events", types: ["user.*"] }
  })
  const wrong = await call("POST", Users.endpoints.create.path, {
    token: partner,
    json: { first_name: "Grace", email: "grace at example.com", role: "recruiter" }
  })
  close()
  return String(wrong.headers["x-request-id"])
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
