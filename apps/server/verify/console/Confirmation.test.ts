/**
 * The page of a person's link in a real browser (recruiting 6): who submits whom, the decision by the keyboard, its withdrawal, and refusals that read alike.
 */
import { assert, describe, it } from "@effect/vitest"
import { membersOf, textOf } from "../../test/HttpCall.ts"
import { sharedServer } from "../../test/TestServer.ts"
import { barriersOn } from "./BarrierScan.ts"
import { openWindow, phone, sharedBrowser, slow } from "./ConsoleWindow.ts"

const server = await sharedServer()
const { call, tokens } = server

let people = 0
/** An application that waits for its person, and the link that the person gets. */
const waiting = async () => {
  const candidate = { first_name: "Grace", last_name: "Hopper", email: `page${++people}@example.com` }
  const json = { job_id: "job_00000001", agency_id: "agy_hirewell", candidate }
  const id = textOf(await call("POST", "/v1/applications", { token: tokens.acme, json }), "id")
  const path = `/v1/applications/${id}`
  const link = textOf(await call("POST", `${path}/confirmation_requests`, { token: tokens.acme }), "url")
  return { link, stateOf: async () => membersOf(await call("GET", path, { token: tokens.acme }))["state"] }
}

describe("the page of a confirmation", slow, () => {
  const browser = sharedBrowser()

  it.for([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a phone", { viewport: phone }]
  ] as const)("confirms and withdraws by the keyboard, and has no barrier, %s (recruiting 6)", async ([, look]) => {
    const { page, quiet } = await openWindow(browser(), look)
    const { link, stateOf } = await waiting()
    await page.goto(link)
    await page.getByRole("heading", { name: "Grace, do you want to apply at Acme?" }).waitFor()
    assert.notInclude(page.url(), "#")
    assert.strictEqual(await stateOf(), "UNCONFIRMED", "opening the page decides nothing")
    assert.include(await page.getByRole("main").innerText(), "Hirewell")
    // The month is a word: 12/11 is another day elsewhere.
    assert.match(await page.getByRole("main").innerText(), /use it until \d+ [A-Z][a-z]+ \d{4} at \d\d:\d\d\./)
    assert.deepStrictEqual(await barriersOn(page, "confirmation"), [])
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "You have confirmed" }).waitFor()
    assert.strictEqual(await stateOf(), "AWAITING_SORT")
    assert.deepStrictEqual(await barriersOn(page, "confirmation"), [])
    // The link still works where it is opened again.
    await page.goto("about:blank")
    await page.goto(link)
    await page.getByRole("button", { name: "Withdraw" }).press("Enter")
    await page.getByRole("heading", { name: "Withdraw your application?" }).waitFor()
    assert.strictEqual(await stateOf(), "AWAITING_SORT")
    assert.deepStrictEqual(await barriersOn(page, "confirmation"), [])
    await page.getByRole("button", { name: "Yes, withdraw" }).press("Enter")
    await page.getByRole("heading", { name: "You have withdrawn" }).waitFor()
    assert.strictEqual(await stateOf(), "WITHDRAWN")
    assert.deepStrictEqual(await barriersOn(page, "confirmation"), [])
    quiet()
  })

  it("declines, and is then no longer possible to confirm (recruiting 6)", async () => {
    const { page } = await openWindow(browser())
    const { link, stateOf } = await waiting()
    const { page: second } = await openWindow(browser())
    for (const one of [page, second]) {
      await one.goto(link)
      await one.getByRole("button", { name: "Confirm" }).waitFor()
    }
    await page.getByRole("button", { name: "Decline" }).click()
    await page.getByRole("heading", { name: "You have declined" }).waitFor()
    assert.strictEqual(await stateOf(), "DECLINED")
    await second.getByRole("button", { name: "Confirm" }).click()
    await second.getByRole("heading", { name: "This is no longer possible" }).waitFor()
    assert.deepStrictEqual(await barriersOn(second, "confirmation"), [])
    const words = await second.getByRole("main").innerText()
    for (const address of [`/confirm#${"A".repeat(43)}`, "/confirm"]) {
      await page.goto("about:blank")
      await page.goto(`${server.publicUrl}${address}`)
      await page.getByRole("heading", { name: "This is no longer possible" }).waitFor()
      assert.strictEqual(await page.getByRole("main").innerText(), words)
    }
  })
})
