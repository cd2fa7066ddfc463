/**
 * What is imported and what is not: bytes at the beginning and at the ends of lines, headers, names, and everything that is refused
 * before a database is touched (issue 4, import).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import {
  countJobs,
  countsOf,
  csv,
  jobs,
  jobsIn,
  makeWorld,
  ndjson,
  organization,
  runImportProcess,
  reportedLines
} from "../../test/imports/ImportWorld.ts"

const world = await makeWorld()
const mark = "\uFEFF"
const three = jobs(3)
const crlf = (text: string): string => text.replaceAll("\n", "\r\n")

describe.concurrent("a file", () => {
  it.for<[what: string, name: string, contents: string]>([
    ["a byte order mark", "mark.ndjson", mark + ndjson(three)],
    ["a byte order mark before a header", "mark.csv", mark + csv(three)],
    ["lines that end with CR LF", "crlf.ndjson", crlf(ndjson(three))],
    ["blank lines", "blank.jsonl", `\n \n${ndjson(three).replaceAll("\n", "\n\t\n")}`],
    ["blank lines around a header", "blank.csv", `\n\r\n${csv(three)}\n\n`],
    ["no line break at its end", "end.ndjson", ndjson(three).trimEnd()],
    ["no line break at the end of its last row", "end.csv", csv(three).trimEnd()],
    ["semicolons between its cells", "semicolons.csv", csv(three, ";")],
    ["semicolons behind a byte order mark, and CR LF", "windows.csv", mark + crlf(csv(three, ";"))],
    ["an ending in capitals", "LOUD.NDJSON", ndjson(three)]
  ])("with %s is read (import)", async ([, name, contents]) => {
    const database = world.database()
    const { code, stdout, stderr } = await runImportProcess(database, "jobs", world.write(name, contents))
    assert.deepStrictEqual([code, reportedLines(stderr)], [0, []], stderr)
    assert.deepStrictEqual([countsOf(stdout), countJobs(database)], [[3, 3, 0, 0, 0], 3])
  })

  it("of CSV with CR LF has the same texts, line breaks within cells included (import)", async () => {
    const database = world.database()
    await runImportProcess(database, "jobs", world.write("texts.csv", crlf(csv(three))))
    const [first] = jobsIn(database)
    assert.deepInclude(first, { external_id: "E-1", description: 'Builds "engines",\r\nnumber 1.' })
  })

  it.for([
    ["header.csv", "external_id,title,description\n"],
    ["blanks.ndjson", "\n\n  \n"]
  ] as const)("without records is fine: %s (import)", async ([name, contents]) => {
    const database = world.database()
    const { code, stdout } = await runImportProcess(database, "jobs", world.write(name, contents))
    assert.deepStrictEqual([code, countsOf(stdout), countJobs(database)], [0, [0, 0, 0, 0, 0], 0])
  })

  it("without a byte is refused, because a program that writes nothing has failed (docs/operators/clients.md)", async () => {
    const { code, stderr } = await runImportProcess(world.database(), "jobs", world.write("nothing.ndjson", ""))
    assert.strictEqual(code, 1)
    assert.include(stderr, "There is nothing in the file")
  })

  it.for([
    ["commas.csv", ","],
    ["semicolons.csv", ";"]
  ] as const)(
    "has the other separator, line breaks and quotes in its cells: %s (import)",
    async ([name, separator]) => {
      const database = world.database()
      const written = [
        { external_id: "A;1,2", title: "Sales; EMEA, south", description: 'One;\n"two",\nthree' },
        { external_id: "A-2", title: ";,", description: "a, b; c" }
      ]
      const { code, stdout } = await runImportProcess(
        database,
        "jobs",
        world.write(`both-${name}`, csv(written, separator))
      )
      assert.deepStrictEqual([code, countsOf(stdout)], [0, [2, 2, 0, 0, 0]])
      const found = jobsIn(database)
      assert.deepStrictEqual(
        found.map((job, index) => ({ ...job, ...written.toReversed()[index] })),
        found
      )
    }
  )

  it("with a header of commas has semicolons as text, quoted or not (import)", async () => {
    const database = world.database()
    const rows = 'external_id,title,description\nA-1,a;b,"c;d"\nA-2;x;y\n'
    const { code, stdout, stderr } = await runImportProcess(database, "jobs", world.write("plain.csv", rows), [
      "--on-error",
      "skip"
    ])
    assert.deepStrictEqual([code, countsOf(stdout)], [3, [2, 1, 0, 0, 1]])
    assert.deepStrictEqual(reportedLines(stderr), ["line 3: /title is required; /description is required"])
    assert.deepInclude(jobsIn(database)[0], { title: "a;b", description: "c;d" })
  })

  it("may have any name when its format is given (import)", async () => {
    const database = world.database()
    const { code, stdout } = await runImportProcess(database, "jobs", world.write("jobs.txt", csv(three)), [
      "--format",
      "csv"
    ])
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [3, 3, 0, 0, 0]])
  })
})

describe.concurrent("an import is refused in one line, before a database is made,", () => {
  it.for<[what: string, file: string, words: ReadonlyArray<string>]>([
    ["without a file", world.folder.file("none.ndjson"), ["none.ndjson", "no file"]],
    ["of a folder", world.folder.path, ["not a file"]],
    ["of standard input", "-", ["Standard input", "Write it to a file"]],
    ["of a file without a format", world.write("jobs.dat", ndjson(three)), ["jobs.dat", "--format"]],
    ["with an unknown column", world.write("unknown.csv", "external_id,titel\n"), ['"titel"', "title, description"]],
    ["with an unknown column between semicolons", world.write("semi.csv", "external_id;titel\n"), ['"titel"']],
    [
      "with both separators in its header",
      world.write("mixed.csv", "external_id,title;description\n"),
      ['"title;description"']
    ],
    ["with two unknown columns", world.write("two.csv", "Name,external_id,Nr.\n"), ['"Name", "Nr."', "are no columns"]],
    ["with a column without a name", world.write("unnamed.csv", ",external_id\n"), ["column 1", "index=False"]],
    ["of CSV without a line", world.write("nothing.csv", "\n \n"), ["nothing.csv has no header", "external_id"]],
    ["with a repeated column", world.write("repeated.csv", "title,external_id,title\n"), ['"title" twice']],
    ["with a header that is no text", world.write("latin.csv", Buffer.of(0xe4, 0x0a)), ["header", "UTF-8"]],
    ["of NDJSON that is called CSV", world.write("lines.csv", ndjson(three)), ["header", "lines.csv"]]
  ])("%s (import)", async ([, file, words]) => {
    const database = world.folder.file("untouched.db")
    const { code, stdout, stderr } = await runImportProcess(database, "jobs", file)
    assert.deepStrictEqual([code, stdout, stderr.trimEnd().split("\n").length], [1, "", 1], stderr)
    words.forEach((word) => assert.include(stderr, word))
    assert.isFalse(Fs.existsSync(database))
  })

  it("into an organization that is not there (import)", async () => {
    const file = world.write("there.ndjson", ndjson(three))
    const { code, stdout, stderr } = await runImportProcess(world.database(), "jobs", file, [], "org_nobody")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /^partner-api: There is no organization org_nobody\. .*organizations list\n$/)
  })

  it.for([
    [["--format", "xml"], /--format/],
    [["--on-error", "ask"], /--on-error/],
    [["--organization", "no such id"], /--organization/]
  ] as const)("with a wrong command line: %j, exit code 2 (import)", async ([args, word]) => {
    const { code, stdout, stderr } = await runImportProcess(
      world.database(),
      "jobs",
      world.write("x.ndjson", ""),
      args,
      organization
    )
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.match(stderr, word)
  })
})
