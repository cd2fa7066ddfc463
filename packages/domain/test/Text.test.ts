/**
 * Text that partners and operators write: which characters it may have (decisions, Resources). The list is written out here as it is
 * decided, and tried code point by code point.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { CustomFees, NewFee } from "../src/AgencyFees.ts"
import { decodeAgencyLine } from "../src/AgencyImport.ts"
import { ClientName } from "../src/Client.ts"
import { decodeJobLine } from "../src/JobImport.ts"
import { NewOrganization } from "../src/Organization.ts"
import { lineText, multiLineText, trimmedText } from "../src/Text.ts"
import { NewUser } from "../src/User.ts"
import { faults, problemsIn } from "./support.ts"

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** U+0000–001F, 007F–009F, 2028–202E, 2066–2069. */
const refused = new Set([
  ...from(0x0000, 0x001f),
  ...from(0x007f, 0x009f),
  ...from(0x2028, 0x202e),
  ...from(0x2066, 0x2069)
])
/** Line ends and tabs. */
const allowedInLines = new Set([0x0009, 0x000a, 0x000d, 0x2028, 0x2029])

const everywhere = from(0, 0x10ffff).filter((code) => code < 0xd800 || code > 0xdfff)
const inside = (codes: ReadonlyArray<number>): string => `a${String.fromCodePoint(...codes)}b`

/** As many code points as are tried in one text. Where it is refused, each of them is tried alone. */
const together = 4_096

/** More characters than these texts have. */
const long = 3 * together

/** The code points, of all there are, that a text refuses. */
const refusedBy = (schema: Schema.Codec<string, string>): ReadonlyArray<number> => {
  const accepts = Schema.is(Schema.toType(schema))
  const texts = from(0, Math.ceil(everywhere.length / together)).map((index) =>
    everywhere.slice(index * together, (index + 1) * together)
  )
  return texts.flatMap((codes) => (accepts(inside(codes)) ? [] : codes.filter((code) => !accepts(inside([code])))))
}

describe("text (decisions, Resources)", () => {
  it.for([
    ["kept as it is", lineText(0, long)],
    ["trimmed", trimmedText(1, long)]
  ] as const)("of one line, %s, refuses the characters of the list and no other", ([, schema]) =>
    assert.deepStrictEqual(refusedBy(schema), [...refused])
  )

  it("of several lines refuses the same but line ends and tabs", () =>
    assert.deepStrictEqual(
      refusedBy(multiLineText(0, long)),
      [...refused].filter((code) => !allowedInLines.has(code))
    ))

  it("says what to leave out, and repeats nothing", () => {
    const line = {
      in: "body",
      path: "",
      code: "format",
      message: "must be one line without control characters; leave out U+0000-001F, 007F-009F, 2028-202E and 2066-2069"
    }
    assert.deepStrictEqual<unknown>(problemsIn(lineText(0, 10), "a\u001b[2Jb"), [line])
    assert.deepStrictEqual<unknown>(problemsIn(multiLineText(0, 10), "a\u001b[2Jb"), [
      {
        ...line,
        message:
          "must have no control characters but line ends and tabs; leave out the others of U+0000-001F, 007F-009F, 202A-202E and 2066-2069"
      }
    ])
  })

  it.for(["200b", "3164", "00ad", "e0041", "2060", "2800", "200d 200c", "00a0 200b", "fe0f"])(
    "that shows nothing is no name: %s",
    (codes) => {
      const text = String.fromCodePoint(...codes.split(" ").map((code) => Number.parseInt(code, 16)))
      const name = { first_name: "Ada", last_name: text, email: "ada@example.com" }
      assert.deepStrictEqual(
        problemsIn(NewUser, name).map(({ code, path, message }) => [path, code, message]),
        [["/last_name", "format", "must have a character that shows"]]
      )
      assert.deepStrictEqual(problemsIn(NewUser, { ...name, last_name: `${text}李` }), [])
    }
  )

  it("has a wrong length and a wrong character reported at once", () =>
    assert.deepStrictEqual(faults(lineText(0, 3), "\u001b[2J"), [" length", " format"]))

  it("is trimmed first: white space at its ends is no fault", () => {
    assert.strictEqual(Schema.decodeSync(trimmedText(1, 3))("\t Ada\r\n"), "Ada")
    assert.deepStrictEqual(faults(trimmedText(1, 9), " A\nda"), [" format"])
  })
})

