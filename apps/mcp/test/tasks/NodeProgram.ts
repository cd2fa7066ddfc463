/**
 * A program of the house as a process of its own, for what only a running program can show. Waits for lines it prints, never for time.
 */
import * as ChildProcess from "node:child_process"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Readline from "node:readline"

/** Compiled code is kept here: a start takes half the time, and many programs are started. */
const compileCache = Path.join(Os.tmpdir(), "partner-api-compile-cache")

/** Nothing of the environment but the way to other programs, and what is given. */
export const environmentOf = (settings: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: compileCache,
  ...settings
})

const spawn = (command: string, args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) =>
  ChildProcess.spawn(command, args, {
    env: environmentOf(settings),
    stdio: ["ignore", "pipe", "pipe"]
  })

const textOf = (child: ReturnType<typeof spawn>) => {
  const said = { out: "", err: "" }
  child.stdout.on("data", (chunk) => (said.out += String(chunk)))
  child.stderr.on("data", (chunk) => (said.err += String(chunk)))
  return said
}

/** Runs a program to its end and gives what it printed. */
export const runNode = async (
  main: string,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>
): Promise<string> => {
  const child = spawn(process.execPath, [main, ...args], settings)
  const said = textOf(child)
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${said.err}`)
  return said.out
}

/** Starts a command and waits for the line, on either stream, that matches. */
export const startCommand = async (
  command: string,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>,
  ready: RegExp
) => {
  const child = spawn(command, args, settings)
  const said = textOf(child)
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    const look = (line: string) => {
      const match = ready.exec(line)
      if (match !== null) resolve(match)
    }
    Readline.createInterface({ input: child.stdout }).on("line", look)
    Readline.createInterface({ input: child.stderr }).on("line", look)
    void ended.then(() => reject(new Error(`ended before it was ready: ${said.err}`)))
  })
  return {
    found,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

/** Starts a program of Node in the same way. */
export const startNode = (
  main: string,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>,
  ready: RegExp
) => startCommand(process.execPath, [main, ...args], settings, ready)
