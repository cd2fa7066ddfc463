/**
 * The command line as its parser takes it: `partner help jobs` is `partner jobs --help`, flags in front of a command stand behind it, and help
 * is given of commands that exist. Judges no flag and no value.
 */
import type * as Command from "effect/cli/Command"

/** Flags of every command, that people write in front of it too, and whether a value follows. */
const leading: ReadonlyMap<string, boolean> = new Map([
  ["--json", false],
  ["--csv", false],
  ["--organization", true],
  ["--config", true],
  // The parser takes these anywhere; what stands behind them may be in front of the command.
  ["--profile", true],
  ["--verbose", false]
])

/** The number of arguments at the start that are such flags with their values. */
const leadingCount = (args: ReadonlyArray<string>): number => {
  let count = 0
  for (let arg = args[0]; arg !== undefined; arg = args[count]) {
    const [name = ""] = arg.split("=", 1)
    const takesValue = leading.get(name)
    if (takesValue === undefined) return count
    count += takesValue && name === arg ? 2 : 1
  }
  return args.length
}

/** The arguments with the flags in front of the command behind it. Everything after `--` is no flag, so they stand before that. */
const withFlagsBehind = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const count = leadingCount(args)
  const rest = args.slice(count)
  const end = rest.indexOf("--")
  const place = end < 0 ? rest.length : end
  return [...rest.slice(0, place), ...args.slice(0, count), ...rest.slice(place)]
}

const helpFlags: ReadonlyArray<string> = ["--help", "-h"]

/** The command line whose help is requested: `partner help jobs list`, and `partner help` alone. */
const withHelpFlag = ([first, ...rest]: ReadonlyArray<string>): ReadonlyArray<string> | undefined =>
  first === "help" ? [...rest, "--help"] : undefined

/** Whether the words at the start are commands, as far as they must be. */
const names = (command: Command.Command.Any, [word, ...rest]: ReadonlyArray<string>): boolean => {
  const within = command.subcommands.flatMap(({ commands }) => commands)
  if (word === undefined || word.startsWith("-") || within.length === 0) return true
  const next = within.find(({ alias, name }) => name === word || alias === word)
  return next !== undefined && names(next, rest)
}

/** The arguments that the parser gets. Where no such command exists, it reports that: help of another one would hide it. */
export const parsedArguments = (program: Command.Command.Any, given: ReadonlyArray<string>): ReadonlyArray<string> => {
  const args = withFlagsBehind(given)
  const wanted = withHelpFlag(args) ?? args
  return names(program, wanted) ? wanted : wanted.filter((arg) => !helpFlags.includes(arg))
}
