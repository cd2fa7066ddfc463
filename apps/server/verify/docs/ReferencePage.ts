/**
 * The documentation page as somebody uses it: what stands on it, and its client for trying requests. Finds everything by role and
 * name, as a screen reader does.
 */
import type { Page } from "playwright-core"

/** The page waits so long before it takes over what was typed; its clock is moved on by so much. */
const typingMs = 500

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Opens the page at an address and waits until it is drawn. */
export const openReference = async (page: Page, address: string) => {
  await page.clock.install()
  await page.goto(address)
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor()
  const client = page.getByRole("dialog", { name: "API Client" })
  const answer = client.getByRole("region", { name: "Response", exact: true })

  const texts = async (names: RegExp): Promise<ReadonlyArray<string>> =>
    (await page.getByRole("list", { name: names }).getByRole("listitem").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " ").trim()
    )

  return {
    /** Method and path of every endpoint that is listed. */
    operations: () => texts(/ endpoints$/),
    /** What the list at the side offers, with its method. */
    sidebar: async (): Promise<ReadonlyArray<string>> =>
      (
        await page
          .getByRole("navigation")
          .getByRole("button", { name: /HTTP Method:/ })
          .allInnerTexts()
      ).map((text) => text.replaceAll(/\s*HTTP Method:\s*/gi, " ").trim()),
    /** The text of the part that a name heads. */
    part: (name: string) => page.getByRole("region", { name, exact: true }).first().innerText(),
    /** Goes to an endpoint, or to the beginning, by the list at the side. */
    goTo: (title: string) =>
      page
        .getByRole("navigation")
        .getByRole("button", { name: new RegExp(`^${escaped(title)}( HTTP Method|$)`) })
        .click(),
    /** Looks for words, and goes to the first place that is found. */
    search: async (words: string) => {
      await page.getByRole("search").click()
      const search = page.getByRole("dialog", { name: "Reference Search" })
      await search.getByRole("combobox").fill(words)
      await page.clock.runFor(typingMs)
      await search.getByRole("option", { name: words }).first().click()
      await search.waitFor({ state: "hidden" })
    },
    /** Turns the light off, or on. */
    switchLight: () => page.getByRole("button", { name: /dark mode|light mode/i }).click(),
    /** Types a token where the page asks for one, outside of any endpoint. */
    authenticate: async (token: string) => {
      await page.getByRole("main").getByRole("textbox", { name: "Bearer Token" }).first().fill(token)
      await page.clock.runFor(typingMs)
    },
    /** Opens the client for an endpoint that is in sight. */
    openClient: async (method: string, path: string) => {
      const name = new RegExp(`^Test Request ?\\(${method} ${escaped(path)}\\)$`)
      await page.getByRole("button", { name }).click()
      await client.waitFor()
    },
    /** Types into a row of the form. */
    fillIn: async (name: string, value: string) => {
      await client.getByRole("row").filter({ hasText: name }).getByRole("textbox").nth(1).click()
      await page.keyboard.type(value)
      await page.clock.runFor(typingMs)
    },
    /** Sends the request and gives what the page shows of the answer. */
    send: async (): Promise<string> => {
      await client.getByRole("button", { name: /^Send \w+ request/ }).click()
      await answer.getByText(/^\d{3} /).waitFor()
      await answer.getByText("Response Body").waitFor()
      return answer.innerText()
    },
    closeClient: async () => {
      await client.getByRole("button", { name: "Close Client" }).click()
      await client.waitFor({ state: "hidden" })
    }
  }
}
