/**
 * A program of the bench, run for a moment. Figures of so short a time mean nothing.
 */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import type { TestContext } from "vitest"

/** The servers run on one core and the load on another; pinning is Linux's. */
export const canPin = Os.platform() === "linux" && Os.availableParallelism() > 1

/** Many processes start, one after the other, perhaps on a machine that is busy with the tests of other packages. */
export const momentMs = 360_000

/** Runs a program, and gives what reads the files of its result. */
export const runForMoment = (
  program: string,
  args: ReadonlyArray<string>,
  onTestFinished: TestContext["onTestFinished"]
): ((ending: "json" | "svg") => string) => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-bench-test-"))
  onTestFinished(() => Fs.rmSync(folder, { recursive: true, force: true }))
  const file = fileURLToPath(new URL(`../${program}`, import.meta.url))
  execFileSync(process.execPath, [file, "--name", "moment", "--into", folder, ...args], { stdio: "pipe" })
  return (ending) => Fs.readFileSync(Path.join(folder, `moment.${ending}`), "utf8")
}

/** Enough jobs for three pages in each of ten organizations; load for a moment. */
const moment = ["--jobs", "3000", "--rounds", "1", "--seconds", "0.1", "--warmup", "0.05", "--starts", "1"]

/** What a comparison covers: the servers of each request, those whose start is timed, and the requests with bars in the picture. */
type Coverage = Readonly<Record<string, ReadonlyArray<string>>>

const variants = ["fastify", "product", "raw"]

const operations = {
  "GET /v1/jobs, no token: 401": variants,
  "GET /v1/jobs/{id}": variants,
  "GET /v1/jobs/{id}, If-None-Match: 304": variants,
  "GET /v1/jobs/{id}, one of many": variants,
  "GET /v1/jobs?limit=10": variants,
  "GET /v1/jobs?limit=100": variants,
  "POST /oauth/token": variants,
  "POST /v1/applications": variants,
  "POST /v1/applications/{id}/transitions: confirm": variants,
  "POST /v1/users": variants
}

/** All that {@link compareForMoment} must cover. */
export const everything: Coverage = {
  ...operations,
  start: variants,
  chart: Object.keys(operations).toSorted()
}

/** Runs the comparison on an engine, where every server must answer alike. */
export const compareForMoment = (engine: string, onTestFinished: TestContext["onTestFinished"]): Coverage => {
  const read = runForMoment("run.ts", ["--engine", engine, ...moment], onTestFinished)
  const result: { operations: Record<string, { busy: Record<string, unknown> }>; startup: Record<string, unknown> } =
    JSON.parse(read("json"))
  const drawn = [...read("svg").matchAll(/<title>([^<]+): [\d.]+ \[/g)].map(([, name]) => name ?? "")
  const names = (of: Record<string, unknown>) => Object.keys(of).toSorted()
  return {
    ...Object.fromEntries(Object.entries(result.operations).map(([name, { busy }]) => [name, names(busy)])),
    start: names(result.startup),
    chart: [...new Set(drawn)].toSorted()
  }
}
