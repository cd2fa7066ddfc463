/**
 * Files as programs write them, byte by byte: what is read out of each, or the sentence that refuses it (field reports, Wrong 8; docs/files.md).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { batchesOf, openImportFile } from "../../src/imports/ImportFile.ts"
import { jobLines, userLines } from "../../src/imports/ImportKind.ts"
import { judge } from "../../src/imports/ImportPass.ts"
import { sharedFolder } from "../TestServer.ts"

const folder = sharedFolder()

type Given = Parameters<typeof openImportFile>[1]
const unsaid: Given = { format: undefined, encoding: undefined }
const windows: Given = { format: undefined, encoding: "windows-1252" }

/** Text with one byte for each character below U+0100: what stands in the file, whatever its encoding. */
const bytes = (text: string): Buffer => Buffer.from(text, "latin1")

const readAll = <Line>(kind: Parameters<typeof judge<Line>>[0], name: string, contents: Uint8Array, given: Given) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const path = folder.file(name)
      Fs.writeFileSync(path, contents)
      const file = yield* openImportFile(path, given, kind)
      const batches = yield* Stream.runCollect(batchesOf(file))
      const judged = batches.map((batch) => judge(kind, file, batch, Date.UTC(2026, 10, 26)))
      assert.strictEqual(batches.at(-1)?.end ?? file.text.size, file.text.size)
      return {
        good: judged.flatMap(({ good }) => good.map(({ value }) => value)),
        bad: judged.flatMap(({ bad }) => bad.map(({ line, mistakes }) => `line ${line}: ${mistakes}`))
      }
    }).pipe(Effect.result, Effect.provide(NodeServices.layer))
  )

const jurgen = { first_name: "Jürgen", last_name: "Größe", email: "juergen@example.com" }
const zoe = { first_name: "Zoë", last_name: "O’Neil", email: "zoe@example.com" }
const ada = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
const bob = { first_name: "Bob", last_name: "Doe", email: "bob@example.com" }

/** UTF-16, the low byte first, with its mark. */
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le")

const excelGerman = "first_name;last_name;email;status\r\n"
const excelUnicode =
  "first_name\tlast_name\temail\r\nJürgen\tGröße\tjuergen@example.com\r\nZoë\tO’Neil\tzoe@example.com\r\n"

