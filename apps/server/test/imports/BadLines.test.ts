/**
 * Lines that cannot be imported: each is reported with its number and its mistakes, in both formats, and the file is refused or the line
 * skipped, as requested (issue 4, import).
 */
import { assert, describe, it } from "@effect/vitest"
import {
  countJobs,
  countsOf,
  jobOf,
  jobsIn,
  makeWorld,
  ndjson,
  reportOf,
  runImport,
  reportedLines
} from "./ImportWorld.ts"

const world = await makeWorld()
const good = JSON.stringify(jobOf(1))
const bytes = (...parts: ReadonlyArray<string | number>): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))))

/** A line of a file, without its line break, and what is reported of it; nothing when it is good. */
type Line = readonly [text: string | Buffer, mistakes: string | undefined]

const mebibyte = 1_048_576

const oneLine = "must be one line without control characters; leave out U+0000-001F, 007F-009F, 2028-202E and 2066-2069"
const severalLines =
  "must have no control characters but line ends and tabs; leave out the others of U+0000-001F, 007F-009F, 202A-202E and 2066-2069"

const notUtf8 =
  "is not valid UTF-8; save the file as UTF-8, or add --encoding windows-1252 if it is the plain CSV of Excel on Windows"

const otherEncoding =
  "Give the same command with --encoding windows-1252 if the file is the plain CSV of Excel on Windows, or save it as UTF-8."

const jsonLines: ReadonlyArray<Line> = [
  [good, undefined],
  ["", undefined],
  ["nonsense", "is not valid JSON"],
  ["  \t ", undefined],
  ["[1]", "must be an object"],
  ['{"external_id":"A","title":"T"}', "/description is required"],
  [
    JSON.stringify(jobOf(2, { titel: "x", openings: "2" })),
    "/titel is not known here; check its spelling; /openings must be a number"
  ],
  [JSON.stringify(jobOf(2, { salary_max_cents: 1 })), "/salary_max_cents must not be less than salary_min_cents"],
  [JSON.stringify(jobOf(2, { title: "a\u001b[2Jb" })), `/title ${oneLine}`],
  [
    JSON.stringify(jobOf(2, { location: "a\nb", external_id: "a\u202eb" })),
    `/location ${oneLine}; /external_id ${oneLine}`
  ],
  [JSON.stringify(jobOf(2, { description: "a\u009bb" })), `/description ${severalLines}`],
  ['{"title":"a","title":"b"}', "names a member twice; send each once"],
  ['{"title":"\\u0000"}', "holds a NUL character; leave it out"],
  ['{"title":"\\ud800"}', "holds half of a surrogate pair; send whole characters"],
  [bytes('{"title":"', 0xff, '"}'), notUtf8],
  ["[".repeat(40), "nests deeper than 32 levels"],
  [" ".repeat(mebibyte + 1), `is longer than ${mebibyte} bytes`],
  [`"${"x".repeat(3 * mebibyte)}"`, `is longer than ${mebibyte} bytes`],
  [`\uFEFF${good}`, "begins with a byte order mark; leave it out"],
  [JSON.stringify(jobOf(3)), undefined],
  [JSON.stringify(jobOf(4, { location: null, openings: null, status: null })), undefined],
  [JSON.stringify(jobOf(5, { title: null })), "/title is required"],
  // The last line has no line break.
  ['{"title":', "is not valid JSON"]
]

