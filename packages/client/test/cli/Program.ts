/**
 * The program `partner` as somebody starts it: a process of its own, with an environment and a home of its own, and no terminal.
 * Whatever it prints is looked through for secrets.
 *
 * It is made into one file first, as partners get it: that starts three times as fast as its sources, and a hundred are started.
 */
import { assert } from "@effect/vitest"
import * as Esbuild from "esbuild"
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import type { Service } from "./Service.ts"

/** The program as its sources. */
export const sources = Path.join(import.meta.dirname, "../../src/partner.ts")

const bundle = (): string => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-cli-program-"))
  process.once("exit", () => Fs.rmSync(folder, { recursive: true, force: true }))
  const outfile = Path.join(folder, "partner.mjs")
  // The oldest Node that partners may have.
  Esbuild.buildSync({
    entryPoints: [sources],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20"
  })
  return outfile
}

/** The program in one file. */
export const program = bundle()

/** Compiled code is kept here: a start takes half the time, and many programs are started. */
const compileCache = Path.join(Os.tmpdir(), "partner-api-compile-cache")

/** How a run ended, and what it said. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder that is gone afterwards: `using`. */
export const makeHome = () => {
  const path = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-cli-"))
  return { path, [Symbol.dispose]: () => Fs.rmSync(path, { recursive: true, force: true }) }
}

/** Starts the program. */
export const startPartner = (
  service: Service | undefined,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {},
  nodeFlags: ReadonlyArray<string> = []
) => {
  const child = ChildProcess.spawn(process.execPath, [...nodeFlags, program, ...args], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: compileCache,
      // Nobody's home, so that nobody's credentials are found.
      HOME: Path.join(Os.tmpdir(), "partner-cli-nobody"),
      ...service?.settings,
      ...settings
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const said = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text))
  const ended = new Promise<Run>((resolve) => child.on("close", (code) => resolve({ code, ...said })))
  const end = async (): Promise<Run> => {
    const run = await ended
    for (const secret of service?.secrets ?? []) {
      assert.notInclude(run.stdout, secret, "a secret on standard output")
      assert.notInclude(run.stderr, secret, "a secret on standard error")
    }
    return run
  }
  return { child, end }
}

/** Runs the program to its end. */
export const runPartner = (...given: Parameters<typeof startPartner>): Promise<Run> => startPartner(...given).end()

/** Runs it with the credentials of the service; anything but success is an error that says what was said. */
export const succeed = async (...given: Parameters<typeof startPartner>): Promise<Run> => {
  const run = await runPartner(...given)
  assert.strictEqual(run.code, 0, run.stderr)
  return run
}
