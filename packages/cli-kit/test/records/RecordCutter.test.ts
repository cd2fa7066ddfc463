/**
 * Cutting bytes into records: the same records wherever the pieces end, and the same from any record on, as behind a header
 * (issue 4, import: streaming).
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { type Position, type RawRecord, recordBytesMax } from "../../src/records/RawRecord.ts"
import { type FileFormat, makeRecordCutter } from "../../src/records/RecordCutter.ts"

const begin: Position = { offset: 0, line: 0 }

/** What is cut out of pieces: lines, texts, and where each ends. */
const cut = (
  format: FileFormat,
  pieces: ReadonlyArray<Uint8Array>,
  start = begin,
  separator: "," | ";" = ","
): ReadonlyArray<RawRecord> => {
  const cutter = makeRecordCutter(format, start, separator)
  return [...pieces.flatMap((piece) => cutter.push(piece)), ...cutter.end()]
}
const plain = (records: ReadonlyArray<RawRecord>) =>
  records.map(({ line, bytes, next }) => ({
    line,
    text: bytes === undefined ? null : Buffer.from(bytes).toString(),
    next
  }))

const integer = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))
/** Text of the characters that mean something to a cutter. */
const text = Arbitrary.map(Arbitrary.array(integer(0, 6), { maxLength: 60 }), (choices) =>
  choices.map((choice) => ["a", '"', ",", "\n", "\r", " ", "ü"][choice]).join("")
)
const cuts = Arbitrary.array(integer(0, 70), { maxLength: 8 })

const split = (bytes: Buffer, at: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const ends = [...at.filter((end) => end < bytes.length).toSorted((left, right) => left - right), bytes.length]
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

describe.for(["ndjson", "csv"] as const)("records of %s", (format) => {
  it.prop("are the same wherever the pieces end (import)", { text, cuts }, ({ text, cuts }) => {
    const bytes = Buffer.from(text)
    assert.deepStrictEqual(plain(cut(format, split(bytes, cuts))), plain(cut(format, [bytes])))
  })

  it.prop("that follow any of them are the same when reading begins there (import)", { text }, ({ text }) => {
    const bytes = Buffer.from(text)
    const records = plain(cut(format, [bytes]))
    records.forEach(({ next }, index) =>
      assert.deepStrictEqual(plain(cut(format, [bytes.subarray(next.offset)], next)), records.slice(index + 1))
    )
  })
})

describe("rows of CSV", () => {
  const texts = (file: string): ReadonlyArray<ReadonlyArray<number | string | null>> =>
    plain(cut("csv", [Buffer.from(file)])).map(({ line, text }) => [line, text])

  it.for<[what: string, file: string, rows: ReadonlyArray<readonly [number, string]>]>([
    [
      "end with a line break",
      "a,b\nc\n",
      [
        [1, "a,b"],
        [2, "c"]
      ]
    ],
    [
      "hold line breaks in quotes",
      '"a\n""b\n",c\nd',
      [
        [1, '"a\n""b\n",c'],
        [4, "d"]
      ]
    ],
    [
      "keep CR LF within quotes and lose it behind them",
      '"a\r\nb"\r\nc\r\n',
      [
        [1, '"a\r\nb"'],
        [3, "c"]
      ]
    ],
    [
      "open no quotes in the middle of a cell",
      'a"b\nc',
      [
        [1, 'a"b'],
        [2, "c"]
      ]
    ],
    [
      "open no quotes behind quotes",
      '"a"b"\nc',
      [
        [1, '"a"b"'],
        [2, "c"]
      ]
    ],
    [
      "open quotes in any cell",
      'a,"\n",""\nb',
      [
        [1, 'a,"\n",""'],
        [3, "b"]
      ]
    ],
    [
      "are their first line when quotes stay open, and the line behind it is a row",
      'a\n"b\nc\n',
      [
        [1, "a"],
        [2, '"b'],
        [3, "c"]
      ]
    ],
    [
      "are their first line when the next quotes of the file would close them wrongly",
      'a,"b\nc,d\ne,"f"\n"g\n",h',
      [
        [1, 'a,"b'],
        [2, "c,d"],
        [3, 'e,"f"'],
        [4, '"g\n",h']
      ]
    ],
    [
      "hold no line breaks behind quotes within a cell",
      'a"b,"c\nd\n"e"f,"g\nh',
      [
        [1, 'a"b,"c'],
        [2, "d"],
        [3, '"e"f,"g'],
        [4, "h"]
      ]
    ],
    [
      "end with quotes that CR LF follows, and not with those that CR and text follow",
      '"a\nb"\r\n"c\nd"\re\n',
      [
        [1, '"a\nb"'],
        [3, '"c'],
        [4, 'd"\re']
      ]
    ],
    [
      "lose every CR before their line break",
      "a\r\r\nb\r\r\n",
      [
        [1, "a"],
        [2, "b"]
      ]
    ],
    [
      "of separators and blanks are left out",
      "a,b\n,\n , ,\r\n,,,,\nc\n,,",
      [
        [1, "a,b"],
        [5, "c"]
      ]
    ]
  ])("%s (RFC 4180)", ([, file, rows]) => assert.deepStrictEqual<unknown>(texts(file), rows))

  it("open quotes behind the separator of the file alone (RFC 4180)", () => {
    const rows = (separator: "," | ";") =>
      plain(cut("csv", [Buffer.from('a;"\n";b\nc')], begin, separator)).map(({ text }) => text)
    assert.deepStrictEqual(rows(";"), ['a;"\n";b', "c"])
    assert.deepStrictEqual(rows(","), ['a;"', '";b', "c"])
  })

  it("that are too long end with their first line: what follows an open quote is not lost (RFC 4180)", () => {
    const line = "x,y\n"
    const bytes = Buffer.from(`a,"b\n${line.repeat(recordBytesMax / 2)}${"z".repeat(recordBytesMax + 1)},"\nc\n"`)
    const rows = cut("csv", split(bytes, [recordBytesMax, 3 * recordBytesMax]))
    assert.deepStrictEqual(
      plain(rows.slice(0, 2)).map(({ line, text }) => [line, text]),
      [
        [1, 'a,"b'],
        [2, "x,y"]
      ]
    )
    assert.deepStrictEqual(
      plain(rows.slice(-4)).map(({ line, text }) => [line, text]),
      [
        [recordBytesMax / 2 + 1, "x,y"],
        [recordBytesMax / 2 + 2, null],
        [recordBytesMax / 2 + 3, "c"],
        [recordBytesMax / 2 + 4, '"']
      ]
    )
    assert.strictEqual(rows.length, recordBytesMax / 2 + 4)
  })

  it("lose no line, whatever is quoted: every line is in one row (field reports)", () => {
    const wrong = ['a,"b', 'x","', '"c"d', '"', 'e,f"', '"g,""', ',"', '""",']
    const lines = Array.from({ length: 4_000 }, (_, index) => wrong[(index * index) % wrong.length] ?? "")
    const rows = plain(cut("csv", [Buffer.from(lines.join("\n"))]))
    assert.strictEqual(rows.map(({ text }) => text).join("\n"), lines.join("\n"))
  })
})
