/**
 * Help in the columns of a terminal: what is described is wrapped under itself. Commands, which are there to be copied, stay in one line.
 */

/** The indent of the lines of help. */
const indent = "  "

/** The fewest columns that a description gets beside a name. */
const describedMin = 24

/** A row of a table: a name, at least two blanks, and what it is. */
const row = /^( {2}\S.*? {2,})(\S.*)$/u

/** Sections whose lines are commands, but for the comments among them. */
const commandSections = new Set(["USAGE", "EXAMPLES"])

/** The words of a text in lines of at most `width`, of which a longer word takes one of its own. */
const wordLines = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

const wrapLine = (line: string, columns: number): ReadonlyArray<string> => {
  if (line.length <= columns) return [line]
  const comment = `${indent}# `
  if (line.startsWith(comment)) {
    return wordLines(line.slice(comment.length), columns - comment.length).map((text) => comment + text)
  }
  const [, name = indent, text = line.trim()] = row.exec(line) ?? []
  const width = columns - name.length
  // A long name stands alone, and its description under it.
  if (width < describedMin) {
    const under = indent.repeat(3)
    return [name.trimEnd(), ...wordLines(text, columns - under.length).map((part) => under + part)]
  }
  return wordLines(text, width).map((part, index) => (index === 0 ? name : " ".repeat(name.length)) + part)
}

/** Wraps help; as it is where there is no terminal. */
export const wrapHelp = (help: string, columns: number | undefined): string => {
  if (columns === undefined) return help
  let section = ""
  return help
    .split("\n")
    .flatMap((line) => {
      if (/^\S/u.test(line)) section = line
      const isCommand = commandSections.has(section) && !line.startsWith(`${indent}# `)
      return isCommand ? [line] : wrapLine(line, columns)
    })
    .join("\n")
}
