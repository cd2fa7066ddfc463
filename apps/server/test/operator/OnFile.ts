/**
 * Commands of the operator on one database: in the process of the test, or each a process of its own, as they are run beside a server that
 * works meanwhile.
 */
import * as Schema from "effect/Schema"
import { runProcess, runProgram } from "../Program.ts"

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

const commandsBy = (start: typeof runProcess | typeof runProgram, settings: Readonly<Record<string, string>>) => {
  const run = (...args: ReadonlyArray<string>) => start(args, settings)
  return {
    run,
    /** The result of a command that succeeds, requested as JSON. */
    json: async (...args: ReadonlyArray<string>) => {
      const { code, stdout, stderr } = await run(...args, "--json")
      if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`)
      return parse(stdout)
    }
  }
}

/** Runs commands with settings, among them the database. */
export const commandsWith = (settings: Readonly<Record<string, string>>) => commandsBy(runProgram, settings)

/** The same, each command as a process. */
export const processesWith = (settings: Readonly<Record<string, string>>) => commandsBy(runProcess, settings)

/** Runs commands on the database `file`. */
export const commandsOn = (file: string, settings: Readonly<Record<string, string>> = {}) =>
  commandsWith({ DATABASE_URL: `sqlite:${file}`, ...settings })

/** The same, each command as a process. */
export const processesOn = (file: string, settings: Readonly<Record<string, string>> = {}) =>
  processesWith({ DATABASE_URL: `sqlite:${file}`, ...settings })

/** The credentials that a command printed. */
export const credentialsOf = Schema.decodeUnknownSync(
  Schema.Struct({
    client_id: Schema.String,
    client_secret: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/))
  })
)
