/**
 * Organizations, Audit and Health of the console in a real browser: what partners work with, who changed what, and how the service stands
 * (docs/console.md).
 */
import * as Fs from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { membersOf } from "../../test/HttpCall.ts"
import { missingBrowser } from "../docs/Browser.ts"
import { barriersOn } from "./BarrierScan.ts"
import {
  choosePage,
  consoleServer,
  factOf,
  headed,
  openSignedIn,
  openWindow,
  rowsOf,
  sharedBrowser,
  slow
} from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

describe.skipIf(missingBrowser !== undefined)(`records in the console${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()

  it("Organizations: counts records by state, and shows jobs, users, agencies with fees, and applications with their terms (docs/decisions/0067; recruiting 8)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    await choosePage(page, "Organizations")
    await page.getByRole("link", { name: "Acme" }).click()
    await headed(page, "Acme")
    assert.match(await factOf(page, "Jobs").innerText(), /^\d+ \w+( · \d+ \w+)*$/)
    const states = (await factOf(page, "Applications").innerText()).split(" · ").map((text) => text.split(" "))
    assert.strictEqual(
      states.reduce((sum, [count]) => sum + Number(count), 0),
      9
    )
    const kinds = page.getByRole("navigation", { name: "Records" })
    assert.deepStrictEqual(
      (await kinds.getByRole("link").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()),
      ["Applications 9", "Placements", "Jobs 250", "Users 1", "Agencies 2", "Invitations", "Reasons"]
    )
    const listed = await rowsOf(page, "Applications of the organization")
    for (const [count, state = ""] of states) {
      assert.lengthOf(
        listed.filter(([, stands]) => stands === state),
        Number(count),
        state
      )
    }

    const offer = listed.find(([, stands]) => stands === "OFFER")?.[0] ?? "nobody"
    await page.getByRole("button", { name: `Terms of ${offer}` }).click()
    const terms = page.getByRole("dialog", { name: `Terms of ${offer}` })
    await terms.getByText(/^Agreed .*A hire has a fee that the agency has then\.$/).waitFor()
    await terms.getByText(/optimized fee applies|custom fees apply|Custom fees apply/).waitFor()
    await terms.getByRole("button", { name: "Close" }).last().click()
    await terms.waitFor({ state: "detached" })

    await kinds.getByRole("link", { name: "Placements" }).click()
    const [[person, status] = []] = await rowsOf(page, "Placements of the organization")
    assert.deepStrictEqual([person, status], ["Konrad Zuse", "COMPLETED"])

    await kinds.getByRole("link", { name: "Jobs" }).click()
    const jobs = page.getByRole("table", { name: "Jobs of the organization" })
    await jobs.waitFor()
    const first = await jobs.getByRole("row").count()
    await page.getByRole("button", { name: "Load more" }).click()
    await jobs.getByRole("row").nth(first).waitFor()

    await kinds.getByRole("link", { name: "Users" }).click()
    const [[name, email] = []] = await rowsOf(page, "Users of the organization")
    assert.deepStrictEqual([name, email], ["Charles Babbage", "charles@example.com"])

    await kinds.getByRole("link", { name: "Agencies" }).click()
    await page.getByRole("button", { name: "Fees of Hirewell" }).click()
    const dialog = page.getByRole("dialog", { name: "Fees of Hirewell" })
    await dialog.getByText(/optimized fee applies|custom fees apply|Custom fees apply/).waitFor()
    await dialog.getByRole("button", { name: "Close" }).last().click()
    await dialog.waitFor({ state: "detached" })
    quiet()
  })

  it("Organizations: shows who is invited and how the invitation stands, and no link (recruiting 2)", async () => {
    const token = server.tokens.acme
    const json = { company_name: "Hirewell North", first_name: "Robin", last_name: "Doe", email: "robin@north.example" }
    const made = membersOf(await server.call("POST", "/v1/agency_invitations", { token, json }))
    const { open, page, quiet } = await openSignedIn(browser(), server)
    await open("/organizations/org_acme?kind=invitations", "Acme")
    const [cells = []] = await rowsOf(page, "Invitations of the organization")
    assert.deepStrictEqual(cells.slice(0, 4), ["Hirewell North", "Robin Doe", "PENDING", String(made["id"])])
    const [link = "", secret = ""] = String(made["url"]).split("#")
    assert.isNotEmpty(secret)
    const shown = await page.content()
    assert.notInclude(shown, secret)
    assert.notInclude(shown, link)

    await server.call("POST", `/v1/agency_invitations/${String(made["id"])}/revoke`, { token })
    await page.reload()
    await page.getByText("REVOKED", { exact: true }).waitFor()
    quiet()
  })

  it("Organizations: shows the reasons, and by a plot how many applications name each (recruiting 7)", async () => {
    const { open, page, quiet } = await openSignedIn(browser(), server)
    await open("/organizations/org_acme?kind=reasons", "Acme")
    const rows = await rowsOf(page, "Reasons of the organization")
    assert.lengthOf(rows, 8)
    assert.deepStrictEqual(
      rows.filter(([, , , , rejections, withdrawals]) => rejections !== "0" || withdrawals !== "0"),
      [
        ["Skills or experience do not fit the job", "EMPLOYER", "ACTIVE", "not_qualified", "1", "0"],
        ["Candidate took another offer", "CANDIDATE", "ACTIVE", "other_offer", "0", "1"]
      ]
    )
    const plot = page.getByRole("figure", { name: /^Applications by reason/ })
    assert.deepStrictEqual(await plot.locator("[aria-hidden] > div > span:first-child").allInnerTexts(), [
      "Skills or experience do not fit the job",
      "Candidate took another offer"
    ])
    assert.deepStrictEqual(await barriersOn(page, "reasons"), [])
    quiet()
  })

  it("Organizations: finds one by its name or its id (docs/console)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    await choosePage(page, "Organizations")
    const box = page.getByRole("searchbox", { name: "Search organizations" })
    for (const words of ["glob", "org_globex"]) {
      await box.fill(words)
      await box.press("Enter")
      await page.waitForURL(`**/organizations?q=${words}`)
      await page.getByRole("link", { name: "Acme", exact: true }).waitFor({ state: "detached" })
      assert.deepStrictEqual(
        (await rowsOf(page, /^Organizations/)).map(([name, id]) => [name, id]),
        [["Globex", "org_globex"]]
      )
    }
    await box.fill("nobody")
    await box.press("Enter")
    await page.getByText("No organization fits.").waitFor()
    quiet()
  })

  it("Organizations: an admin creates one and renames it, and the page has the commands for the rest (docs/console)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    await choosePage(page, "Organizations")
    await page.getByRole("button", { name: "Create an organization" }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Wayne Enterprises")
    await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click()
    await headed(page, "Wayne Enterprises")
    const id = (await factOf(page, "Organization id").getByRole("code").innerText()).trim()
    await page.getByRole("button", { name: "Rename" }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Wayne Recruiting")
    await page.getByRole("dialog").getByRole("button", { name: "Rename", exact: true }).click()
    await headed(page, "Wayne Recruiting")
    await page.getByText("Import records and erase people").click()
    await page.getByText(`partner-api import jobs FILE --organization ${id}`, { exact: true }).waitFor()
    await page.getByText(`partner-api candidates erase ${id} --email EMAIL`, { exact: true }).waitFor()
    await page.getByRole("link", { name: "audit", exact: true }).click()
    await headed(page, "Audit")
    await page.getByText("Who changed what in Wayne Recruiting.").waitFor()
    assert.deepStrictEqual(
      (await rowsOf(page, "Audit log, the newest first")).map(([, who, action, what]) => [who, action, what]),
      ["organization.renamed", "organization.created"].map((action) => [
        "Ada Lovelace",
        action,
        `Wayne Recruiting ${id}`
      ])
    )
    quiet()
  })

  it("Operators: an admin invites one, whose link works once, and revokes it (docs/decisions/0103)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    await choosePage(page, "Operators")
    await page.getByRole("button", { name: "Invite an operator" }).click()
    const invitation = page.getByRole("dialog", { name: "Invite an operator" })
    await invitation.getByLabel("Name", { exact: true }).fill("Charles Babbage")
    await invitation.getByRole("button", { name: "Make the link" }).click()
    const shown = page.getByRole("dialog", { name: "The link of Charles Babbage" })
    const link = await shown.locator('dt:text-is("Link") + dd').getByRole("code").innerText()
    await shown.getByRole("button", { name: "Done" }).click()
    await shown.waitFor({ state: "detached" })
    assert.notInclude(await page.content(), "#login=")

    const guest = await openWindow(browser())
    await guest.page.goto(link)
    await headed(guest.page, "Overview")
    await choosePage(guest.page, "Operators")
    assert.strictEqual(await guest.page.getByRole("button", { name: /Invite|Revoke/ }).count(), 0)
    await page.reload()
    const rowOf = async () =>
      (await rowsOf(page, "Operators, by id")).find(([name]) => name?.startsWith("Charles Babbage"))
    assert.deepStrictEqual((await rowOf())?.slice(1, 3), ["viewer", "signed in"])
    assert.strictEqual(await page.getByRole("button", { name: "Revoke Ada Lovelace" }).count(), 0)
    await page.getByRole("button", { name: "Revoke Charles Babbage" }).click()
    const revocation = page.getByRole("dialog", { name: "Revoke Charles Babbage" })
    await revocation.getByLabel("Type Charles Babbage to confirm").fill("Charles Babbage")
    await revocation.getByRole("button", { name: "Revoke the operator" }).click()
    await revocation.waitFor({ state: "detached" })
    await page.getByText("revoked", { exact: true }).first().waitFor()
    assert.deepStrictEqual((await rowOf())?.slice(1, 3), ["viewer", "revoked"])
    await guest.page.getByRole("link", { name: "Clients", exact: true }).click()
    await headed(guest.page, "Sign in")
    quiet()
  })

  it("Audit: names the operator who has just done it, by filter and as a file (docs/decisions/0067)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server, { name: 'Grace, the "admin"' })
    await choosePage(page, "Clients")
    await page.getByRole("button", { name: "Create a client" }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("For the audit")
    await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click()
    await headed(page, "For the audit")
    const id = (await factOf(page, "Client id").getByRole("code").innerText()).trim()

    await choosePage(page, "Audit")
    await page.getByLabel("Action").selectOption("client.created")
    await page.waitForURL("**/audit?action=client.created")
    await page.getByRole("cell", { name: "operator.signed_in" }).first().waitFor({ state: "detached" })
    const [entry = []] = await rowsOf(page, "Audit log, the newest first")
    assert.deepStrictEqual(entry.slice(1, 4), ['Grace, the "admin"', "client.created", `For the audit ${id}`])

    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download CSV" }).click()
    const download = await saved
    assert.strictEqual(download.suggestedFilename(), "audit.csv")
    const [head, line] = (await Fs.readFile(await download.path(), "utf8")).split("\r\n")
    assert.strictEqual(head, "occurred_at,who,action,resource_id,organization_id,changed,request_id,id")
    assert.match(line ?? "", new RegExp(`^\\d{4}-.*Z,"Grace, the ""admin""",client\\.created,${id},`))
    await page
      .getByRole("status")
      .filter({ hasText: /^Saved \d+ entries\.$/ })
      .waitFor()
    quiet()
  })

  it("Health: shows versions, and each check with what to do where it is not good (docs/decisions/0067)", async () => {
    const { page, quiet } = await openSignedIn(browser(), server)
    await choosePage(page, "Health")
    await factOf(page, "Node.js").waitFor()
    assert.strictEqual(await factOf(page, "Node.js").innerText(), process.version)
    const checks = await rowsOf(page, "Checks, the worst first")
    assert.isAbove(checks.length, 3)
    const order = checks.map(([state = ""]) => ["bad", "worth a look", "good"].indexOf(state))
    assert.deepStrictEqual(
      order,
      order.toSorted((one, other) => one - other)
    )
    assert.includeMembers(
      checks.map(([, check]) => check),
      ["backup", "migrations", "webhooks"]
    )
    await page.getByRole("button", { name: "Check again" }).click()
    await page.getByText("No check is bad.").waitFor()
    assert.strictEqual(await factOf(page, "Last backup").last().innerText(), "none is known")
    await page.getByText("none: set BACKUP_EVERY, or run partner-api backup FILE").waitFor()
    quiet()
  })
})
