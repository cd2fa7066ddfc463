/**
 * The blocks of docs/postgres.md that tests run: the page and the tests cannot differ.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"

export const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../../docs/postgres.md"), "utf8")

/** The text of the block whose fence has this language and this word. */
export const blockOf = (language: "ini" | "shell" | "sql", word: string): string => {
  const [, indent = "", text] = new RegExp(`^( *)\`\`\`${language} ${word}\n([^]*?)^ *\`\`\`$`, "m").exec(page) ?? []
  if (text === undefined) throw new Error(`docs/postgres.md has no block ${language} ${word}`)
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "").trimEnd()
}

/** The statements of a block. */
export const statementsOf = (word: string): ReadonlyArray<string> =>
  blockOf("sql", word)
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")

/** The settings of a block, as in a configuration file. */
export const settingsOf = (word: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    blockOf("ini", word)
      .split("\n")
      .map((line) => {
        const [, name = "", value = ""] = /^(\w+) = (.*)$/.exec(line) ?? []
        return [name, value.replace(/^'(.*)'$/, "$1")]
      })
  )
