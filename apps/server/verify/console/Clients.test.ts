/**
 * Clients in the console, in a real browser: a partner gets credentials, changes over to a new secret, and is ended; each step holds at the
 * partners' listener (docs/console.md).
 */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { textOf } from "../../test/HttpCall.ts"
import { missingBrowser } from "../docs/Browser.ts"
import {
  choosePage,
  consoleServer,
  factOf,
  headed,
  openSignedIn,
  rowsOf,
  sharedBrowser,
  slow
} from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** Longer than the server goes on to know a token that has ended. */
const knownMs = 1_000

/** Reads the secret that a dialog shows, copies it with the button beside it, and closes the dialog. */
const takeSecret = async (page: Page, title: string): Promise<string> => {
  const dialog = page.getByRole("dialog", { name: title })
  const shown = await dialog.locator('dt:text-is("Client secret") + dd').getByRole("code").innerText()
  await dialog.getByRole("button", { name: "Copy client secret" }).click()
  await dialog.getByText("client secret copied").waitFor()
  assert.strictEqual(await page.evaluate<string>("navigator.clipboard.readText()"), shown)
  await dialog.getByRole("button", { name: "Done" }).click()
  await dialog.waitFor({ state: "detached" })
  assert.notInclude(await page.content(), shown)
  return shown
}

