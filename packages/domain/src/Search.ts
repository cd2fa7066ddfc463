/**
 * What `q` finds (decisions, Filters): a record that has, for every word of the query, a word that begins with it. Case and accents do
 * not count.
 *
 * A store keeps the words of each record in an index of its own. All of them get the words from here, so that they find the same.
 */
import * as Schema from "effect/Schema"

import { boundedText } from "./Text.ts"

/** The longest query, in characters. */
export const queryMax = 100

/** Text that is searched for. Any characters; what is neither letter nor digit separates words. */
export const SearchQuery = boundedText(1, queryMax).annotate({
  description:
    "Records in which every word of this begins a word, in any order; case and accents do not count. Without a letter or digit it finds nothing",
  examples: ["berlin"]
})
export type SearchQuery = Schema.Schema.Type<typeof SearchQuery>

const marks = /\p{M}+/gu

/** Letters of scripts that put no space between words: each is a word. Else a run of letters and digits is one. */
const word =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]&&[\p{L}\p{N}]]|[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]]+/gv

/** Text in which letters are alike that differ by case, accents or width. Upper case comes first, for ß is SS in it. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(marks, "")
    // The only small letter that depends on its place in a word.
    .replaceAll("ς", "σ")

/** The part of a word that counts: as long as a query can be. */
const cut = (found: string): string => (found.length <= queryMax ? found : [...found].slice(0, queryMax).join(""))

/** The words of texts, each once, in the order of their first places. */
export const wordsOf = (texts: ReadonlyArray<string | undefined>): ReadonlyArray<string> => [
  ...new Set(texts.flatMap((text) => (text === undefined ? [] : (folded(text).match(word) ?? []).map(cut))))
]

/** Whether texts meet a query. One without a word is met by none. */
export const meetsQuery = (query: SearchQuery, texts: ReadonlyArray<string | undefined>): boolean => {
  const [asked, words] = [wordsOf([query]), wordsOf(texts)]
  return asked.length > 0 && asked.every((start) => words.some((one) => one.startsWith(start)))
}
