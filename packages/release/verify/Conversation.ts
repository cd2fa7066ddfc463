/** A short conversation with an MCP server over stdio: who it is, its tools, and whether it reaches the platform. Then its input ends. */
import type { Running } from "./Release.ts"

interface Answer {
  readonly result: {
    readonly serverInfo?: { readonly version: string }
    readonly tools?: ReadonlyArray<{ readonly name: string }>
  }
}

export const converse = async ({ child, ended, line, stderr }: Running) => {
  const request = async (id: number, method: string, params: object): Promise<readonly [Answer["result"], string]> => {
    child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    const text = await line(new RegExp(`"id":${id}[,}]`))
    const { result }: Answer = JSON.parse(text)
    return [result, text]
  }
  const [{ serverInfo }] = await request(1, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "release", version: "0" }
  })
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
  const [{ tools = [] }] = await request(2, "tools/list", {})
  const [, connection] = await request(3, "tools/call", { name: "check_connection", arguments: {} })
  child.stdin?.end()
  const status = await ended
  if (status !== 0) throw new Error(`ended with ${status}: ${stderr()}`)
  return { serverVersion: serverInfo?.version, tools, connection }
}
