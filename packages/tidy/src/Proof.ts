/**
 * The proof of a statement: a test by its file and title, or the scenario of the conformance kit that has the rule's id.
 *
 * Checks whether the test is there. Whether it proves the statement is for people to judge, and whether it can fail for mutation tests.
 */
export type Proof =
  | { readonly kind: "scenario" }
  | { readonly kind: "test"; readonly path: string; readonly title: string }

/** Reads `scenario`, or a file and a title with a colon between them; nothing for anything else. */
export const readProof = (text: string): Proof | undefined => {
  if (text === "scenario") return { kind: "scenario" }
  const [, path, title] = /^(\S+\.ts): (.+)$/.exec(text) ?? []
  return path !== undefined && title !== undefined ? { kind: "test", path, title } : undefined
}

/** Whether a test file has a title: as it stands, or as a template (`%s`, `$name`) whose places hold words of its table. */
export const isTitleIn = (test: string, title: string): boolean =>
  [...test.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].some(([, literal = ""]) => {
    const text = literal.replaceAll(/\\(.)/g, "$1")
    const parts = text.split(/%[sdifjo#]|\$\w+/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    const found = new RegExp(`^${parts.join("(.*?)")}$`).exec(title)
    // Quotation marks are those of `%j`; numbers may be computed.
    const words = (found?.slice(1) ?? []).map((place) => place.replaceAll('"', ""))
    return found !== null && words.every((place) => !/\p{L}/u.test(place) || test.includes(place))
  })
