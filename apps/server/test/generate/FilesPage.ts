/**
 * The page of files, `docs/files.md`, as text: made from files as programs write them, each of which is read here. Writes only those.
 */
import * as Path from "node:path"
import * as Result from "effect/Result"
import { jobLines, userLines } from "../../src/imports/ImportKind.ts"
import { badLineFiles, type Given, readableFiles, refusedFiles, unsaid } from "../imports/ProgramFiles.ts"
import { readImportFile } from "../imports/ReadImportFile.ts"

export const filesPageUrl = new URL("../../../../docs/files.md", import.meta.url)

/** A table as the formatter writes it. */
const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("|", String.raw`\|`)))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n")
}

const flagsOf = ({ encoding, format }: Given): string =>
  [
    ...(format === undefined ? [] : [`\`--format ${format}\``]),
    ...(encoding === undefined ? [] : [`\`--encoding ${encoding}\``])
  ].join(" ")

/** The page; files are written into a folder. */
export const filesPage = async (folder: string): Promise<string> => {
  const readable = readableFiles.map(([program, , , , given = unsaid]) => [program, flagsOf(given)])
  const refused = await Promise.all(
    refusedFiles.map(async ([what, name, contents]) => {
      const path = Path.join(folder, `page-refused-${name}`)
      const { message, remedy } = Result.getOrThrow(
        Result.flip(await readImportFile(userLines, path, contents, unsaid))
      )
      return [what, message.replaceAll(path, "FILE"), remedy]
    })
  )
  const bad = await Promise.all(
    badLineFiles.map(async ([what, name, contents]) => {
      const path = Path.join(folder, `page-bad-${name}`)
      const read = Result.getOrThrow(await readImportFile(jobLines, path, contents, unsaid))
      return [what, read.bad.join(" ")]
    })
  )
  return `# Files

<!-- Written by \`pnpm generate\` from apps/server/test/imports/ProgramFiles.ts. -->

\`partner-api import\` ([clients](operators/clients.md#import-data)) and \`partner users import\` ([command line](../packages/client/docs/cli.md#import)) read the
same files: NDJSON, with one JSON object on each line, and CSV, with the names of the columns in its first line.

## What is read

- **Encoding**: UTF-8, and UTF-16 in either order of bytes, with a byte order mark or without. Nothing in a file shows another encoding:
  \`--encoding\` names it, and a byte order mark is stronger.
- **Cells**: commas between them, or else semicolons, tabs or \`|\`: the first of these that the header has. A line such as \`sep=;\` before the
  header decides instead. Line breaks, quotes and separators within a cell need quotes around it, and quotes within them are doubled (RFC 4180).
- **Columns**: \`First Name\` is \`first_name\`. A row may end early, and have empty cells behind the last column. Rows of empty cells are left
  out. A column that is not known is refused, because its data would be lost.
- **Values**: an empty cell, and in NDJSON a \`null\`, is a member that is not there. Integers are digits, with \`.0\` behind them at most.
- **Lines** end with LF, CR LF or CR.
- **Broken rows**: a row whose quotes are wrong is its first line; reading goes on at the next line, so that no other row is lost.

## Lists of these programs

What \`jobs\` and \`users\` of \`partner\` print with \`--json\` or \`--csv\`, and \`jobs list\` and \`users list\` of \`partner-api\` with \`--json\`, can be
imported. Jobs are found by their \`external_id\`: the \`id\` and the \`hired_count\` of a job in a file are not imported. Lists of agencies
and applications cannot be imported, because the API does not show what another system calls an agency.

## Programs

Files of these programs are read, with the flag where one is named:

${table([["Written by", "Flag"], ...readable])}

## Files that are refused

Nothing of such a file is imported. Its message names the mistake and what to do:

${table([["A file with", "Message", "Remedy"], ...refused])}

## Lines that are bad

A bad line is named with its number. \`partner-api import\` refuses the file then, or skips the line with \`--on-error skip\`;
\`partner users import\` adds the others. Both count every line that they could not read.

${table([["A line with", "Message"], ...bad])}
`
}
