/**
 * The matches of `q` (decisions, Filters): a record that has, for every word of the query, a word that begins with it. Case and accents do
 * not count.
 *
 * A store keeps the words of each record in an index of its own. All of them get the words from here, so that they find the same.
 */
import * as Schema from "effect/Schema"

import { problem } from "./Problem.ts"
import { between } from "./Text.ts"

/** The longest query, in characters. */
export const queryMax = 100

/** The most words of a query. A store reads the words of many records for each of them, so a search takes as many times as long. */
export const queryWordsMax = 10

/** The most words of a record: those of a long description. A write adds and removes as many entries of an index, in less than 5 ms. */
export const recordWordsMax = 1_000

/** The most bytes of all words of a record, in UTF-8. A search reads the words of records one after the other. */
export const recordWordsBytesMax = 12_000

/** The most characters of a record that are read, after folding. A description has 20,000; folding makes 18 of some characters. */
const foldedMax = 25_000

/** The length of the pieces in which text is folded: what is folded and not read any more is one of them at most. */
const pieceLength = 256

const marks = /\p{M}+/gu

/** Letters of scripts that put no space between words: each is a word. Else a run of letters and digits is one. */
const word =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]&&[\p{L}\p{N}]]|[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]]+/gv

/** Whether the last word of text may go on after it. */
const endsInWord = /[\p{L}\p{N}]$/u

/**
 * Small letters that are no other letter with a mark, and what people type for each where their keyboard lacks it (CLDR, Latin-ASCII). Those that
 * came in after the first release stand in `migrations/0028FoldedLetters.ts` too.
 */
const typed: ReadonlyMap<string, string> = /* @__PURE__ */ (() =>
  new Map(
    "æae œoe øo đd ðd þth łl ħh ŋn ŧt ßss ƒf ɓb ɗd ɖd ɛe ɔo ɣg ɨi ƙk ɲn ƴy ƶz ɋq ʋv ʉu"
      .split(" ")
      .map((pair) => [pair.slice(0, 1), pair.slice(1)])
  ))()
const typedLetters = /* @__PURE__ */ (() => new RegExp(`[${[...typed.keys()].join("")}]`, "gu"))()

/** Folded text with such letters as people type them. Clients count words without it: it never makes more of them. */
const asTyped = (text: string): string => text.replaceAll(typedLetters, (letter) => typed.get(letter) ?? letter)

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

/** Whether a code unit is the first of the two of a character. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Gives text in pieces of whole characters. */
const piecesOf = function* (text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + pieceLength
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
    yield text.slice(start, next)
    start = next
  }
}

/** The bytes of text in UTF-8. */
const bytesOf = (text: string): number => {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
  }
  return bytes
}

/** The words of text in the order of their places, each as often as it comes. `readsOn` gets the length of each piece after it. */
const wordsIn = function* (text: string, readsOn: (length: number) => boolean): Generator<string> {
  /** The beginning of a word that may go on in the next piece. */
  let rest = ""
  for (const piece of piecesOf(text)) {
    const next = asTyped(folded(piece))
    const read = rest + next
    const found = (read.match(word) ?? []).map(cut)
    rest = endsInWord.test(read) ? (found.pop() ?? "") : ""
    yield* found
    if (!readsOn(Math.max(piece.length, next.length))) return
  }
  if (rest !== "") yield rest
}

/**
 * The words of texts, each once, in the order of their first places: {@link recordWordsMax} and {@link recordWordsBytesMax} at most. What
 * comes after them is not read.
 */
export const wordsOf = (texts: ReadonlyArray<string | undefined>): ReadonlyArray<string> => {
  const words = new Set<string>()
  let unread = foldedMax
  let bytesLeft = recordWordsBytesMax
  const readsOn = (length: number): boolean => {
    unread -= length
    return unread > 0
  }
  for (const text of texts) {
    if (unread <= 0) break
    for (const found of wordsIn(text ?? "", readsOn)) {
      if (words.has(found)) continue
      bytesLeft -= bytesOf(found)
      if (bytesLeft < 0 || words.size === recordWordsMax) return [...words]
      words.add(found)
    }
  }
  return [...words]
}

/** The number of different words of a query. A client counts them too, and needs no more of this module for it. */
const queryWords = (query: string): number => new Set((folded(query).match(word) ?? []).map(cut)).size

const isSearchable = Schema.makeFilter((text: string) => queryWords(text) <= queryWordsMax, {
  ...problem(
    "length",
    `must have at most ${queryWordsMax} different words, and each Han, Hiragana, Katakana or Thai character is one; leave words out`
  )
})

/** Text that is searched for. Any characters; what is neither letter nor digit separates words. */
export const SearchQuery = Schema.String
  // What a schema is annotated with belongs to its last check, and documents show the bounds.
  .check(isSearchable, between(1, queryMax))
  .annotate({
    description: `Records in which every word of this begins a word, in any order; case and accents do not count. At most ${queryWordsMax} different words; each Han, Hiragana, Katakana or Thai character is one. Without a letter or digit it finds nothing`,
    examples: ["berlin"]
  })
export type SearchQuery = Schema.Schema.Type<typeof SearchQuery>

/** The check whether texts meet a query, for many texts: the words of the query are found once. A query without a word is met by none. */
export const queryCheck = (query: SearchQuery): ((texts: ReadonlyArray<string | undefined>) => boolean) => {
  const queryWords = wordsOf([query])
  return (texts) => {
    // To find a text costs a fraction of finding all words, and most texts lack one of them.
    const all = texts.map((text) => asTyped(folded(text ?? "")))
    if (queryWords.length === 0 || !queryWords.every((start) => all.some((text) => text.includes(start)))) return false
    const words = wordsOf(texts)
    return queryWords.every((start) => words.some((one) => one.startsWith(start)))
  }
}

/** Whether texts meet a query. */
export const meetsQuery = (query: SearchQuery, texts: ReadonlyArray<string | undefined>): boolean =>
  queryCheck(query)(texts)
