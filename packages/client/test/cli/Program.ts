/**
 * The program `partner` with an environment and a home of its own, and no terminal. Whatever it prints is looked through for secrets.
 *
 * `runPartner` runs it in this process, which takes a fiftieth of the time. `startPartner` starts a process: for signals, for options of
 * Node, for what is read while the program runs, and once for each exit code (`ExitCodes.test.ts`). A process gets the program in one file,
 * as partners do: that starts three times as fast as its sources.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { runCollected } from "@partner-api/cli-kit/testing/CollectedRun"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Esbuild from "esbuild"
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { partnerEnds, partnerProgram } from "../../src/cli/PartnerProgram.ts"
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

let built: string | undefined

/** The program in one file. It is made when the first process starts: most tests start none. */
export const program = (): string => (built ??= bundle())

/** Compiled code is kept here: a start takes half the time, and many programs are started. */
const compileCache = Path.join(Os.tmpdir(), "partner-api-compile-cache")

/** How a run ended, and what it printed. */
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

/** The environment of a run: that of the service, and what the test sets. */
const environmentOf = (service: Service | undefined, settings: Readonly<Record<string, string>>) => ({
  // Nobody's home, so that nobody's credentials are found.
  HOME: Path.join(Os.tmpdir(), "partner-cli-nobody"),
  ...service?.settings,
  ...settings
})

/** The run, after its output was looked through for the secrets of the service. */
const withoutSecrets = <A extends Run>(service: Service | undefined, run: A): A => {
  for (const secret of service?.secrets ?? []) {
    assert.notInclude(run.stdout, secret, "a secret on standard output")
    assert.notInclude(run.stderr, secret, "a secret on standard error")
  }
  return run
}

/** Starts the program as a process. */
export const startPartner = (
  service: Service | undefined,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {},
  nodeFlags: ReadonlyArray<string> = []
) => {
  const child = ChildProcess.spawn(process.execPath, [...nodeFlags, program(), ...args], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...environmentOf(service, settings) },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const printed = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text))
  const ended = new Promise<Run>((resolve) => child.on("close", (code) => resolve({ code, ...printed })))
  return { child, end: async (): Promise<Run> => withoutSecrets(service, await ended) }
}

/** Runs the program to its end, in this process; at a terminal where `isSeen`. */
export const runPartner = async (
  service: Service | undefined,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {},
  isSeen = false,
  input = ""
): Promise<Run> => {
  const environment = environmentOf(service, settings)
  const run = await runCollected({ args, environment, isSeen, input, ends: partnerEnds }, (stdio) =>
    Effect.provide(partnerProgram, Layer.merge(NodeServices.layer, stdio))
  )
  return withoutSecrets(service, run)
}

/** Runs it with the credentials of the service; anything but success is an error with what was printed. */
export const succeed = async (...given: Parameters<typeof runPartner>): Promise<Run> => {
  const run = await runPartner(...given)
  assert.strictEqual(run.code, 0, run.stderr)
  return run
}
