/**
 * The documentation page as somebody uses it: what stands on it, and its client for trying requests. Finds everything by role and
 * name, as a screen reader does.
 */
import type { Page } from "playwright-core"

/** The page waits so long before it takes over what was typed; its clock is moved on by so much. */
const typingMs = 500

/** So long the page says that it has copied, and copies nothing else from the same place. */
const copiedMs = 1_200

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

  const region = (name: string) => page.getByRole("region", { name, exact: true }).first()

  const samplesOf = (title: string) => region(title).getByRole("group", { name: /^Request Example/ })

  const answersOf = (title: string) => region(title).getByRole("region", { name: /^Status: 20/ })

  const side = page.getByRole("navigation")

  /** Opens the groups of the list at the side, until something is there or all are open. */
  const openGroups = async (isThere: () => Promise<boolean>): Promise<void> => {
    const closed = side.getByRole("button", { name: /^Open Group / })
    while (!(await isThere()) && (await closed.count()) > 0) await closed.first().click()
  }

  /** Goes to an endpoint, or to the beginning, by the list at the side. */
  const goTo = async (title: string): Promise<void> => {
    const entry = side.getByRole("button", { name: new RegExp(`^${escaped(title)}( HTTP Method|$)`) })
    await openGroups(async () => (await entry.count()) > 0)
    await entry.click()
  }

  return {
    /** Method and path of every endpoint that is listed. */
    operations: () => texts(/ endpoints$/),
    /** What the list at the side offers with all its groups open, each with its method. */
    sidebar: async (): Promise<ReadonlyArray<string>> => {
      await openGroups(async () => false)
      const texts = await side.getByRole("button", { name: /HTTP Method:/ }).allInnerTexts()
      return texts.map((text) => text.replaceAll(/\s*HTTP Method:\s*/gi, " ").trim())
    },
    /** The text of the part that a name heads. */
    part: (name: string) => region(name).innerText(),
    goTo,
    /**
     * Copies the samples of an endpoint with the button that stands beside them: by the name of each, what is in the clipboard then.
     */
    copySamples: async (title: string): Promise<ReadonlyArray<readonly [name: string, text: string]>> => {
      await goTo(title)
      const card = samplesOf(title)
      const choice = card.getByRole("button").first()
      const copied: Array<readonly [string, string]> = []
      await choice.click()
      const names = await page.getByRole("option").allInnerTexts()
      for (const [index, name] of names.entries()) {
        if (index > 0) await choice.click()
        await page.getByRole("option", { name, exact: true }).click()
        await card.getByRole("button", { name: "Copy", exact: true }).click()
        await card.getByRole("alert").getByText("Copied").waitFor({ state: "attached" })
        copied.push([name, await page.evaluate<string>("navigator.clipboard.readText()")])
        await page.clock.runFor(copiedMs)
      }
      return copied
    },
    /** What the page shows of the answer of an endpoint that succeeds; nothing when the answer has no body. */
    shownAnswer: async (title: string): Promise<string> => {
      await goTo(title)
      const [shown = ""] = await answersOf(title).getByRole("code").allInnerTexts()
      return shown
    },
    /** What must be in sight: the parts of the page by their names. */
    parts: {
      "the list of endpoints": page.getByRole("navigation"),
      "the introduction": region("Introduction"),
      "the credentials": region("Introduction").getByRole("table").first(),
      "the way in": page.getByRole("main").getByRole("button", { name: "Authorize", exact: true }),
      "the samples": samplesOf("List jobs"),
      "the answers": answersOf("List jobs")
    },
    /** Gets a token with the credentials that the page has, and waits until it has one. */
    authorize: async () => {
      await page.getByRole("main").getByRole("button", { name: "Authorize", exact: true }).click()
      await page.getByRole("main").getByRole("textbox", { name: "Access Token" }).first().waitFor()
    },
    /** Follows a link of the introduction, and returns where it leads: the address, and whether the heading is in sight. */
    follow: async (title: string) => {
      await region("Introduction").getByRole("link", { name: title, exact: true }).click()
      const heading = page.getByRole("heading", { name: title }).first()
      await page.waitForURL(/#/)
      const box = await heading.boundingBox()
      return { address: new URL(page.url()).hash, top: box?.y ?? Number.NaN }
    },
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
