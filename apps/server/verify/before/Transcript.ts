/**
 * Everything that a program does with the conversations: its answers, the lines of its log, its metrics, its spans, and the rows of its database.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { attributesOf, type Span, startCollector } from "../../test/operator/Collector.ts"
import { converse } from "./Connection.ts"
import { conversations, primaryTokenRequest, scopedTokenRequest } from "./Conversations.ts"
import type { MakeDatabase } from "./Databases.ts"

/** A program: the folder of its sources, and the ports that it listens on. */
export interface Subject {
  readonly root: string
  readonly port: number
  readonly metricsPort: number
  readonly makeDatabase: MakeDatabase
}

/** The texts of a run, by what they are of. */
export type Transcript = ReadonlyMap<string, string>

const fixedWorld = Path.join(import.meta.dirname, "FixedWorld.ts")

/** The warning about a clock that stands still, with the seconds to that of the database. */
const clockDifference = /the clock of this machine is [\d,]+ s/g

/** The values that a run has for itself alone, each with the word that stands for it in a transcript. */
type OwnValues = ReadonlyArray<readonly [own: string, word: string]>

const withoutOwn = (text: string, values: OwnValues): string =>
  values.reduce((rest, [own, word]) => rest.replaceAll(own, word), text)

const start = async ({ metricsPort, port, root }: Subject, folder: string, databaseUrl: string, collector: string) => {
  const child = ChildProcess.spawn(
    process.execPath,
    ["--import", fixedWorld, Path.join(root, "apps/server/src/main.ts"), "sandbox"],
    {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        LOG_FORMAT: "json",
        RATE_LIMIT_PER_SECOND: "1000000",
        RATE_LIMIT_BURST: "1000000",
        STATEMENTS_FILE: Path.join(folder, "statements.json"),
        ALLOWED_HOSTS: "partners.example.test",
        REQUEST_LOG: "off",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector,
        OTEL_TRACES_SAMPLER_ARG: "1"
      }
    }
  )
  let output = ""
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer): void => {
      output += piece.toString()
      if (output.includes(`127.0.0.1:${port}`)) resolve()
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("close", () => reject(new Error(`${root} has ended: ${output}`)))
  })
  return {
    stop: async (): Promise<string> => {
      child.kill("SIGTERM")
      await ended
      return withoutOwn(output.replaceAll(clockDifference, "CLOCK"), [
        [databaseUrl, "DATABASE"],
        [new URL(databaseUrl).pathname.slice(1), "DATABASE"],
        [folder, "FOLDER"],
        [`(${child.pid})`, "(PID)"],
        [collector, "COLLECTOR"]
      ])
    }
  }
}

const tokenOf = (answer: string): string => {
  const token = /"access_token":"([^"]+)"/.exec(answer)?.[1]
  if (token === undefined) throw new Error(`no token: ${answer}`)
  return token
}

/** The kind of a span that is a request (OpenTelemetry). */
const requestKind = 2

/** The spans of requests, each with its parent. Work between requests depends on timers. */
const spansIn = (spans: ReadonlyArray<Span>): string => {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const pathOf = (span: Span): ReadonlyArray<Span> => {
    const parent = byId.get(span.parentSpanId ?? "")
    return parent === undefined ? [span] : [...pathOf(parent), span]
  }
  return spans
    .flatMap((span) => {
      const path = pathOf(span)
      return path[0]?.kind === requestKind
        ? [
            `${path.map(({ name }) => name).join(" > ")} ${span.status.code} ${JSON.stringify(attributesOf(span.attributes))}`
          ]
        : []
    })
    .toSorted()
    .join("\n")
}

/** Runs the conversations with a program. */
export const transcribe = async (subject: Subject): Promise<Transcript> => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-before-"))
  await using collector = await startCollector()
  const database = await subject.makeDatabase(folder)
  const running = await start(subject, folder, database.url, collector.address)
  const texts = new Map<string, string>()
  const talk = (name: string, send: string): Promise<string> =>
    converse(subject.port, [{ send }]).then((answer) => {
      texts.set(name, answer)
      return answer
    })
  const primary = tokenOf(await talk("a primary token", primaryTokenRequest()))
  const scoped = tokenOf(await talk("a scoped token", scopedTokenRequest(primary)))
  for (const { name, steps } of conversations({ primary, scoped })) {
    if (database.undecided.includes(name)) continue
    texts.set(name, await converse(subject.port, steps))
    if (name.startsWith("webhookEndpoints")) await database.settle()
  }
  const scrape = await converse(subject.metricsPort, [
    { send: "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" }
  ])
  // What the process itself takes is another thing in each run.
  texts.set(
    "metrics",
    scrape
      .split("\n")
      .filter((line) => /^partner_api_(?:http|requests|answers|errors|deliver)/.test(line))
      .join("\n")
  )
  const output = await running.stop()
  texts.set("output", database.isOrdered ? output : output.split("\n").toSorted().join("\n"))
  texts.set("spans", spansIn(collector.spans()))
  for (const [name, text] of await database.read()) texts.set(name, text)
  Fs.rmSync(folder, { recursive: true, force: true })
  return texts
}
