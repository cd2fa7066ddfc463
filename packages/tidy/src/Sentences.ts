/**
 * Sentences of errors that stand in two packages: one of them would be changed without the other.
 */

/** A file of a package. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Shorter texts are words, not sentences. */
const sentenceMin = 15

const sentence = /message:\s*(?:"([^"]+)"|`([^`]+)`)/g

const packageOf = (path: string): string => path.split("/").slice(0, 2).join("/")

/** Each sentence of an error that stands in more than one package, with the packages. */
export const repeatedSentences = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, plain, template] of text.matchAll(sentence)) {
      const words = plain ?? template ?? ""
      if (words.length < sentenceMin) continue
      places.set(words, (places.get(words) ?? new Set()).add(packageOf(path)))
    }
  }
  return [...places].flatMap(([words, found]) =>
    found.size > 1 ? [`${words} (${[...found].toSorted().join(", ")})`] : []
  )
}
