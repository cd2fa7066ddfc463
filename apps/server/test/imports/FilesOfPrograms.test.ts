/**
 * Files as programs write them: what is read out of each, or the sentence that refuses it; and the page that says so (field reports, Wrong 8;
 * docs/files.md).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { jobLines, userLines } from "../../src/imports/ImportKind.ts"
import { filesPage, filesPageUrl } from "../generate/FilesPage.ts"
import { sharedFolder } from "../TestServer.ts"
import {
  ada,
  badLineFiles,
  bytes,
  excelGerman,
  jurgen,
  readableFiles,
  refusedFiles,
  unsaid,
  utf16,
  windows
} from "./ProgramFiles.ts"
import { readImportFile } from "./ReadImportFile.ts"

const folder = sharedFolder()

/** What each refusal says besides its remedy. */
const refusals: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Outlook's own columns": [
    '"Title", "Middle Name", "E-mail Address"',
    "Rename the columns or take them out",
    "first_name"
  ],
  "pandas with its index": ["no name for column 1", "index=False"],
  "a column twice": ['"first_name" twice', "Take one"],
  "another separator": ["separator", "a comma, a semicolon, a tab or a |"],
  "quotes in the header that stay open": ["opens a quote that is not closed", "in one line"],
  "no line": ["has no header", "first_name"],
  "UTF-16 that was cut": ["is not valid UTF-16LE", "Save it again as UTF-8"],
  "a name that does not tell the format": ["--format csv"]
}

describe("the users of a file of", () => {
  it.for(readableFiles)("%s are read (field reports, Wrong 8)", async ([, name, contents, users, given = unsaid]) => {
    const read = Result.getOrThrow(await readImportFile(userLines, folder.file(name), contents, given))
    assert.deepStrictEqual<unknown>(read, { size: read.size, end: read.size, good: users, bad: [] })
  })

  it("Excel that was saved as plain CSV are refused line by line, with the flag that reads them", async () => {
    const contents = bytes(`${excelGerman}J\xfcrgen;Gr\xf6\xdfe;juergen@example.com;\r\nAda;King;ada@example.com;\r\n`)
    const read = Result.getOrThrow(await readImportFile(userLines, folder.file("plain.csv"), contents, unsaid))
    assert.deepStrictEqual<unknown>(read.good, [ada])
    assert.match(read.bad.join("\n"), /^line 2: is not valid UTF-8; .*--encoding windows-1252/)
  })

  it("any encoding are the same when the file has many pieces", async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `Jürgen;Größe;user${index}@example.com`)
    const text = ["first_name;last_name;email", ...lines, ""].join("\r\n")
    for (const [name, contents, given] of [
      ["many-16.csv", utf16(text), unsaid],
      ["many-16-be.csv", utf16(text).swap16(), unsaid],
      ["many-1252.csv", bytes(text), windows],
      ["many-cr.csv", Buffer.from(text.replaceAll("\r\n", "\r")), unsaid]
    ] as const) {
      const { good } = Result.getOrThrow(await readImportFile(userLines, folder.file(name), contents, given))
      assert.strictEqual(good.length, lines.length, name)
      assert.deepStrictEqual<unknown>(good.at(-1), { ...jurgen, email: "user19999@example.com" })
    }
  })
})

describe("the jobs of a file of", () => {
  it("pandas, which writes integers with a point where a column lacks one, are read (field reports)", async () => {
    const contents = bytes("external_id,title,description,openings\nA,T,D,2.0\nB,T,D,\n")
    const read = Result.getOrThrow(await readImportFile(jobLines, folder.file("openings.csv"), contents, unsaid))
    assert.deepStrictEqual<unknown>(read.good, [
      { external_id: "A", title: "T", description: "D", openings: 2 },
      { external_id: "B", title: "T", description: "D" }
    ])
  })

  it.for(badLineFiles)("a program with %s are bad lines (docs/files.md)", async ([, name, contents]) => {
    const read = Result.getOrThrow(await readImportFile(jobLines, folder.file(`bad-${name}`), contents, unsaid))
    assert.deepStrictEqual([read.good.length, read.bad.length], [0, 1])
  })
})

describe("a file is refused in one sentence with a remedy", () => {
  it.for(refusedFiles)("that has %s (docs/files.md)", async ([what, name, contents]) => {
    const read = await readImportFile(userLines, folder.file(`refused-${name}`), contents, unsaid)
    const { message, remedy } = Result.getOrThrow(Result.flip(read))
    const words = refusals[what] ?? []
    assert.isNotEmpty(words)
    words.forEach((word) => assert.include(`${message} ${remedy}`, word))
  })
})

describe("the page of files", () => {
  it("is the committed one; if not: npx -y pnpm@12 generate", async () =>
    assert.strictEqual(Fs.readFileSync(filesPageUrl, "utf8"), await filesPage(folder.file(""))))
})
