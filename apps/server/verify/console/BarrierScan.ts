/**
 * Looks for barriers on a page (WCAG 2.2 AA, as far as axe can tell).
 */
import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]

/** Looks for barriers; a page on which nothing was found to look at is a barrier too. */
export const barriersOn = async (page: Page, place: string): Promise<ReadonlyArray<string>> => {
  const { passes, violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  const isWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")
  return [
    ...violations.map(({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
    ...(passes.length === 0 ? [`${place}: nothing was looked at`] : []),
    ...(isWide ? [`${place}: wider than the window`] : [])
  ]
}
