/**
 * A command as a line that a user pastes into a POSIX shell: each word is quoted where the shell would read it as something else.
 *
 * The values come from a model. A line that a page or a terminal could show as another one than it is, or that is too long to read, is
 * not made.
 */
import { cleanText } from "../answer/PlatformText.ts"

/** A longer line is not read before it is run. */
const lineLengthMax = 2_000

/** A word that each shell takes as it stands. */
const plain = /^[A-Za-z0-9_./+-][A-Za-z0-9_@%+=:,./-]*$/

const quotedWord = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** A line is shown in backticks, and stays one line. */
const isShowable = (word: string): boolean => cleanText(word) === word && !/[`\n\t]/.test(word)

/** The line of a command; undefined when it cannot be shown as it is. */
export const commandLine = (words: ReadonlyArray<string>): string | undefined => {
  const line = words.map(quotedWord).join(" ")
  return line.length <= lineLengthMax && words.every(isShowable) ? line : undefined
}
