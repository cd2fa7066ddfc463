/**
 * The bodies that cost the most to read, for every endpoint that reads one: as large as its bound lets them be, and of every kind that
 * some step of the way might be slow at.
 */
import type { Access } from "@partner-api/domain/Token"
import { bodyBytesMaxOf } from "@partner-api/contract/BodyBound"
import { endpoints } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import { valuesMax } from "@partner-api/service/http/stages/ReadBody"

interface WorstBody {
  readonly what: string
  readonly bytes: Uint8Array
}

export interface Target {
  readonly id: string
  readonly method: string
  readonly bodyBytesMax: number
  readonly path: string
  readonly mediaType: string
  readonly level: Exclude<Access["level"], "operator">
  readonly bodies: ReadonlyArray<WorstBody>
}

const formType = "application/x-www-form-urlencoded"

/** As many repetitions of a piece as there is room for, `countMax` at most. */
const fill = (
  room: number,
  piece: string | ((index: number) => string),
  between = "",
  countMax = Number.POSITIVE_INFINITY
): string => {
  const pieces: Array<string> = []
  let used = 0
  for (let index = 0; index < countMax; index++) {
    const next = typeof piece === "string" ? piece : piece(index)
    used += Buffer.byteLength(next) + between.length
    if (used > room) break
    pieces.push(next)
  }
  return pieces.join(between)
}

/** Members that some endpoint knows, with the text that a value of each begins with. */
const members: ReadonlyArray<readonly [name: string, prefix: string]> = [
  ["permissions", '{"permissions":'],
  ["customFees", '{"customFees":'],
  ["name", '{"name":'],
  ["client_id", '{"client_secret":"a","client_id":'],
  ["email", '{"first_name":"a","last_name":"b","email":'],
  ["created_at", '{"first_name":"a","last_name":"b","email":"a@b.c","created_at":'],
  ["note", '{"customFees":[{"feeType":"FLAT_FEE","currency":"EUR","feeCents":1,"note":']
]

const inArray = (room: number, piece: string | ((index: number) => string)) => `[${fill(room - 2, piece, ",")}]`
const inObject = (room: number, piece: (index: number) => string, countMax?: number) =>
  `{${fill(room - 2, piece, ",", countMax)}}`
const fee = (index: number) => `{"feeType":"FLAT_FEE","currency":"EUR","feeCents":${index}}`

const jsonBodies = (bytesMax: number): ReadonlyArray<WorstBody> => {
  const room = bytesMax - 200
  const values: ReadonlyArray<readonly [what: string, text: string]> = [
    ["empty objects in an array", inArray(room, "{}")],
    ["empty arrays in an array", inArray(room, "[]")],
    ["digits in an array", inArray(room, "0")],
    ["empty strings in an array", inArray(room, '""')],
    ["wrong words in an array", inArray(room, '"x:y"')],
    ["fees in an array", inArray(room, fee)],
    ["one fee, again and again", inArray(room, () => fee(1))],
    ["objects with unknown members in an array", inArray(room, '{"a":0,"b":0}')],
    ["many members", inObject(room, (index) => `"${index}":0`)],
    ["many members that are objects", inObject(room, (index) => `"${index}":{}`)],
    ["members with escaped names", inObject(room, (index) => `"\\u0061${index}":0`)],
    ["as many members with escaped names as may be", inObject(room, (index) => `"\\u0061${index}":0`, valuesMax - 2)],
    ["as many members that are objects as may be", inObject(room, (index) => `"${index}":{}`, valuesMax / 2 - 1)],
    ["one long string", `"${"a".repeat(room - 2)}"`],
    ["white space in a string", `"${" ".repeat(room - 2)}"`],
    ["escapes in a string", `"${fill(room - 2, "\\u00e9")}"`],
    ["escaped quotes in a string", `"${fill(room - 2, '\\"')}"`],
    ["pairs of surrogates in a string", `"${fill(room - 2, "\\ud83d\\ude00")}"`],
    ["characters of four bytes in a string", `"${fill(room - 2, "😀")}"`],
    ["combining marks in a string", `"${fill(room - 2, "e\u0301")}"`],
    ["an address without an end", `"${fill(room - 8, "a.")}a@b.c"`],
    ["a host of many labels", `"a@${fill(room - 6, "a.")}a"`],
    ["a host of long labels", `"a@${fill(room - 6, `${"a".repeat(62)}.`)}a-"`],
    ["a moment of many digits", `"2026-01-31T09:30:00.${"0".repeat(room - 30)}Z"`],
    ["one number of many digits", "9".repeat(room)],
    ["one number of many decimals", `0.${"9".repeat(room - 2)}`],
    ["levels, as deep as they may be", inArray(room, `${"[".repeat(28)}${"]".repeat(28)}`)],
    ["levels, deeper than they may be", `${"[".repeat(room / 2)}${"]".repeat(room / 2)}`],
    ["white space between values", `[${fill(room - 2, "\n\t  ")}0]`]
  ]
  const atTop = values.map(([what, text]) => ({ what, bytes: Buffer.from(text) }))
  const chosen = new Set([
    "empty objects in an array",
    "wrong words in an array",
    "fees in an array",
    "white space in a string",
    "a host of many labels"
  ])
  const inside = members.flatMap(([name, prefix]) =>
    values
      .filter(([what]) => chosen.has(what))
      .map(([what, text]) => ({
        what: `${what}, as ${name}`,
        bytes: Buffer.from(prefix + text + (name === "note" ? "}]}" : "}"))
      }))
  )
  const broken: ReadonlyArray<WorstBody> = [
    { what: "one member twice, at the end", bytes: Buffer.from(`{${fill(room, (index) => `"${index}":0,`)}"0":0}`) },
    { what: "an array that is not closed", bytes: Buffer.from(`[${fill(room, "{},")}`) },
    {
      what: "a broken byte at the end",
      bytes: Buffer.concat([Buffer.from(`"${"a".repeat(room)}`), Buffer.from([0xff, 0x22])])
    },
    { what: "quotes", bytes: Buffer.from('"'.repeat(room)) },
    { what: "backslashes in a string", bytes: Buffer.from(`"${"\\".repeat(room)}`) }
  ]
  return [...atTop, ...broken, ...inside].map(({ what, bytes }) => ({ what, bytes: bytes.subarray(0, bytesMax) }))
}

