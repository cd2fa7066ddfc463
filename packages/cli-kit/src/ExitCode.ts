/**
 * The exit codes of the three programs, and which one an end gets. What happened is reported on standard error before; this file prints
 * nothing.
 */
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"

/** The table. */
export const exitCodes = {
  /** The command did its work, or its reader closed standard output. */
  done: 0,
  /** The command did not do it. */
  failed: 1,
  /** The command line, or a setting that belongs to it, is wrong. */
  usage: 2,
  /** The import was done without the lines that were wrong, as `--on-error skip` allows. */
  linesSkipped: 3,
  /** Ctrl-C: 128 and the number of SIGINT, as shells count. */
  interrupted: 130,
  /** A command was terminated before its end: 128 and the number of SIGTERM. */
  terminated: 143
} as const

/** The options in which programs differ. */
export interface ExitCodeOptions {
  /** The code after SIGTERM: `done` for a program that serves until it is stopped, `terminated` for one whose commands end. */
  readonly onTerminate: typeof exitCodes.done | typeof exitCodes.terminated
  /** Tags of errors, other than those of the command line, that end with `usage`. */
  readonly usageTags?: ReadonlyArray<string>
}

/** The signals that end a program in order. */
type EndSignal = "SIGINT" | "SIGTERM"

const isTagged = (error: unknown, tags: ReadonlyArray<string>): boolean =>
  tags.some((tag) => Predicate.isTagged(error, tag))

const codeOfError = (error: unknown, usageTags: ReadonlyArray<string>): number => {
  if (Predicate.isTagged(error, "OutputClosed")) return exitCodes.done
  if (isTagged(error, usageTags)) return exitCodes.usage
  if (!CliError.isCliError(error)) return Runtime.getErrorExitCode(error)
  return error._tag === "ShowHelp" && error.errors.length === 0 ? exitCodes.done : exitCodes.usage
}

/** The exit code of an end, after `signal` if there was one. */
export const exitCodeOf = (
  exit: Exit.Exit<unknown, unknown>,
  signal: EndSignal | undefined,
  { onTerminate, usageTags = [] }: ExitCodeOptions
): number => {
  if (Exit.isSuccess(exit)) return exitCodes.done
  // A command may end its interruption with an error about its progress, as an import does.
  if (signal === "SIGINT") return exitCodes.interrupted
  // An interruption without a signal is Ctrl-C too: a prompt reads the key.
  if (Cause.hasInterruptsOnly(exit.cause)) return signal === "SIGTERM" ? onTerminate : exitCodes.interrupted
  return codeOfError(Option.getOrUndefined(Cause.findErrorOption(exit.cause)), usageTags)
}

/** Remembers the first signal, because an exit does not hold it. To be called before the program runs. */
export const listenForSignals = (): (() => EndSignal | undefined) => {
  let first: EndSignal | undefined
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => (first ??= signal))
  return () => first
}

/** Makes the teardown of a program: it ends with the code of the table. To be called before the program runs. */
export const makeTeardown = (options: ExitCodeOptions): Runtime.Teardown => {
  const signalOf = listenForSignals()
  return (exit, onExit) => onExit(exitCodeOf(exit, signalOf(), options))
}
