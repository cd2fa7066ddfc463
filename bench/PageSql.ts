/**
 * The page queries as the product's stores write them. A plan is worth nothing if the two differ, so they are read from there.
 */
import * as Fs from "node:fs"

/** The text of the constant `name` in a file of the product's stores. */
export const pageSql = (file: string, name: string): string => {
  const source = Fs.readFileSync(new URL(`../apps/server/src/store/${file}`, import.meta.url), "utf8")
  const text = new RegExp(`const ${name} =\\s+"([^"]+)"`).exec(source)?.[1]
  if (text === undefined) throw new Error(`${name} is not where it was`)
  return text
}
