/**
 * Signing in to the console with an identity provider in a real browser, through the provider's own pages (docs/console-sign-in.md).
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { type Person, startTeamProvider } from "../../test/operator/TeamProvider.ts"
import { missingBrowser } from "../docs/Browser.ts"
import { barriersOn } from "./BarrierScan.ts"
import { consoleServer, headed, openWindow, sharedBrowser, slow } from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

const people: Record<string, Person> = { ada: { groups: ["platform"] }, eve: { groups: ["sales"] } }

describe.skipIf(missingBrowser !== undefined)(`an identity provider${notRun}`, slow, async () => {
  // Another site than the console: what cookies go where is as it is in real life.
  const provider = await startTeamProvider(people, { host: "localhost" })
  const server = await consoleServer({ provider: provider.settings })
  const browser = sharedBrowser(["--host-resolver-rules=MAP localhost 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"])
  beforeAll(() => {
    provider.serve(server.consoleUrl)
    return () => provider[Symbol.asyncDispose]()
  })

  /** Opens an address of the console, and walks through the provider as a person does. */
  const walk = async (address: string, person: string) => {
    const opened = await openWindow(browser())
    const { page } = opened
    await page.goto(`${server.consoleUrl}/console${address}`)
    await headed(page, "Sign in")
    await page.getByRole("link", { name: /^Sign in with localhost:\d+$/ }).click()
    await page.getByPlaceholder("Enter any login").fill(person)
    await page.getByPlaceholder("and password").fill("any")
    await page.getByRole("button", { name: "Sign-in" }).click()
    await page.getByRole("button", { name: "Continue" }).click()
    return opened
  }

  it("opens the page that the reader wanted, in the role of the groups (docs/decisions/0068)", async () => {
    const { page } = await walk("/clients", "ada")
    await headed(page, "Clients")
    await page.getByText("ada@team.example").first().waitFor()
    await page.getByRole("button", { name: "Create a client" }).waitFor()
    assert.notInclude(page.url(), "done")
  })

  it("says why it was refused, and what to do (docs/decisions/0068)", async () => {
    const { page, violations } = await walk("/", "eve")
    await headed(page, "Sign in")
    await page.getByRole("alert").filter({ hasText: "in none of the groups" }).waitFor()
    assert.deepStrictEqual(await barriersOn(page, "the sign-in page"), [])
    assert.deepStrictEqual(violations, [])
  })
})
