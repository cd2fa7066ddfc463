/**
 * Hostile JSON bodies, made by rule from a good body of each endpoint: everything in place of everything, and text that JSON
 * allows and this service does not.
 */

/** An endpoint that reads JSON, with a good body. `reads` says whether unknown members are mistakes there. */
export interface JsonEndpoint {
  readonly path: string
  readonly level: "public" | "primary" | "acme"
  readonly good: Json
  readonly ignoresUnknown?: boolean
}

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }

export const jsonEndpoints: ReadonlyArray<JsonEndpoint> = [
  {
    path: "/v1/auth/token",
    level: "public",
    good: { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" },
    ignoresUnknown: true
  },
  { path: "/v1/organizations", level: "primary", good: { name: "Umbrella" } },
  { path: "/v1/organizations/org_acme/token", level: "primary", good: { permissions: ["jobs:read"] } },
  {
    path: "/v1/users",
    level: "acme",
    good: {
      id: "usr_hostile",
      created_at: "2026-01-31T09:30:00.000Z",
      updated_at: "2026-02-01T09:30:00.000Z",
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@hostile.example"
    }
  },
  {
    path: "/v1/agencies/agy_hirewell/fees",
    level: "acme",
    good: {
      optimizedFee: false,
      customFees: [
        { feeType: "FLAT_FEE", currency: "EUR", feeCents: 1, note: "n" },
        { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1, note: "n" }
      ]
    }
  }
]

/** A JSON Pointer to every value inside a value, itself included. No name here needs escaping. */
export const pointersOf = (value: Json, pointer = ""): ReadonlyArray<string> =>
  value === null || typeof value !== "object"
    ? [pointer]
    : [pointer, ...Object.entries(value).flatMap(([name, member]) => pointersOf(member, `${pointer}/${name}`))]

const textOf = (value: Json, edits: ReadonlyMap<string, string>, pointer: string): string => {
  const edit = edits.get(pointer)
  if (edit !== undefined) return edit
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) =>
      (Array.isArray(value) ? "" : `${JSON.stringify(name)}:`) + textOf(member, edits, `${pointer}/${name}`)
  )
  return Array.isArray(value) ? `[${members.join()}]` : `{${members.join()}}`
}

/** The text of a value, with other text in some places. */
export const withTexts = (value: Json, edits: Readonly<Record<string, string>>): string =>
  textOf(value, new Map(Object.entries(edits)), "")

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)

/** What is put in place of a value: text of JSON of every type, and of every awkward kind. None of it is right anywhere. */
export const wrongTexts: ReadonlyArray<string> = [
  "null",
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "9007199254740993",
  "123456789012345678901234567890",
  '""',
  '"\\u202e"',
  '"\\ud83d\\ude00"',
  `"${"x".repeat(1_500)}"`,
  '"<script>alert(1)</script>\'; DROP TABLE users; --"',
  "[[]]",
  "[null]",
  '{"a":1}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":null,"valueOf":null}'
]

/** The places where one of {@link wrongTexts} is right all the same. */
export const rightAfterAll: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/name": ['"\\u200f"', '"\\ud83d\\ude00"', '"<script>alert(1)</script>\'; DROP TABLE users; --"'],
  "/first_name": ['"\\u200f"', '"\\ud83d\\ude00"', '"<script>alert(1)</script>\'; DROP TABLE users; --"'],
  "/last_name": ['"\\u200f"', '"\\ud83d\\ude00"', '"<script>alert(1)</script>\'; DROP TABLE users; --"'],
  "/customFees/0/note": ['""', '"\\u200f"', '"\\ud83d\\ude00"', '"<script>alert(1)</script>\'; DROP TABLE users; --"'],
  "/customFees/1/note": ['""', '"\\u200f"', '"\\ud83d\\ude00"', '"<script>alert(1)</script>\'; DROP TABLE users; --"']
}

/** Each object of a good body with one of its members named twice, in different spellings. */
export const withMemberTwice = (good: Json): ReadonlyArray<string> =>
  pointersOf(good).flatMap((pointer) => {
    const text = withTexts(good, {})
    const name = pointer.split("/").at(-1) ?? ""
    if (name === "" || /^\d+$/.test(name)) return []
    const code = name.charCodeAt(0).toString(16).padStart(4, "0")
    const spellings = [name, `\\u${code}${name.slice(1)}`, `\\u${code.toUpperCase()}${name.slice(1)}`]
    return spellings.map((spelling) => text.replace(`"${name}":`, `"${spelling}":1,"${name}":`))
  })

const bytes = (...values: ReadonlyArray<number>): Uint8Array => Uint8Array.from(values)
const around = (...values: ReadonlyArray<number>): Uint8Array => bytes(0x7b, 0x22, ...values, 0x22, 0x3a, 0x31, 0x7d)

/** What is no text of JSON as this service reads it, whatever the endpoint; `good` is the text of its good body. */
export const unreadable = (good: string): ReadonlyArray<string | Uint8Array> => [
  " ",
  "\r\n\t",
  "{",
  "nul",
  "undefined",
  "NaN",
  "-Infinity",
  "01",
  "+1",
  ".5",
  "'a'",
  "{a:1}",
  "{'a':1}",
  "[1,]",
  '{"a":1,}',
  '{"a":1 "b":2}',
  '{"a"}',
  '"a\nb"',
  '"\\x41"',
  '"\\u12"',
  `${good}x`,
  `${good}${good}`,
  `${good}\0`,
  `//\n${good}`,
  `/**/${good}`,
  `\uFEFF${good}`,
  `\u00A0${good}`,
  `)]}'\n${good}`,
  good.slice(0, -1),
  Buffer.from(good, "utf16le"),
  Buffer.from(`\uFEFF${good}`, "utf16le"),
  Buffer.concat([bytes(0x1f, 0x8b, 0x08), Buffer.from(good)]),
  around(0x80),
  around(0xc0, 0xaf),
  around(0xe2, 0x82),
  around(0xed, 0xa0, 0x80),
  around(0xf4, 0x90, 0x80, 0x80),
  around(0xf8, 0x88, 0x80, 0x80, 0x80),
  around(0xff, 0xfe),
  '{"\\u0000":1}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"a":"\\udc00\\ud800"}',
  '{"\\udfff":1}',
  '{"__proto__":1,"__proto__":2}',
  '{"constructor":1,"\\u0063onstructor":2}',
  '{"a":{"b":{"c":1,"c":2}}}',
  nested(33),
  `{"a":${nested(32)}}`,
  nested(1_000),
  "[".repeat(2_000),
  '{"a":'.repeat(400)
]
