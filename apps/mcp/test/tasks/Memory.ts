/**
 * What a policy remembers: every text that it was shown, and nothing else.
 */
import type { Given, Json, Latest, Look, Seen } from "./Task.ts"

export const isRecord = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isLook = (value: Json | Seen | Latest): value is Seen | Latest =>
  isRecord(value) && ("$seen" in value || "$latest" in value)

/** The value at a JSON Pointer. */
export const at = (value: Json | undefined, pointer: string): Json | undefined =>
  pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>(
      (inner, name) => (isRecord(inner) ? inner[name] : Array.isArray(inner) ? inner[Number(name)] : undefined),
      value
    )

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const matches = (item: Json, where: Readonly<Record<string, Json>>): boolean =>
  isRecord(item) && Object.entries(where).every(([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value))

export interface Text {
  /** The tool whose result it was. */
  readonly tool: string
  readonly text: string
}

/** Makes an empty memory. */
export const makeMemory = () => {
  const texts: Array<Text> = []
  const results = (): ReadonlyArray<Json> => texts.flatMap(({ text }) => parse(text) ?? [])
  const itemsOf = (list: string): ReadonlyArray<Json> =>
    results().flatMap((result) => {
      const found = at(result, `/${list}`)
      return Array.isArray(found) ? found : []
    })

  const look = (wanted: Look): Json | undefined => {
    if ("$seen" in wanted) {
      const found = itemsOf(wanted.$seen).findLast((item) => matches(item, wanted.where))
      return isRecord(found) ? found[wanted.take] : undefined
    }
    if ("$latest" in wanted) return at(results().at(-1), wanted.$latest)
    const found = itemsOf(wanted.$count).filter((item) => matches(item, wanted.where))
    return new Set(found.map((item) => JSON.stringify(at(item, "/id") ?? item))).size
  }

  return {
    texts,
    add: (text: Text) => void texts.push(text),
    look,
    /** The arguments with what was seen in its place. Undefined where it was never seen. */
    resolve: (given: Given): Readonly<Record<string, Json | undefined>> =>
      Object.fromEntries(Object.entries(given).map(([name, value]) => [name, isLook(value) ? look(value) : value]))
  }
}

export type Memory = ReturnType<typeof makeMemory>
