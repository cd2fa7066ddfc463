/**
 * The page of an invitation's link in a real browser (recruiting 2, Invitations): who invites whom, the acceptance, the credentials once, and what the browser
 * may do there.
 */
import { assert, describe, it } from "@effect/vitest"
import { membersOf } from "../../test/HttpCall.ts"
import { sharedServer } from "../../test/TestServer.ts"
import { barriersOn } from "./BarrierScan.ts"
import { openWindow, phone, sharedBrowser, slow } from "./ConsoleWindow.ts"

const server = await sharedServer()
const robin = { company_name: "Hirewell North", first_name: "Robin", last_name: "Doe", email: "robin@north.example" }

const invite = async (): Promise<string> =>
  String(
    membersOf(await server.call("POST", "/v1/agency_invitations", { token: server.tokens.acme, json: robin }))["url"]
  )

describe("the page of an invitation", slow, () => {
  const browser = sharedBrowser()

  it.for([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a phone", { viewport: phone }]
  ] as const)(
    "accepts at the press of a button, shows the credentials once, and has no barrier, %s (recruiting 2)",
    async ([, look]) => {
      const { page, quiet } = await openWindow(browser(), look)
      await page.goto(await invite())
      await page.getByRole("heading", { name: "Acme invites Hirewell North" }).waitFor()
      assert.notInclude(page.url(), "#")
      assert.deepStrictEqual(await barriersOn(page, "invitation"), [])
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Your client is ready" }).waitFor()
      assert.deepStrictEqual(await barriersOn(page, "invitation"), [])
      await page.getByRole("button", { name: "Copy client secret" }).click()
      await page.getByRole("status").getByText("Client secret copied.").waitFor()
      const secret = await page.evaluate<string>("navigator.clipboard.readText()")
      const id = await page.getByText(/^cli_\w+$/).innerText()
      assert.isNotEmpty(await server.partner(id, secret))
      quiet()
    }
  )

  it("accepts nothing when it is opened, and says so of a link that does not work (recruiting 2)", async () => {
    const link = await invite()
    const { page } = await openWindow(browser())
    await page.goto(link)
    await page.getByRole("button", { name: "Accept the invitation" }).waitFor()
    const [, token] = link.split("#")
    assert.strictEqual((await server.call("POST", "/v1/agency_invitations/show", { json: { token } })).status, 200)
    await page.goto("about:blank")
    await page.goto(`${server.publicUrl}/invitations#${"A".repeat(43)}`)
    await page.getByRole("heading", { name: "This link does not work" }).waitFor()
  })
})