describe("the users of a file of", () => {
  it.for<[what: string, name: string, contents: Buffer, users: ReadonlyArray<object>, given?: Given]>([
    [
      "Excel in German, saved as CSV UTF-8",
      "excel-de-utf8.csv",
      bytes(
        `\xef\xbb\xbf${excelGerman}J\xc3\xbcrgen;Gr\xc3\xb6\xc3\x9fe;juergen@example.com;\r\nZo\xc3\xab;O\xe2\x80\x99Neil;zoe@example.com\r\n;;;\r\n`
      ),
      [jurgen, zoe]
    ],
    [
      "Excel in German, saved as plain CSV",
      "excel-de.csv",
      bytes(`${excelGerman}J\xfcrgen;Gr\xf6\xdfe;juergen@example.com;\r\nZo\xeb;O\x92Neil;zoe@example.com;\r\n`),
      [jurgen, zoe],
      windows
    ],
    [
      "Excel in English, with a column that was cleared and rows below the last one",
      "excel-en.csv",
      bytes("First Name,Last Name,Email,\r\nAda,King,ada@example.com,\r\nBob,Doe,bob@example.com,,\r\n,,,\r\n,,,\r\n"),
      [ada, bob]
    ],
    [
      "Excel, which names the separator",
      "sep.csv",
      bytes("sep=;\r\nfirst_name;last_name;email\r\nAda;King;ada@example.com\r\nBob;Doe;bob@example.com\r\n"),
      [ada, bob]
    ],
    ["Excel, saved as Unicode text", "unicode.txt", utf16(excelUnicode), [jurgen, zoe], { ...unsaid, format: "csv" }],
    ["the same, the high byte first", "unicode-be.csv", utf16(excelUnicode).swap16(), [jurgen, zoe]],
    ["the same without a mark", "unicode-bare.csv", utf16(excelUnicode).subarray(2), [jurgen, zoe]],
    [
      "Excel, saved for Macintosh",
      "mac.csv",
      bytes("first_name,last_name,email\rAda,King,ada@example.com\rBob,Doe,bob@example.com\r"),
      [ada, bob]
    ],
    [
      "Outlook, its columns renamed",
      "outlook.csv",
      bytes(
        '"First Name","Last Name","Email","Status","Id"\r\n"Ada","King","ada@example.com"\r\n"Bob","Doe","bob@example.com","",""\r\n'
      ),
      [ada, bob]
    ],
    [
      "Google Sheets",
      "sheets.csv",
      bytes(
        "first_name,last_name,email,status\r\nJ\xc3\xbcrgen,Gr\xc3\xb6\xc3\x9fe,juergen@example.com,\r\nAda,King,ada@example.com,ACTIVE"
      ),
      [jurgen, { ...ada, status: "ACTIVE" }]
    ],
    [
      "pandas, to_csv(index=False)",
      "pandas.csv",
      bytes("first_name,last_name,email,status\nAda,King,ada@example.com,\nBob,Doe,bob@example.com,DISABLED\n"),
      [ada, { ...bob, status: "DISABLED" }]
    ],
    [
      'pandas, to_json(orient="records", lines=True)',
      "pandas.jsonl",
      bytes(
        String.raw`{"first_name":"J\u00fcrgen","last_name":"Gr\u00f6\u00dfe","email":"juergen@example.com","status":null}` +
          "\n" +
          String.raw`{"first_name":"Ada","last_name":"King","email":"ada@example.com","status":"ACTIVE"}`
      ),
      [jurgen, { ...ada, status: "ACTIVE" }]
    ],
    [
      "Jackson, SequenceWriter",
      "jackson.ndjson",
      bytes(
        '{"id":null,"first_name":"Ada","last_name":"King","email":"ada@example.com","status":null,"created_at":null,"updated_at":null}\r\n'
      ),
      [ada]
    ],
    [
      "Windows PowerShell, Export-Csv",
      "powershell5.csv",
      bytes(
        '#TYPE System.Management.Automation.PSCustomObject\r\n"first_name","last_name","email"\r\n"Ada","King","ada@example.com"\r\n'
      ),
      [ada]
    ],
    [
      "PowerShell 7, Export-Csv",
      "powershell7.csv",
      bytes('"first_name","last_name","email"\r\n"J\xc3\xbcrgen","Gr\xc3\xb6\xc3\x9fe","juergen@example.com"\r\n'),
      [jurgen]
    ],
    [
      "Windows PowerShell, ConvertTo-Json -Compress > file",
      "powershell.ndjson",
      utf16('{"first_name":"Jürgen","last_name":"Größe","email":"juergen@example.com","status":null}\r\n'),
      [jurgen]
    ],
    [
      "a database, with | between cells",
      "pipes.csv",
      bytes("first_name|last_name|email\nAda|King|ada@example.com\n"),
      [ada]
    ],
    [
      "a program that makes the line ends of Windows twice",
      "twice.csv",
      bytes("first_name,last_name,email\r\r\nAda,King,ada@example.com\r\r\n"),
      [ada]
    ]
  ])("%s are read (field reports, Wrong 8)", async ([, name, contents, users, given = unsaid]) =>
    assert.deepStrictEqual<unknown>(
      await readAll(userLines, name, contents, given),
      Result.succeed({ good: users, bad: [] })
    )
  )

  it("Excel that was saved as plain CSV are refused line by line, with the flag that reads them", async () => {
    const contents = bytes(`${excelGerman}J\xfcrgen;Gr\xf6\xdfe;juergen@example.com;\r\nAda;King;ada@example.com;\r\n`)
    assert.deepStrictEqual<unknown>(
      await readAll(userLines, "refused.csv", contents, unsaid),
      Result.succeed({
        good: [ada],
        bad: [
          "line 2: is not valid UTF-8; save the file as UTF-8, or add --encoding windows-1252 if it is the plain CSV of Excel on Windows"
        ]
      })
    )
  })

  it("UTF-16 that ends in half a character are refused before any is used", async () => {
    const read = await readAll(userLines, "half.csv", utf16(excelUnicode).subarray(0, -1), unsaid)
    assert.include(Result.isFailure(read) ? read.failure.message : "", "is not valid UTF-16LE")
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
      const read = await readAll(userLines, name, contents, given)
      const good = Result.isSuccess(read) ? read.success.good : []
      assert.strictEqual(good.length, lines.length, name)
      assert.deepStrictEqual(good.at(-1), { ...jurgen, email: "user19999@example.com" })
    }
  })
})

describe("the jobs of a file of", () => {
  it("pandas, which writes integers with a point where a column lacks one, are read (field reports)", async () => {
    const contents = bytes("external_id,title,description,openings\nA,T,D,2.0\nB,T,D,\n")
    const read = await readAll(jobLines, "openings.csv", contents, unsaid)
    assert.deepStrictEqual<unknown>(
      read,
      Result.succeed({
        good: [
          { external_id: "A", title: "T", description: "D", openings: 2 },
          { external_id: "B", title: "T", description: "D" }
        ],
        bad: []
      })
    )
  })
})

describe("a file is refused in one sentence with a remedy", () => {
  it.for<[what: string, contents: Buffer, words: ReadonlyArray<string>]>([
    [
      "of Outlook, whose columns are others",
      bytes('"Title","First Name","Middle Name","Last Name","E-mail Address"\r\n'),
      ['"Title", "Middle Name", "E-mail Address"', "Rename the columns or take them out", "first_name"]
    ],
    [
      "of pandas with its index",
      bytes(",first_name,last_name,email\n0,Ada,King,ada@example.com\n"),
      ["column 1", "index=False"]
    ],
    ["with a column twice, however written", bytes("email,first_name,last_name,E-Mail,First Name\n"), ['"E-Mail"']],
    ["with a column twice", bytes("first_name,last_name,email,First Name\n"), ['"first_name" twice', "Take one"]],
    [
      "that names a separator not read",
      bytes("sep=^\r\nfirst_name^email\r\n"),
      ["separator", "a comma, a semicolon, a tab or a |"]
    ],
    ["without a line", bytes("\r\n\r\n"), ["has no header", "first_name"]],
    ["that names the separator and nothing else", bytes("sep=;\r\n"), ["has no header"]]
  ])("%s (field reports)", async ([what, contents, words]) => {
    const read = await readAll(userLines, `${what}.csv`, contents, unsaid)
    const told = Result.isFailure(read) ? `${read.failure.message} ${read.failure.remedy}` : ""
    words.forEach((word) => assert.include(told, word))
  })
})
