/**
 * Everything that a program does with the conversations: its answers, the lines of its log, its metrics, its spans, and the rows of its database.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Result from "effect/Result"
import { attributesOf, type Span, startCollector } from "../../test/operator/Collector.ts"
import { converse } from "./Connection.ts"
import { conversations, primaryTokenRequest, scopedTokenRequest } from "./Conversations.ts"

/** A program: the folder of its sources, and the ports that it listens on. */
export interface Subject {
  readonly root: string
  readonly port: number
  readonly metricsPort: number
}

/** The texts of a run, by what they are of. */
export type Transcript = ReadonlyMap<string, string>

const fixedWorld = Path.join(import.meta.dirname, "FixedWorld.ts")

const start = async ({ metricsPort, port, root }: Subject, folder: string, collector: string) => {
  const child = ChildProcess.spawn(
    process.execPath,
    ["--import", fixedWorld, Path.join(root, "apps/server/src/main.ts"), "sandbox"],
    {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: `sqlite:${Path.join(folder, "sandbox.db")}`,
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
      return output.replaceAll(folder, "FOLDER").replaceAll(`(${child.pid})`, "(PID)")
    }
  }
}

const tokenOf = (answer: string): string => {
  const token = /"access_token":"([^"]+)"/.exec(answer)?.[1]
  if (token === undefined) throw new Error(`no token: ${answer}`)
  return token
}

/** The executions of each statement, and its plan. */
const statementsIn = (file: string, folder: string): string => {
  using db = new DatabaseSync(file, { readOnly: true })
  const executions: ReadonlyArray<readonly [string, number]> = JSON.parse(
    Fs.readFileSync(Path.join(folder, "statements.json"), "utf8")
  )
  // The statements of migrations are of tables that later ones have dropped.
  const planOf = (text: string): string =>
    Result.getOrElse(
      Result.try(() =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all()
          .map(({ detail }) => String(detail))
          .join("; ")
      ),
      () => "no plan"
    )
  // How often deliveries are looked for and quotas exchanged depends on timers, which run on; so does the number of transactions.
  const countOf = (text: string, count: number): string =>
    /webhook_positions|stored_bytes|^BEGIN|^COMMIT/.test(text) ? "some" : String(count)
  return executions
    .map(([text, count]) => `${countOf(text, count)} × ${text.replaceAll(/\s+/g, " ").trim()} [${planOf(text)}]`)
    .join("\n")
}

/** The moment of the next attempt of a delivery, whose delay is drawn between requests. */
const nextAttempt = /"(?:next_attempt_at_ms|due_at_ms)":\d+/g

/** The rows of every table, in the order of their columns. SQLite takes the time of a migration from a clock of its own. */
const rowsIn = (file: string): ReadonlyArray<readonly [string, string]> => {
  using db = new DatabaseSync(file, { readOnly: true })
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations' ORDER BY name")
    .all()
  return tables.map(({ name }) => {
    const rows = db.prepare(`SELECT * FROM "${String(name)}"`).all()
    return [
      `table ${String(name)}`,
      rows
        .map((row) => JSON.stringify(row).replaceAll(nextAttempt, ""))
        .toSorted()
        .join("\n")
    ] as const
  })
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
  const running = await start(subject, folder, collector.address)
  const texts = new Map<string, string>()
  const talk = (name: string, send: string): Promise<string> =>
    converse(subject.port, [{ send }]).then((answer) => {
      texts.set(name, answer)
      return answer
    })
  const primary = tokenOf(await talk("a primary token", primaryTokenRequest()))
  const scoped = tokenOf(await talk("a scoped token", scopedTokenRequest(primary)))
  for (const { name, steps } of conversations({ primary, scoped })) texts.set(name, await converse(subject.port, steps))
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
  texts.set("output", (await running.stop()).replaceAll(collector.address, "COLLECTOR"))
  texts.set("spans", spansIn(collector.spans()))
  for (const [name, rows] of rowsIn(Path.join(folder, "sandbox.db"))) texts.set(name, rows)
  texts.set("statements", statementsIn(Path.join(folder, "sandbox.db"), folder))
  Fs.rmSync(folder, { recursive: true, force: true })
  return texts
}
