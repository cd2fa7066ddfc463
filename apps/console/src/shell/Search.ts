/**
 * The query behind the `?` of an address: plain texts, so that an address can be read, written by hand, and sent to a colleague.
 */

/** Reads the search of an address: each name once, the last one counts. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Writes it: what is empty or absent is left out. */
export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "")
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** A search with some of its texts set anew; undefined leaves a text out. */
export const withTexts = <Name extends string>(
  search: { readonly [_ in Name]?: string },
  texts: { readonly [_ in Name]?: string | undefined }
): { readonly [_ in Name]?: string } => {
  const next: { [_ in Name]?: string } = { ...search }
  for (const name in texts) {
    const text = texts[name]
    if (text === undefined) delete next[name]
    else next[name] = text
  }
  return next
}

/** Takes the named texts of a search, and nothing else. */
export const textsOf =
  <const Name extends string>(...names: ReadonlyArray<Name>) =>
  (search: Readonly<Record<string, unknown>>): { readonly [_ in Name]?: string } => {
    const taken: { [_ in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === "string" && value.trim() !== "") taken[name] = value.trim()
    }
    return taken
  }
