/**
 * The release that these tests are about: the one in the folder RELEASE_FOLDER, or one that is made for them; and the commands of those who
 * install it, each on a machine of its own, as far as npm can distinguish.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { publishedPackages } from "../src/Packages.ts"
import { bundleName, bundleOf, packAll, type Packed } from "../src/Tarballs.ts"

export interface Release {
  /** For what tests leave behind; removed with everything in it. */
  readonly folder: string
  readonly packed: ReadonlyArray<Packed>
  /** The bundle for MCP hosts. */
  readonly bundle: string
  readonly remove: () => void
}

/** The tarballs of a release that exists, by its own list. */
const packedIn = (folder: string): ReadonlyArray<Packed> => {
  const lines = readFileSync(join(folder, "packages.txt"), "utf8").trim().split("\n")
  const files = new Map(lines.map((line) => line.split(" ")).map(([name = "", , file = ""]) => [name, file]))
  return publishedPackages().map((one) => {
    const tarball = join(folder, files.get(one.manifest.name) ?? "")
    if (!existsSync(tarball) || tarball === folder) throw new Error(`${folder} has no ${one.manifest.name}`)
    return { ...one, tarball }
  })
}

export const openRelease = async (): Promise<Release> => {
  const folder = mkdtempSync(join(tmpdir(), "partner-release-verify-"))
  const { RELEASE_FOLDER: made } = process.env
  const packed = made === undefined ? await packAll(join(folder, "tarballs")) : packedIn(made)
  const server = packed.find(({ manifest }) => manifest.mcpName !== undefined)
  if (server === undefined) throw new Error("No package is an MCP server.")
  return {
    folder,
    packed,
    bundle: made === undefined ? bundleOf(server, folder) : join(made, bundleName(server)),
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** A machine on which nobody has installed anything: a home, a cache and a working folder that are empty. */
export interface Machine {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

/** `node` is the folder of the Node that runs everything there. */
export const newMachine = (release: Release, name: string, from: string, node = dirname(process.execPath)): Machine => {
  const home = join(release.folder, name)
  const folder = join(home, "work")
  mkdirSync(folder, { recursive: true })
  return {
    folder,
    env: {
      PATH: `${node}:${process.env["PATH"] ?? ""}`,
      HOME: home,
      npm_config_cache: join(home, "cache"),
      npm_config_registry: from,
      npm_config_update_notifier: "false"
    }
  }
}

/** A command that runs, and what it has printed so far. */
export interface Running {
  readonly child: ChildProcess
  readonly lines: ReadonlyArray<string>
  readonly stderr: () => string
  readonly ended: Promise<number | null>
  /** The first line that matches; an error when the command ends without one. */
  readonly line: (pattern: RegExp) => Promise<string>
  /** Ends it and whatever it has started, as a terminal does that is closed. */
  readonly stop: () => Promise<void>
}

export const start = (
  { folder, env }: Machine,
  command: string,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {}
): Running => {
  const child = spawn(command, [...args], { cwd: folder, env: { ...env, ...settings }, detached: true, stdio: "pipe" })
  const lines: Array<string> = []
  const waiting = new Set<() => void>()
  let errors = ""
  let isOver = false
  child.stderr.on("data", (chunk) => (errors += String(chunk)))
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line)
    for (const look of waiting) look()
  })
  const ended = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      isOver = true
      for (const look of waiting) look()
      resolve(code)
    })
  )
  return {
    child,
    lines,
    stderr: () => errors,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => pattern.test(line))
          if (found !== undefined) resolve(found)
          else if (isOver) reject(new Error(`ended without ${String(pattern)}: ${lines.join("\n")}\n${errors}`))
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
    stop: async () => {
      if (child.pid !== undefined && !isOver) process.kill(-child.pid, "SIGINT")
      await ended
    }
  }
}

/** Runs a command to its end. */
export const run = async (...given: Parameters<typeof start>) => {
  const running = start(...given)
  running.child.stdin?.end()
  const status = await running.ended
  return { status, stdout: running.lines.join("\n"), stderr: running.stderr() }
}
