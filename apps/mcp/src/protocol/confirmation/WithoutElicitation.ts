/**
 * The answer to a client that cannot ask its user: the write is refused, with the command that the user can run instead.
 *
 * The command is a line that a user pastes into a POSIX shell: each word is quoted where the shell would read it as something else. Its
 * values come from a model, so a line that a page or a terminal could show as another one, or that is too long to read, is not made.
 */
import { cleanText } from "../answer/PlatformText.ts"
import { notSent, type ToolFailure } from "../tool/ToolFailure.ts"

/** A longer line is not read before it is run. */
const lineLengthMax = 2_000

/** A word that each shell takes as it stands. */
const plain = /^[A-Za-z0-9_./+-][A-Za-z0-9_@%+=:,./-]*$/

const quotedWord = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** A line is shown in backticks, and stays one line. */
const isShowable = (word: string): boolean => cleanText(word) === word && !/[`\n\t]/.test(word)

/** The line of a command; undefined when it cannot be shown as it is. */
const commandLine = (words: ReadonlyArray<string>): string | undefined => {
  const line = words.map(quotedWord).join(" ")
  return line.length <= lineLengthMax && words.every(isShowable) ? line : undefined
}

/** The command that a user runs: as a whole line, or else by its name. */
const commandOf = (name: string | undefined, words: ReadonlyArray<string> | undefined): string => {
  const line = words === undefined ? undefined : commandLine(words)
  if (line !== undefined) return `run \`${line}\``
  return name === undefined
    ? "make this change with the command line"
    : `make this change with \`${name}\`, whose flags \`${name} --help\` shows`
}

/** The alternative where no human can be asked, as a sentence without its stop. */
export const alternativeOf = (name: string | undefined, words: ReadonlyArray<string> | undefined): string =>
  `Use a client that supports elicitation, or let the user ${commandOf(name, words)}`

export const notPreviewed = (tool: string): ToolFailure =>
  notSent(
    "confirmation_missing",
    `This client cannot ask its user. Nothing was done. Call ${tool} with mode "preview", show the user what it shows, and once they ` +
      `agree call it with mode "apply", the same arguments and the confirmation of the preview.`,
    { fields: [{ path: "/confirmation", problem: "is required here" }], next: [tool] }
  )

export const withoutElicitation = (tool: string, alternative: string): ToolFailure =>
  notSent(
    "confirmation_unavailable",
    `This client cannot ask its user, and ${tool} changes nothing without a yes from a human. Nothing was done. ` +
      `${alternative}.`,
    { next: [] }
  )