const header = "external_id,title,description,openings,salary_min_cents,currency"
/** Rows, by the line they begin on; the header is on line 1. */
const csvLines: ReadonlyArray<Line> = [
  [header, undefined],
  ["E-1,T,D,,,", undefined],
  ["", undefined],
  ["E-8,T,D", undefined],
  [",,,,,", undefined],
  [", ,", undefined],
  ["E-9,T,D,,,,,,", undefined],
  ["E-2,T", "/description is required"],
  ["E-2,T,D,,,,,x", "has 8 cells where the header has 6; quote a cell with a comma in it"],
  ["E-2,,D,,,", "/title is required"],
  ['E-2,T,"three\nlines of\ntext",,,', undefined],
  ['E-3,"two\nlines",D,,,', `/title ${oneLine}`],
  ["E-3,T,a\u001b[2Jb,,,", `/description ${severalLines}`],
  ["E-14,T,D,1.0,,", undefined],
  ["E-15,T,D, 1,,", undefined],
  ["E-16,T,D,03,,", undefined],
  [
    "E-3,T,D,1e1,7.2E+06,",
    "/openings must be written in digits alone, such as 7200000; /salary_min_cents must be written in digits alone, such as 7200000"
  ],
  ["E-3,T,D,1.000,,", "/openings must be written in digits alone, such as 7200000"],
  ["E-3,T,D,9007199254740993,,", "/openings must be an integer from 0 to 1000000"],
  ["E-3,T,D,-1,,", "/openings must be an integer from 0 to 1000000"],
  ["E-3,T,D,,100,", "/currency is required with a salary"],
  ['E-3,T,5" disk,,,', "has a quote inside a cell that does not begin with one; quote the whole cell"],
  ['E-3,T,"the "best" one",,,', "has text behind a closing quote; double the quotes inside a quoted cell"],
  ['E-4,T,"after broken ones",,,', undefined],
  [bytes("E-5,T,", 0xff, ",,,"), notUtf8],
  ["E-5,T,a\u0000b,,,", "holds a NUL character; leave it out"],
  [`E-5,T,"${"x ".repeat(mebibyte)}",,,`, `is longer than ${mebibyte} bytes`],
  ['E-10,T,"opened', "opens a quote that is not closed"],
  ["E-11,T,a good one,,,", undefined],
  ["E-12,T,another,,,", undefined],
  ["E-6,T,D,1,,", undefined],
  ['E-7,T,"never closed,,,', "opens a quote that is not closed"],
  ["E-13,T,the last one,,,", undefined],
  ["", undefined]
]

const fileOf = (lines: ReadonlyArray<Line>, lineBreak: string): Buffer =>
  Buffer.concat(
    lines.flatMap(([text], index) => [Buffer.from(text), Buffer.from(index === lines.length - 1 ? "" : lineBreak)])
  )

const breaksIn = (text: string | Buffer): number => Buffer.from(text).filter((byte) => byte === 0x0a).length

/** What is reported of lines, each with the number it begins on. */
const expectedOf = (lines: ReadonlyArray<Line>): ReadonlyArray<string> => {
  let number = 1
  return lines.flatMap(([text, mistakes]) => {
    const at = number
    number += 1 + breaksIn(text)
    return mistakes === undefined ? [] : [`line ${at}: ${mistakes}`]
  })
}

describe.concurrent("lines about one record", () => {
  it.for([
    ["an import", []],
    ["a dry run", ["--dry-run"]]
  ] as const)(
    "of %s are reported with the lines of CSV that they are on (docs/operators/clients.md)",
    async ([, args]) => {
      const rows = "external_id,title,description\nE-1,Engineer,Builds\nE-2,Nurse,Cares\nE-1,Pilot,Flies\n"
      const { code, stdout, stderr } = await runImport(
        world.database(),
        "jobs",
        world.write(`twice-${args.length}.csv`, rows),
        args
      )
      assert.deepStrictEqual([code, countsOf(stdout), reportOf(stdout).repeated], [0, [3, 2, 1, 0, 0], 1])
      assert.deepStrictEqual(reportedLines(stderr), [
        "line 4: is about the record of line 2 once more; the later line counts"
      ])
    }
  )

  it.each(["ndjson", "csv"])("of none: an empty file of %s is refused (docs/operators/clients.md)", async (ending) => {
    const { code, stdout, stderr } = await runImport(world.database(), "jobs", world.write(`empty.${ending}`, ""))
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /^partner-api: There is nothing in the file .*empty\.\w+\. Check that .*\.$/)
  })
})

