/**
 * Lists searched over HTTP (decisions, Filters): what `q` finds, how a cursor carries it, and what it never reveals.
 */
import { assert, describe, it } from "@effect/vitest"
import { agencyClient } from "./ClientsOfAcme.ts"
import { errorOf, mistakesOf } from "./ErrorAnswer.ts"
import { textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { pageOf, pathOf, walk } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens } = server
const bound = await agencyClient(server)

const made = async (path: string, json: object, token = tokens.acme): Promise<string> =>
  textOf(await call("POST", path, { token, json }), "id")
const found = async (path: string, token = tokens.acme): Promise<ReadonlyArray<string>> =>
  (await walk(call, token, path)).flatMap((answer) => pageOf(answer).content.map(({ id }) => id))

const job = (title: string, more: object = {}, token = tokens.acme) =>
  made("/v1/jobs", { title, description: "Tends the zyxgarden.", ...more }, token)
const draft = await job("Gärtner zyxdraft")
const open = await job("GARDENER (m/w/d)", { status: "OPEN", location: "Zürich", external_id: "ZYX-7" })
const user = await made("/v1/users", { first_name: "Renée", last_name: "Zyxman", email: "r.zyx@example.com" })
await job("Zyxforeign", { status: "OPEN" }, tokens.globex)

describe("q", () => {
  it.for([
    ["/v1/jobs?q=zyxgarden", [draft, open]],
    ["/v1/jobs?q=zyx", [draft, open]],
    ["/v1/jobs?q=zurich+GARD", [open]],
    ["/v1/jobs?q=g%C3%A4rtner+zyxgard", [draft]],
    ["/v1/jobs?q=zyx-7", [open]],
    ["/v1/jobs?q=yxgarden", []],
    ["/v1/jobs?q=%22", []],
    ["/v1/jobs?q=zyxgarden&status=OPEN", [open]],
    ["/v1/jobs?q=zyxgarden&external_id=ZYX-7", [open]],
    ["/v1/jobs?q=zyxforeign", []],
    ["/v1/users?q=zyxman+renee", [user]],
    ["/v1/users?q=r.zyx%40example.com&status=ACTIVE", [user]],
    ["/v1/agencies?q=HIREW", ["agy_hirewell"]],
    ["/v1/agencies?q=contoso", []]
  ] as const)("%s finds %j (decisions, Filters)", async ([path, expected]) =>
    assert.deepStrictEqual(await found(path), [...expected].toSorted())
  )

  it("shows an agency no draft, no rival and no user (decisions, Tokens)", async () => {
    assert.deepStrictEqual(await found("/v1/jobs?q=zyx", bound), [open])
    assert.deepStrictEqual(await found("/v1/jobs?q=zyxdraft", bound), [])
    assert.deepStrictEqual(await found("/v1/agencies?q=hirewell", bound), ["agy_hirewell"])
    assert.deepStrictEqual(await found("/v1/agencies?q=northwind"), ["agy_northwind"])
    assert.deepStrictEqual(await found("/v1/agencies?q=northwind", bound), [])
    assert.strictEqual((await call("GET", "/v1/users?q=zyxman", { token: bound })).status, 403)
  })

  it("finds what a record says now (decisions, Filters)", async () => {
    const changing = await job("Zyxbefore", { description: "D" })
    await call("PATCH", `/v1/jobs/${changing}`, { token: tokens.acme, json: { title: "Zyxafter" } })
    assert.deepStrictEqual(await found("/v1/jobs?q=zyxbefore"), [])
    assert.deepStrictEqual(await found("/v1/jobs?q=zyxafter"), [changing])
  })

  it("is carried by the cursor (decisions, Lists)", async () => {
    const first = pageOf(await call("GET", "/v1/jobs?q=zyxgarden&limit=1", { token: tokens.acme }))
    const next = pathOf(first.next ?? "")
    assert.notInclude(next, "zyx")
    const second = pageOf(await call("GET", `${next}&q=zyxgarden`, { token: tokens.acme }))
    assert.deepStrictEqual(
      [...first.content, ...second.content].map(({ id }) => id),
      [draft, open].toSorted()
    )
    assert.strictEqual(errorOf(await call("GET", `${next}&q=other`, { token: tokens.acme })), "400 invalid_cursor")
  })

  it("carries the longest query there is (decisions, Lists)", async () => {
    const q = encodeURIComponent(`zyxgarden${"\u{1f680}".repeat(91)}`)
    const { next } = pageOf(await call("GET", `/v1/jobs?q=${q}&limit=1`, { token: tokens.acme }))
    assert.strictEqual((await call("GET", pathOf(next ?? ""), { token: tokens.acme })).status, 200)
  })

  it.for([
    ["/v1/jobs?q=", ["query /q length"]],
    [`/v1/users?q=${"x".repeat(101)}`, ["query /q length"]],
    ["/v1/jobs?q=1+2+3+4+5+6+7+8+9+10+11", ["query /q length"]],
    [`/v1/agencies?q=${encodeURIComponent("東京都江戸川区葛西町")}x`, ["query /q length"]],
    ["/v1/jobs?q=a&q=b", ["query /q type"]],
    ["/v1/applications?q=a", ["query /q unknown"]]
  ] as const)("%s is refused and named (decisions, Filters)", async ([path, mistakes]) =>
    assert.deepStrictEqual(mistakesOf(await call("GET", path, { token: tokens.acme })), [...mistakes])
  )
})
