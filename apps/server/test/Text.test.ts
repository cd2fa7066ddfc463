/**
 * Text over HTTP: control characters are refused in every text that a partner writes, and what was stored before they were is still
 * answered (decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import { mistakesOf } from "./ErrorAnswer.ts"
import { openDatabase, sharedServer, startServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
const user = { first_name: "Ada", last_name: "Lovelace", email: "ada.text@example.com" }
const patched = { ...user, id: "usr_text", email: "patched.text@example.com" }
await call("POST", "/v1/users", { token: tokens.acme, json: patched })
const fees = "/v1/agencies/agy_hirewell/fees"
const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1 }
const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 1 }

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The list of the decisions, without NUL: a body that holds one is refused as a whole, with 400. */
const refused = [...from(0x01, 0x1f), ...from(0x7f, 0x9f), ...from(0x202a, 0x202e), ...from(0x2066, 0x2069)]
const lineEndsAndTab = [0x09, 0x0a, 0x0d]

/** Every text of the contract that a partner writes. */
const texts = [
  {
    what: "an organization's name",
    path: "/name",
    isOneLine: true,
    send: (name: string) => call("POST", "/v1/organizations", { token: tokens.primary, json: { name } })
  },
  {
    what: "a first name",
    path: "/first_name",
    isOneLine: true,
    send: (first_name: string) => call("POST", "/v1/users", { token: tokens.acme, json: { ...user, first_name } })
  },
  {
    what: "a last name",
    path: "/last_name",
    isOneLine: true,
    send: (last_name: string) => call("POST", "/v1/users", { token: tokens.acme, json: { ...user, last_name } })
  },
  ...["first_name", "last_name"].map((name) => ({
    what: `the ${name} in a patch of a user`,
    path: `/${name}`,
    isOneLine: true,
    send: (text: string) => call("PATCH", "/v1/users/usr_text", { token: tokens.acme, json: { [name]: text } })
  })),
  ...["title", "description", "location", "external_id"].flatMap((name) => {
    const of = { path: `/${name}`, isOneLine: name !== "description" }
    const job = { title: "Engineer", description: "Builds" }
    const token = tokens.acme
    const add = (text: string) => call("POST", "/v1/jobs", { token, json: { ...job, [name]: text } })
    const patch = (text: string) => call("PATCH", "/v1/jobs/job_00000001", { token, json: { [name]: text } })
    return [
      { ...of, what: `the ${name} of a new job`, send: add },
      { ...of, what: `the ${name} in a patch of a job`, send: patch }
    ]
  }),
  ...[share, flat].map((fee) => ({
    what: `the note of a ${fee.feeType}`,
    path: "/customFees/0/note",
    isOneLine: false,
    send: (note: string) => call("POST", fees, { token: tokens.acme, json: { customFees: [{ ...fee, note }] } })
  }))
]

describe("text that a partner writes", () => {
  it.for(texts)("refuses each character of the list with 422: $what (decisions, Resources)", async (text) => {
    for (const code of refused.filter((one) => text.isOneLine || !lineEndsAndTab.includes(one))) {
      const answer = await text.send(`a${String.fromCodePoint(code)}b`)
      assert.deepStrictEqual(mistakesOf(answer), [`body ${text.path} format`], `U+${code.toString(16)}`)
      assert.notInclude(answer.text, String.fromCodePoint(code))
    }
  })

  it("may have lines and tabs in a note, and is answered as it was sent (decisions, Resources)", async () => {
    const json = { optimizedFee: false, customFees: [{ ...flat, note: "one\r\n\ttwo\nthree" }] }
    assert.deepStrictEqual((await call("POST", fees, { token: tokens.acme, json })).json, json)
    assert.deepStrictEqual((await call("GET", fees, { token: tokens.acme })).json, json)
  })
})

/** What an earlier version took: a title, a cleared screen, a colour in C1, DEL, text from right to left. */
const hostile = "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n\u007f\u202egnp\u2066"

/** As an earlier version would have stored it. */
const storeHostile = (databaseFile: string) => {
  using operator = openDatabase(databaseFile)
  const set = (sql: string, value: string) => operator.db.prepare(sql).run(value)
  set("UPDATE organizations SET name = ?", hostile)
  set("UPDATE users SET first_name = ?", hostile)
  set("UPDATE users SET last_name = ?", hostile)
  set("UPDATE agencies SET name = ?", hostile)
  const person = { first_name: hostile, last_name: hostile, email: "robin@example.com" }
  set("UPDATE agencies SET recruiters = ?", JSON.stringify([person]))
  set("UPDATE agencies SET custom_fees = ?", JSON.stringify([{ ...flat, note: hostile.repeat(50) }]))
  const job = { title: hostile, description: hostile, location: hostile, external_id: hostile }
  set("UPDATE jobs SET json = json_patch(json, ?)", JSON.stringify(job))
}

describe("text that was stored before it was refused", () => {
  it("is answered as it is, in lists, one by one, and after a write of something else (decisions, Resources)", async () => {
    await using old = await startServer()
    const primary = await old.primary()
    const token = await old.scoped(primary)
    const added = await old.call("POST", "/v1/users", { token, json: user })
    assert.strictEqual(added.status, 201)
    storeHostile(old.databaseFile)

    const id = String(Reflect.get(Object(added.json), "id"))
    const paths: ReadonlyArray<readonly [path: string, member: string, as?: string]> = [
      ["/v1/organizations", "name", primary],
      ["/v1/users", "first_name"],
      [`/v1/users/${id}`, "last_name"],
      ["/v1/jobs?limit=1", "title"],
      ["/v1/jobs/job_00000001", "description"],
      ["/v1/agencies", "name"],
      ["/v1/agencies/agy_hirewell", "first_name"],
      [fees, "note"]
    ]
    for (const [path, member, as = token] of paths) {
      const answer = await old.call("GET", path, { token: as })
      assert.strictEqual(answer.status, 200, `${path}: ${answer.text}`)
      assert.include(answer.text, `"${member}":${JSON.stringify(hostile).slice(0, -1)}`, path)
    }
    const set = await old.call("POST", fees, { token, json: { optimizedFee: false } })
    assert.deepStrictEqual(
      [set.status, set.json],
      [200, { optimizedFee: false, customFees: [{ ...flat, note: hostile.repeat(50) }] }]
    )
    assert.deepStrictEqual(old.log.faults, [])
  })
})
