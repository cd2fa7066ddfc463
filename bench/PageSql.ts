/**
 * The page queries of the product's stores. A plan is worth nothing if the two differ, so they are loaded from there.
 */

/** The text of the page that an organization gets from an engine. */
export const pageSql = async (engine: "sqlite" | "postgres"): Promise<string> => {
  const module: Readonly<Record<string, unknown>> = await import(
    new URL("../apps/server/test/PageText.ts", import.meta.url).href
  )
  const { pageText } = module
  const text: unknown = typeof pageText === "function" ? pageText(engine) : undefined
  if (typeof text !== "string") throw new Error("the page query is not where it was")
  return text
}
