/**
 * The page queries of the product's stores. A plan is worth nothing if the two differ, so they are loaded from there.
 */

/** The text of the constant `name` in a module of the product's stores. */
export const pageSql = async (file: string, name: string): Promise<string> => {
  const module: Readonly<Record<string, unknown>> = await import(
    new URL(`../apps/server/src/store/${file}`, import.meta.url).href
  )
  const text = module[name]
  if (typeof text !== "string") throw new Error(`${name} is not where it was`)
  return text
}
