/**
 * The answer to a client that cannot ask its user: the write is refused, and what the user can do instead.
 */
import { commandLine } from "../tool/CommandLine.ts"
import { notSent, type ToolFailure } from "../tool/ToolFailure.ts"

/** The command that a user runs: as a whole line, or else by its name. */
const commandOf = (name: string | undefined, words: ReadonlyArray<string> | undefined): string => {
  const line = words === undefined ? undefined : commandLine(words)
  if (line !== undefined) return `run \`${line}\``
  return name === undefined
    ? "make this change with the command line"
    : `make this change with \`${name}\`, whose flags \`${name} --help\` shows`
}

/** What to do instead where no human can be asked, as a sentence without its stop. */
export const alternativeOf = (name: string | undefined, words: ReadonlyArray<string> | undefined): string =>
  `Use a client that supports elicitation, or let the user ${commandOf(name, words)}`

export const notPreviewed = (tool: string): ToolFailure =>
  notSent(
    "confirmation_missing",
    `This client cannot ask its user. Nothing was done. Call ${tool} with mode "preview", show the user what it shows, and once they ` +
      `agree call it with mode "apply", the same arguments and the confirmation of the preview.`,
    { fields: [{ path: "/confirmation", problem: "is required here" }], next: [tool] }
  )

export const cannotAsk = (tool: string, alternative: string): ToolFailure =>
  notSent(
    "confirmation_unavailable",
    `This client cannot ask its user, and ${tool} changes nothing without a yes from a human. Nothing was done. ` +
      `${alternative}.`,
    { next: [] }
  )