describe.concurrent("bad lines", () => {
  it.for([
    ["lines.ndjson", jsonLines, "\n"],
    ["lines-crlf.ndjson", jsonLines, "\r\n"],
    ["lines.csv", csvLines, "\n"],
    ["lines-crlf.csv", csvLines, "\r\n"]
  ] as const)(
    "of %s are reported by number with every mistake, and the good ones are imported (import --on-error skip)",
    async ([name, lines, lineBreak]) => {
      const database = world.database()
      const { code, stdout, stderr } = await runImport(database, "jobs", world.write(name, fileOf(lines, lineBreak)), [
        "--on-error",
        "skip"
      ])
      const expected = expectedOf(lines)
      assert.deepStrictEqual(reportedLines(stderr), [
        ...expected,
        `partner-api: In another encoding: 1 line. ${otherEncoding}`
      ])
      const goodOnes = lines.filter(([text, mistakes]) => mistakes === undefined && /[^\s,]/.test(String(text))).length
      const imported = goodOnes - (name.endsWith(".csv") ? 1 : 0)
      assert.deepStrictEqual(
        [code, countsOf(stdout), countJobs(database)],
        [3, [imported + expected.length, imported, 0, 0, expected.length], imported]
      )
    }
  )

  it("make the whole file refused, and nothing of it is written (import --on-error refuse)", async () => {
    const database = world.database()
    const file = world.write("refused.ndjson", `${ndjson([jobOf(1), jobOf(2)])}{}\n`)
    const { code, stdout, stderr } = await runImport(database, "jobs", file)
    assert.deepStrictEqual([code, countsOf(stdout), countJobs(database)], [1, [3, 0, 0, 0, 1], 0])
    assert.deepStrictEqual(reportedLines(stderr), [
      "line 3: /title is required; /description is required; /external_id is required",
      "partner-api: 1 of 3 lines cannot be imported; nothing was written. Mend them, or import the others with --on-error skip."
    ])
  })

  it("name a user of the job who is not ACTIVE, as an unknown one (recruiting 4)", async () => {
    const database = world.database()
    const user = { first_name: "Ada", last_name: "King" }
    const users = [
      { ...user, id: "usr_here", email: "here@example.com" },
      { ...user, id: "usr_left", email: "left@example.com", status: "DISABLED" }
    ]
    const { code: added } = await runImport(database, "users", world.write("users.ndjson", ndjson(users)))
    const lines = [
      jobOf(1, { hiring_manager_id: "usr_here" }),
      jobOf(2, { hiring_manager_id: "usr_left" }),
      jobOf(3, { recruiting_contact_id: "usr_nobody" })
    ]
    const { code, stderr } = await runImport(database, "jobs", world.write("people.ndjson", ndjson(lines)), [
      "--on-error",
      "skip"
    ])
    const remedy = "must be the id of an ACTIVE user of this organization"
    assert.deepStrictEqual([added, code, countJobs(database)], [0, 3, 1])
    assert.deepStrictEqual(reportedLines(stderr), [
      `line 2: /hiring_manager_id ${remedy}`,
      `line 3: /recruiting_contact_id ${remedy}`
    ])
  })

  it("in another encoding have a remedy that leaves nobody out (docs/files.md)", async () => {
    const database = world.database()
    const file = world.write(
      "excel.csv",
      Buffer.from(`${header}\nhr-1,M\xfcller,Builds,,,\nhr-2,Engineer,Builds,,,\n`, "latin1")
    )
    const refused = await runImport(database, "jobs", file)
    assert.strictEqual(
      reportedLines(refused.stderr).at(-1),
      `partner-api: 1 of 2 lines cannot be imported; nothing was written. ${otherEncoding}`
    )
    const { code, stdout } = await runImport(database, "jobs", file, ["--encoding", "windows-1252"])
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [2, 2, 0, 0, 0]])
  })

  it("are reported up to the hundredth; of the rest there is the number (import)", async () => {
    const database = world.database()
    const file = world.write("many.ndjson", `${"{}\n".repeat(1_234)}${good}\n`)
    const { code, stdout, stderr } = await runImport(database, "jobs", file, ["--on-error", "skip"])
    const lines = reportedLines(stderr)
    assert.deepStrictEqual([code, countsOf(stdout), lines.length], [3, [1_235, 1, 0, 0, 1_234], 101])
    assert.match(lines[99] ?? "", /^line 100: /)
    assert.strictEqual(lines[100], "and 1,134 more bad lines")
    assert.lengthOf(jobsIn(database), 1)
  })

  it("are reported without what stands in them: it may be personal (decisions, Errors)", async () => {
    const secret = "canary-7f3a"
    const lines = [
      `{"external_id":"${secret}"`,
      JSON.stringify(jobOf(1, { status: secret, currency: secret, created_at: secret })),
      `["${secret}"]`
    ]
    const ofLines = await runImport(world.database(), "jobs", world.write("canary.ndjson", lines.join("\n")))
    const rows = `${header}\n${secret},"${secret}"x,,,,\n${secret},T,D,${secret},,\n${secret}\n`
    const ofRows = await runImport(world.database(), "jobs", world.write("canary.csv", rows))
    assert.deepStrictEqual([ofLines.code, ofRows.code], [1, 1])
    assert.notInclude(ofLines.stderr + ofLines.stdout + ofRows.stderr + ofRows.stdout, secret)
  })
})
