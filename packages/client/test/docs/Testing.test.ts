/**
 * docs/testing.md, against the test server: its options with their defaults, its members, its faults and what each of them
 * leaves undone, and the members of records.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { primaryLifetimeSeconds, scopedLifetimeSeconds } from "@partner-api/domain/Token"
import { assert, describe, it } from "vitest"
import { createTestServer, type Fault } from "../../src/testing.ts"
import { startMsDefault } from "../../src/testing/Clock.ts"
import { faultOptions } from "../../src/testing/faults/FaultSchema.ts"
import { requestsMax } from "../../src/testing/http/Requests.ts"
import { baseUrlDefault } from "../../src/testing/Options.ts"
import { testServerOptionNames } from "../../src/testing/OptionsSchema.ts"
import { meet } from "../testing/Foreign.ts"
import { rowsOf } from "./Markdown.ts"

const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../docs/testing.md"), "utf8")

/** The names that a cell shows as code. */
const namesIn = (cell = ""): ReadonlyArray<string> => Array.from(cell.matchAll(/`([\w-]+)/g), ([, name = ""]) => name)

/** What a call is refused with. */
const refusal = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    return String(error)
  }
  return ""
}

/** One of each fault. */
const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ["refused", "refused"],
  ["reset", "reset"],
  ["reset-after", "reset-after"],
  ["hang", "hang"],
  ["html", { html: 502 }],
  ["redirect", { redirect: "https://elsewhere.test" }],
  ["body", { body: "{}" }],
  ["status", { status: 503 }],
  ["truncated", { truncated: true }],
  ["next", { next: null }],
  ["delayMs", { delayMs: 1 }],
  ["change", { change: (answer) => answer }]
])

describe("docs/testing.md", () => {
  it("has every option of a test server, and no other (README)", () => {
    const named = rowsOf(page, "Option").flatMap(([name]) => namesIn(name))
    assert.sameMembers([...new Set(named)], [...testServerOptionNames])
  })

  it("states the defaults as they are (README)", () => {
    const defaults = new Map(rowsOf(page, "Option").map(([name = "", value]) => [name, value]))
    assert.deepStrictEqual(
      ["tokens.primaryLifetimeSeconds", "tokens.scopedLifetimeSeconds", "baseUrl", "startMs"].map((name) =>
        defaults.get(`\`${name}\``)
      ),
      [
        String(primaryLifetimeSeconds),
        String(scopedLifetimeSeconds),
        `\`${baseUrlDefault}\``,
        `\`${new Date(startMsDefault).toISOString()}\``
      ]
    )
    assert.include(page, `Its id is \`${createTestServer().clientId}\``)
    assert.include(page, `the latest ${requestsMax.toLocaleString("en")} requests`)
  })

  it("has every member of a test server, of its clock and of its data, and no other (README)", () => {
    const server = createTestServer()
    const rows = rowsOf(page, "Member")
    const listed = rows.flatMap(([names = ""]) => Array.from(names.matchAll(/`(\w+)/g), ([, name = ""]) => name))
    assert.sameMembers(listed, Object.getOwnPropertyNames(server))
    for (const part of ["clock", "data"] as const) {
      const [, cell] = rows.find(([name]) => name === `\`${part}\``) ?? []
      assert.sameMembers([...namesIn(cell)], Object.keys(server[part]))
    }
    const [, groups = ""] = /`group` of `data.items` is ([^.]*)\./.exec(page) ?? []
    const refused = refusal(() => server.data.items("org_1", ""))
    assert.include(refused, `There are ${namesIn(groups).join(", ")}.`)
  })

  it("has every fault with its options, and no other (README)", () => {
    assert.deepStrictEqual(
      rowsOf(page, "Fault").map(([name, options]) => [...namesIn(name), ...namesIn(options)]),
      Array.from(faultOptions, ([name, options]) => [name, ...options.filter((option) => option !== name)])
    )
  })

  it.each(rowsOf(page, "Fault").map(([name, , handled]) => [namesIn(name)[0] ?? "", handled] as const))(
    "says whether a request is handled that ends with the fault %s (README)",
    async (name, handled) => {
      const fault = faults.get(name)
      assert.isDefined(fault, name)
      const { send, scoped, server } = meet()
      const token = await scoped()
      const before = server.data.users("org_1").length
      if (fault !== undefined) server.failNext("users.create", fault)
      const stop = new AbortController()
      const ada = { first_name: "Ada", last_name: "King", email: "king@example.com" }
      const answer = send("/v1/users", { token, json: ada, signal: stop.signal }).catch(() => undefined)
      if (name === "hang") stop.abort()
      await answer
      assert.strictEqual(server.data.users("org_1").length > before ? "yes" : "no", handled)
      assert.strictEqual(server.count("users.create"), 1)
    }
  )

  it.each(
    rowsOf(page, "Kind").map(([kind, required, optional]) => [namesIn(kind)[0] ?? "", required, optional] as const)
  )("has the members of the records of %s, and says which are required (README)", (kind, required, optional) => {
    const far = "x".repeat(60)
    const refused = refusal(() =>
      Reflect.apply(createTestServer, undefined, [
        { organizations: [{ id: "org_1", name: "One", [kind]: [{ [far]: 1 }] }] }
      ])
    )
    const missing = Array.from(refused.matchAll(/\/(\w+) is required/g), ([, name = ""]) => name)
    const [, all = ""] = /It has ([\w, ]+)\./.exec(refused) ?? []
    assert.sameMembers(missing, [...namesIn(required)])
    assert.sameMembers(all.split(", "), [...namesIn(required), ...namesIn(optional)])
  })
})
