/** A program under development that `partner listen` sends to, and what is read of the output. */
import * as Http from "node:http"
import { scoped } from "./Feed.ts"

/** The organization, and its events from the oldest one. */
export const fromOldest = [...scoped, "--start", "oldest"]

/** The secret of an endpoint in what was printed. */
export const secretIn = (text: string): string => /whsec_[A-Za-z0-9+/]{43}=/.exec(text)?.[0] ?? ""

/** A request that a program under development gets. */
export interface Delivery {
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
}

/** A program under development, which answers with these statuses, then with 200. End it with `await using`. */
export const startTarget = async (...statuses: ReadonlyArray<number>) => {
  const deliveries: Array<Delivery> = []
  const listener = Http.createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (text) => (body += text))
    request.on("end", () => {
      deliveries.push({ headers: request.headers, body })
      response.writeHead(statuses[deliveries.length - 1] ?? 200, { location: "http://localhost:1/elsewhere" }).end("ok")
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const address = listener.address()
  return {
    deliveries,
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhooks`,
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    }
  }
}
