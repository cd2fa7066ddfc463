/**
 * The page queries of the product's stores. A plan is worth nothing if the two differ, so they are loaded from there.
 */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The text of the statement `name` for an engine, from the jobs of the product's stores. */
export const pageSql = async (engine: "sqlite" | "postgres", name: string): Promise<string> => {
  const module: Readonly<Record<string, unknown>> = await import(
    new URL("../apps/server/src/store/sql/Jobs.ts", import.meta.url).href
  )
  const statements = module["pageStatements"]
  const ofEngine = isRecord(statements) ? statements[engine] : undefined
  const text = isRecord(ofEngine) ? ofEngine[name] : undefined
  if (typeof text !== "string") throw new Error(`${name} is not where it was`)
  return text
}