describe.skipIf(missingBrowser !== undefined)(`clients in the console${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()

  const tokenWith = (id: string, secret: string) =>
    server.call("POST", "/v1/auth/token", { json: { client_id: id, client_secret: secret } })
  const jobsWith = async (token: string) => (await server.call("GET", "/v1/jobs?limit=1", { token })).status

  const createClient = async (page: Page, name: string, organization?: string) => {
    await choosePage(page, "Clients")
    await page.getByRole("button", { name: "Create a client" }).click()
    const dialog = page.getByRole("dialog", { name: "Create a client" })
    await dialog.getByLabel("Name", { exact: true }).fill(name)
    if (organization !== undefined) {
      await dialog.getByLabel("Organization", { exact: true }).fill(organization)
      await dialog.getByRole("radio", { name: /^permissions:/ }).check()
      await dialog.getByRole("checkbox", { name: "jobs:read" }).check()
    }
    await dialog.getByRole("button", { name: "Create", exact: true }).click()
    const secret = await takeSecret(page, "The client is created")
    await headed(page, name)
    const id = (await factOf(page, "Client id").getByRole("code").innerText()).trim()
    return { id, secret, tokenOf: async () => textOf(await tokenWith(id, secret), "access_token") }
  }

  it("creates one, shows its secret once, and grants it an organization (docs/decisions/0067)", async () => {
    const { complaints, page, violations } = await openSignedIn(browser(), server)
    const { id, secret, tokenOf } = await createClient(page, "Northwind Staffing", "org_acme")
    assert.strictEqual(await jobsWith(await tokenOf()), 200)
    assert.deepStrictEqual(await rowsOf(page, "What the client may do, by organization"), [
      ["Acme org_acme default", "jobs:read", "employer", "Change Withdraw"]
    ])

    await page.getByRole("button", { name: "Grant an organization" }).click()
    const dialog = page.getByRole("dialog", { name: "Grant an organization" })
    await dialog.getByLabel("Organization", { exact: true }).fill("org_nobody")
    await dialog.getByRole("radio", { name: /^reader:/ }).check()
    await dialog.getByRole("button", { name: "Grant", exact: true }).click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("Organization", { exact: true }).fill("org_globex")
    await dialog.getByRole("radio", { name: /^permissions:/ }).check()
    await dialog.getByRole("checkbox", { name: "users:read" }).check()
    await dialog.getByRole("button", { name: "Grant", exact: true }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Change the grant of Globex" }).waitFor()
    const primary = await server.primary(id, secret)
    const globex = await server.scoped(primary, "org_globex")
    assert.strictEqual((await server.call("GET", "/v1/users", { token: globex })).status, 200)
    assert.strictEqual(await jobsWith(globex), 403)

    await page.getByRole("button", { name: "Withdraw the grant of Globex" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw the grant" }).click()
    await page.getByRole("button", { name: "Change the grant of Globex" }).waitFor({ state: "detached" })
    await server.advance(knownMs)
    assert.strictEqual((await server.call("GET", "/v1/users", { token: globex })).status, 403)
    assert.deepStrictEqual(violations, [])
    // The browser itself logs the answer for the organization that does not exist.
    assert.deepStrictEqual(
      complaints.filter((text) => !/status of 4(04|22)/.test(text)),
      []
    )
  })

  it("grants nothing unasked: a role or permissions are chosen in each dialog (docs/decisions/0098)", async () => {
    const { page } = await openSignedIn(browser(), server)
    const unsaid = "Must be employer, agency or reader where no permission is named (required)"
    await choosePage(page, "Clients")
    await page.getByRole("button", { name: "Create a client" }).click()
    const creation = page.getByRole("dialog", { name: "Create a client" })
    await creation.getByLabel("Name", { exact: true }).fill("Asked")
    await creation.getByLabel("Organization", { exact: true }).fill("org_acme")
    await creation.getByRole("button", { name: "Create", exact: true }).click()
    await creation.getByText(unsaid).waitFor()
    await creation.getByRole("radio", { name: /^agency:/ }).check()
    await creation.getByRole("button", { name: "Create", exact: true }).click()
    await creation.getByText(/^Must name the agency that the grant is bound to/).waitFor()
    await creation.getByLabel("Agency", { exact: true }).fill("agy_hirewell")
    await creation.getByRole("button", { name: "Create", exact: true }).click()
    await takeSecret(page, "The client is created")
    await headed(page, "Asked")
    const granted = "jobs:read agencies:read applications:read applications:write webhooks:manage placements:read"
    const grants = () => rowsOf(page, "What the client may do, by organization")
    assert.deepStrictEqual(await grants(), [["Acme org_acme default", granted, "agy_hirewell", "Change Withdraw"]])

    await page.getByRole("button", { name: "Change the grant of Acme" }).click()
    const change = page.getByRole("dialog", { name: "Change the grant of Acme" })
    const boxes = change.getByRole("checkbox", { name: /:/ })
    for (const box of await boxes.all()) await box.uncheck()
    await change.getByRole("button", { name: "Change the grant" }).click()
    await change.getByText(unsaid).waitFor()
    assert.deepStrictEqual(await grants(), [["Acme org_acme default", granted, "agy_hirewell", "Change Withdraw"]])
    await change.getByRole("radio", { name: /^reader:/ }).check()
    assert.strictEqual(await boxes.count(), 0)
    await change.getByRole("button", { name: "Change the grant" }).click()
    await change.waitFor({ state: "detached" })
    await page.getByText("applications:write").waitFor({ state: "detached" })
  })

  it("rotates a secret: both are good until the older one is ended (docs/decisions/0067)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    const { id, secret: older } = await createClient(page, "Changing Over", "org_acme")
    // The clock of the server stands still: without this, no secret is the older one.
    await server.advance(knownMs)
    await page.getByRole("button", { name: "Add a secret" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Add a secret" }).click()
    const newer = await takeSecret(page, "The secret of Changing Over")
    for (const secret of [older, newer]) assert.strictEqual((await tokenWith(id, secret)).status, 200)
    await page.getByText("A rotation is under way").waitFor()
    assert.lengthOf(await rowsOf(page, /^Live secrets/), 2)
    assert.lengthOf(await page.getByRole("button", { name: /^End the secret sec_/ }).all(), 2)
    await page.getByRole("button", { name: "End the older secret" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "End the older secret" }).click()
    await page.getByRole("button", { name: "Add a secret" }).waitFor()
    await server.advance(knownMs)
    assert.strictEqual((await tokenWith(id, older)).status, 401)
    assert.strictEqual((await tokenWith(id, newer)).status, 200)

    await page.getByRole("button", { name: "Replace a leaked secret" }).click()
    const dialog = page.getByRole("dialog", { name: "Replace a leaked secret" })
    assert.match(await dialog.innerText(), /\d live tokens? ends?\./)
    assert.isTrue(await dialog.getByRole("button", { name: "Replace all secrets" }).isDisabled())
    await dialog.getByLabel("Type Changing Over to confirm").fill("Changing Over")
    await dialog.getByRole("button", { name: "Replace all secrets" }).click()
    const last = await takeSecret(page, "The secret of Changing Over")
    await server.advance(knownMs)
    assert.strictEqual((await tokenWith(id, newer)).status, 401)
    assert.strictEqual((await tokenWith(id, last)).status, 200)
    quiet()
  })

  it("revokes one only after its name is typed, says first what would break, and its token is refused (docs/decisions/0067)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    const { id, secret, tokenOf } = await createClient(page, "Hirewell Partners", "org_acme")
    const token = await tokenOf()
    assert.strictEqual(await jobsWith(token), 200)
    await server.settleLog()
    await page.reload()
    await headed(page, "Hirewell Partners")
    const latest = await rowsOf(page, "The latest requests of the client")
    assert.include(latest.map(([status, request]) => `${status} ${request}`).join(), "200 GET /v1/jobs")

    const revoke = page.getByRole("button", { name: "Revoke the client" })
    await revoke.click()
    const dialog = page.getByRole("dialog", { name: "Revoke Hirewell Partners" })
    assert.match(
      await dialog.innerText(),
      /What would break:[^]*1 live token ends\.[^]*0 webhook endpoints get nothing any more\.[^]*Its last request was just now\./
    )
    const confirm = dialog.getByRole("button", { name: "Revoke the client" })
    assert.isTrue(await confirm.isDisabled())
    await dialog.getByLabel("Type Hirewell Partners to confirm").fill("hirewell partners")
    assert.isTrue(await confirm.isDisabled())
    assert.strictEqual(await jobsWith(token), 200)
    await dialog.getByLabel("Type Hirewell Partners to confirm").fill("Hirewell Partners")
    await confirm.click()
    await dialog.waitFor({ state: "detached" })
    await page.getByText("revoked", { exact: true }).waitFor()
    await server.advance(knownMs)
    assert.strictEqual(await jobsWith(token), 401)
    assert.strictEqual((await tokenWith(id, secret)).status, 401)
    for (const name of ["Revoke the client", "Grant an organization", "Add a secret"]) {
      assert.strictEqual(await page.getByRole("button", { name }).count(), 0, name)
    }
    await choosePage(page, "Clients")
    const row = (await rowsOf(page, /^Clients/)).find(([name]) => name === "Hirewell Partners")
    assert.deepStrictEqual(row?.slice(1, 3), [id, "revoked"])
    quiet()
  })

  it("finds clients by name and by id, and revoked ones apart; the address keeps both, and each has its last request (docs/console)", async () => {
    const { context, page, quiet } = await openSignedIn(browser(), server)
    const { id, tokenOf } = await createClient(page, "Zephyr Recruiting", "org_acme")
    await createClient(page, "Zephyr Revoked")
    await page.getByRole("button", { name: "Revoke the client" }).click()
    const dialog = page.getByRole("dialog", { name: "Revoke Zephyr Revoked" })
    await dialog.getByLabel("Type Zephyr Revoked to confirm").fill("Zephyr Revoked")
    await dialog.getByRole("button", { name: "Revoke the client" }).click()
    await dialog.waitFor({ state: "detached" })
    assert.strictEqual(await jobsWith(await tokenOf()), 200)
    await server.settleLog()

    await choosePage(page, "Clients")
    const box = page.getByRole("searchbox", { name: "Search clients" })
    await box.fill("zeph")
    await box.press("Enter")
    await page.waitForURL("**/clients?q=zeph")
    await page.getByRole("link", { name: "sandbox-reader" }).waitFor({ state: "detached" })
    const namesOf = async () => (await rowsOf(page, /^Clients/)).map(([name]) => name)
    assert.sameMembers([...(await namesOf())], ["Zephyr Recruiting", "Zephyr Revoked"])
    const states = page.getByRole("group", { name: "State" })
    await states.getByRole("link", { name: "Active" }).click()
    await page.waitForURL("**/clients?q=zeph&state=active")
    await page.getByRole("link", { name: "Zephyr Revoked" }).waitFor({ state: "detached" })
    const [row = []] = await rowsOf(page, /^Clients/)
    assert.deepStrictEqual(row.slice(0, 4), ["Zephyr Recruiting", id, "active", "1"])
    assert.match(row[4] ?? "", /\d\d:\d\d:\d\d$/)

    const colleague = await context.newPage()
    await colleague.goto(`${server.consoleUrl}/console/clients?q=${id}`)
    assert.deepStrictEqual(
      (await rowsOf(colleague, /^Clients/)).map(([name]) => name),
      ["Zephyr Recruiting"]
    )
    quiet()
  })
})
