/**
 * Wrong command lines of a program, made from its commands as their help shows them: each flag and each argument with each wrong text, beside
 * right ones for what the command requires.
 *
 * For tests. A flag that several commands share is tried with the first of them.
 */
import * as CliOutput from "effect/cli/CliOutput"
import type { HelpDoc } from "effect/cli/HelpDoc"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** A command line with one wrong text. */
export interface WrongCommandLine {
  readonly args: ReadonlyArray<string>
  /** The flag or the argument that has it, as messages name it: `--limit`, `<job>`. */
  readonly name: string
  readonly value: string
}

/** Right and wrong texts for the arguments of a program. */
export interface Texts {
  /** A right text for a flag or an argument that is required, by its name or else by the name of its type. */
  readonly right: Readonly<Record<string, string>>
  readonly wrong: ReadonlyArray<string>
}

/** Runs a command line of the program. */
type Run<R> = (args: ReadonlyArray<string>) => Effect.Effect<unknown, unknown, R>

/** A command by its path, without the name of the program. */
interface CommandHelp {
  readonly path: ReadonlyArray<string>
  readonly doc: HelpDoc
}

const helpOf = <R>(run: Run<R>, path: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<CommandHelp>, never, R> =>
  Effect.suspend(() => {
    const shown: Array<HelpDoc> = []
    const presenter = CliOutput.layerPresenter({
      present: (event) => Effect.sync(() => (event._tag === "Help" ? void shown.push(event.helpDoc) : undefined))
    })
    return Effect.gen(function* () {
      yield* Effect.exit(Effect.provide(run([...path, "--help"]), presenter))
      const [doc] = shown
      if (doc === undefined) return []
      const names = (doc.subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))
      const below = yield* Effect.forEach(names, (name) => helpOf(run, [...path, name]))
      return [{ path, doc }, ...below.flat()]
    })
  })

/** A flag or an argument of a command. */
interface Parameter {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** The same for what several commands share. */
  readonly key: string
  readonly write: (text: string) => string
}

const parametersOf = ({ args = [], flags, globalFlags = [] }: HelpDoc): ReadonlyArray<Parameter> => [
  ...[...flags, ...globalFlags]
    .filter(({ type }) => type !== "boolean")
    .map(({ description, name, required, type }) => ({
      name: `--${name}`,
      type,
      required,
      key: `--${name} ${type} ${Option.getOrElse(description, () => "")}`,
      write: (text: string) => `--${name}=${text}`
    })),
  ...args.map(({ description, name, required, type }) => ({
    name: `<${name}>`,
    type,
    required,
    key: `<${name}> ${type} ${Option.getOrElse(description, () => "")}`,
    write: (text: string) => text
  }))
]

/** The wrong command lines of a program. */
export const wrongCommandLines = <R>(
  run: Run<R>,
  { right, wrong }: Texts
): Effect.Effect<ReadonlyArray<WrongCommandLine>, never, R> =>
  Effect.map(helpOf(run, []), (commands) => {
    const tried = new Set<string>()
    return commands.flatMap(({ doc, path }) => {
      const parameters = parametersOf(doc)
      // Only what has no commands below it runs.
      if (doc.subcommands !== undefined && parameters.every(({ name }) => name.startsWith("--"))) return []
      return parameters.flatMap((parameter) => {
        if (tried.has(parameter.key)) return []
        tried.add(parameter.key)
        return wrong.map((value) => ({
          name: parameter.name,
          value,
          args: [
            ...path,
            ...parameters.flatMap((other) => {
              if (other === parameter) return [other.write(value)]
              // Help calls what may come any number of times required, too.
              const text = right[other.name] ?? right[other.type]
              return other.required && text !== undefined ? [other.write(text)] : []
            })
          ]
        }))
      })
    })
  })

/** The faults that `judge` finds in the lines with a wrong text for a flag or an argument, each once. Lines run one after the other. */
export const faultsAbout = async (
  parameter: string,
  lines: ReadonlyArray<WrongCommandLine>,
  judge: (line: WrongCommandLine) => Promise<ReadonlyArray<string>>
): Promise<ReadonlyArray<string>> => {
  const faults = new Set<string>()
  for (const line of lines) {
    if (line.name !== parameter) continue
    for (const fault of await judge(line)) faults.add(fault)
  }
  return [...faults]
}