const hostile = "a\u001b[2Jb"
const lines = "one\ttab\r\ntwo"
const person = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
const job = { external_id: "E-1", title: "T", description: "D" }
const agency = { external_id: "A-1", name: "N" }
const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1 }
const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 1 }

const problemsOfJob = (line: unknown) => {
  const read = decodeJobLine(line, 0)
  return read._tag === "Failure" ? read.failure.map(({ code, path }) => `${path} ${code}`) : []
}
const problemsOfAgency = (line: unknown) => {
  const read = decodeAgencyLine(line)
  return read._tag === "Failure" ? read.failure.map(({ code, path }) => `${path} ${code}`) : []
}

/** Every text that partners and operators write, by the place of its mistake. */
const ofOneLine: ReadonlyArray<
  readonly [what: string, path: string, faultsOf: (text: string) => ReadonlyArray<string>]
> = [
  ["an organization's name", "/name", (name) => faults(NewOrganization, { name })],
  ["a client's name", "", (name) => faults(ClientName, name)],
  ["a first name", "/first_name", (first_name) => faults(NewUser, { ...person, first_name })],
  ["a last name", "/last_name", (last_name) => faults(NewUser, { ...person, last_name })],
  ["an email address", "/email", (email) => faults(NewUser, { ...person, email })],
  ["an agency's name", "/name", (name) => problemsOfAgency({ ...agency, name })],
  ["an agency's external id", "/external_id", (external_id) => problemsOfAgency({ ...agency, external_id })],
  [
    "a recruiter's first name",
    "/recruiters/0/first_name",
    (first_name) => problemsOfAgency({ ...agency, recruiters: [{ ...person, first_name }] })
  ],
  [
    "a recruiter's last name",
    "/recruiters/0/last_name",
    (last_name) => problemsOfAgency({ ...agency, recruiters: [{ ...person, last_name }] })
  ],
  ["a job's title", "/title", (title) => problemsOfJob({ ...job, title })],
  ["a job's location", "/location", (location) => problemsOfJob({ ...job, location })],
  ["a job's external id", "/external_id", (external_id) => problemsOfJob({ ...job, external_id })]
]

const ofLines: typeof ofOneLine = [
  ["a job's description", "/description", (description) => problemsOfJob({ ...job, description })],
  ["the note of a share", "/note", (note) => faults(NewFee, { ...share, note })],
  ["the note of an amount", "/note", (note) => faults(NewFee, { ...flat, note })]
]

describe("what is written (decisions, Resources)", () => {
  it.for([...ofOneLine, ...ofLines])("%s refuses a character that drives a terminal", ([, path, faultsOf]) =>
    assert.deepStrictEqual(faultsOf(hostile), [`${path} format`])
  )

  it.for(ofOneLine)("%s is one line", ([, path, faultsOf]) =>
    assert.deepStrictEqual(faultsOf(lines), [`${path} format`])
  )

  it.for(ofLines)("%s may have lines and tabs", ([, , faultsOf]) => assert.deepStrictEqual(faultsOf(lines), []))
})

describe("what was stored before (decisions, Resources)", () => {
  it("is read as it is: a note with any character, of any length", () => {
    const stored = [{ ...flat, note: hostile.repeat(200) }]
    assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(CustomFees)(stored), stored)
  })
})

describe("text of the wrong length (decisions, Resources)", () => {
  it.for([
    ["too long, where it may be empty", 0, "abcd", "must have at most 3 characters"],
    ["too long, where it may not", 1, "abcd", "must have 1 to 3 characters"],
    ["empty, where it may not", 1, "", "must have 1 to 3 characters"]
  ] as const)("has a problem that names the length it may have: %s", ([, min, text, message]) =>
    assert.deepStrictEqual(problemsIn(lineText(min, 3), text), [{ in: "body", path: "", code: "length", message }])
  )
})
