/**
 * The answers that are the console: its files, its page at every address of its own, and what a browser may do on it (Content Security Policy
 * Level 3, Trusted Types): run the scripts and styles of this server, talk to this server, and nothing else.
 */
import { consolePath } from "@partner-api/contract/operator/ConsolePath"
import type { Incoming } from "@partner-api/service/http/Incoming"
import { staticAnswer } from "@partner-api/service/http/StaticAnswer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

type Response = HttpServerResponse.HttpServerResponse

/** The policy of the page for a browser. */
const policy = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "font-src", "connect-src"].map((source) => `${source} 'self'`),
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ")

const headers = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

/** The page: whichever address of the console is requested, it shows what is there. */
const page = "index.html"

/** The folder of files whose names have a digest of their content: a name means the same bytes for ever. */
const assets = "assets/"

const yearSeconds = 31_536_000

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8"
}

const typeOf = (path: string): string => types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream"

/** The answer that is a file. */
const fileAnswer = (path: string, bytes: Uint8Array): ((request: Incoming) => Response) => {
  const answer = staticAnswer(bytes, typeOf(path), headers)
  const cache = path.startsWith(assets) ? `public, max-age=${yearSeconds}, immutable` : "no-store"
  return (request) => HttpServerResponse.setHeader(answer(request), "cache-control", cache)
}

/** The names that only files have. An address of the console has no such name. */
const fileName = /^assets\/|\.(?:css|html|ico|js|json|map|svg|txt)$/

/** The file that is requested; the page for an address of the console. */
const fileAt = (url: string): string => {
  const [path = ""] = url.split("?")
  const within = path.slice(consolePath.length).replace(/^\//, "")
  return fileName.test(within) ? within : page
}

const unknownFile = HttpServerResponse.text(
  "There is no such file. Reload the page: the console may have a new version.",
  {
    status: 404,
    headers: { ...headers, "cache-control": "no-store" }
  }
)

/** Makes the answers of these files once, for every request below the console's path. */
export const consoleAnswer = (files: ReadonlyMap<string, Uint8Array>): ((request: Incoming) => Response) => {
  const answers = new Map(Array.from(files, ([path, bytes]) => [path, fileAnswer(path, bytes)] as const))
  return (request) => answers.get(fileAt(request.url))?.(request) ?? unknownFile
}

/** The answer where the console could not be built: the command to run. */
export const notBuilt = (reason: string): Response =>
  HttpServerResponse.text(
    `The console is not built, and building it failed.\n\nRun: pnpm install && pnpm --filter @partner-api/console build\nThen reload this page.\n\n${reason}\n`,
    { status: 503, headers: { ...headers, "cache-control": "no-store" } }
  )
