/**
 * Runs the comparison for a moment, so that it is known to run: the servers start, answer alike and are measured. What it measures
 * in so short a time says nothing.
 */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "vitest"

/** The servers run on one core and the load on another; pinning is Linux's. */
const canPin = Os.platform() === "linux" && Os.availableParallelism() > 1

/** Eight processes start, one after the other, perhaps on a machine that is busy with the tests of other packages. */
const comparisonMs = 180_000

/** Enough jobs for three pages in each of ten organizations; load for a moment. */
const moment = ["--jobs", "3000", "--rounds", "1", "--seconds", "0.1", "--warmup", "0.05", "--starts", "1"]

it.skipIf(!canPin)(
  "the product and its peers give the same answers and are compared in every row",
  { timeout: comparisonMs },
  ({ onTestFinished }) => {
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-bench-test-"))
    onTestFinished(() => Fs.rmSync(folder, { recursive: true, force: true }))
    const program = fileURLToPath(new URL("../run.ts", import.meta.url))
    execFileSync(process.execPath, [program, "--name", "moment", "--into", folder, ...moment], { stdio: "pipe" })
    const result: { operations: Record<string, { busy: Record<string, unknown> }>; startup: Record<string, unknown> } =
      JSON.parse(Fs.readFileSync(Path.join(folder, "moment.json"), "utf8"))
    assert.sameMembers(Object.keys(result.operations), [
      "GET /v1/jobs?limit=100",
      "GET /v1/jobs?limit=10",
      "GET /v1/jobs, no token: 401",
      "POST /v1/users"
    ])
    const variants = ["product", "fastify", "raw", "raw-stored"]
    for (const { busy } of Object.values(result.operations)) assert.sameMembers(Object.keys(busy), variants)
    assert.sameMembers(Object.keys(result.startup), variants)
  }
)