const formBodies = (bytesMax: number): ReadonlyArray<WorstBody> => {
  const pieces: ReadonlyArray<readonly [what: string, piece: string | ((index: number) => string)]> = [
    ["one name", "&a"],
    ["ampersands", "&"],
    ["equals signs", "="],
    ["plus signs", "+"],
    ["names", (index) => `&${index}`],
    ["names with values", (index) => `&${index}=${index}`],
    ["one name with values", (index) => `&a=${index}`],
    ["escaped letters", "%61"],
    ["escaped ampersands", "%26"],
    ["escaped names", (index) => `&%61${index}`],
    ["escapes of two bytes", "%C3%A9"],
    ["escapes of four bytes", "%F0%9F%98%80"],
    ["broken escapes", "%"],
    ["half an escape", "%6"],
    ["escapes that are not UTF-8", "%FF"],
    ["letters", "a"],
    ["characters of two bytes", "é"],
    ["characters of four bytes", "😀"],
    ["white space", " "],
    ["semicolons", ";a=b"],
    ["empty names", "&=a"],
    ["empty values", (index) => `&a${index}=`],
    ["brackets", (index) => `&a[${index}]=1`],
    ["dots", "&a.b.c=1"],
    ["__proto__", "&__proto__=1"],
    ["line ends", "\r\n"],
    ["NUL", "\0"],
    ["quotes", '"']
  ]
  const known = "grant_type=client_credentials&client_id=a&client_secret=b&token=c"
  const rows = pieces.flatMap(([what, piece]) => [
    { what, text: fill(bytesMax, piece) },
    { what: `${what}, after what belongs there`, text: known + fill(bytesMax - known.length, piece) }
  ])
  const values = ["grant_type", "client_id", "client_secret", "scope", "token"].map((name) => ({
    what: `a long ${name}`,
    text: `${name}=${fill(bytesMax - name.length - 1, "%61")}`
  }))
  return [...rows, ...values].map(({ what, text }) => ({ what, bytes: Buffer.from(text).subarray(0, bytesMax) }))
}

/** Every endpoint that reads a body, with its worst ones. */
export const targets: ReadonlyArray<Target> = endpoints.flatMap(({ declaration, id, method, path, metadata }) => {
  const bodyBytesMax = bodyBytesMaxOf(declaration)
  const { level } = metadata.access
  if (bodyBytesMax === undefined || level === "operator") return []
  const isForm = id.startsWith("oauth.")
  return [
    {
      id,
      method,
      bodyBytesMax,
      path: fillPath(path, {
        organizationId: "org_acme",
        agencyId: "agy_hirewell",
        jobId: "job_00000001",
        userId: "usr_worst"
      }),
      mediaType: isForm ? formType : "application/json",
      level,
      bodies: isForm ? formBodies(bodyBytesMax) : jsonBodies(bodyBytesMax)
    }
  ]
})
