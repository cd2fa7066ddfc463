/**
 * Addresses of pages and files that a partner gives: `https:` alone, so that nobody who follows one is sent over plain text or to a
 * script. Nothing here fetches them.
 */
import * as Schema from "effect/Schema"

import { type Mistake, withoutMistakes } from "./Mistakes.ts"
import { problem } from "./Problem.ts"
import { between } from "./Text.ts"

/** The longest address, in characters. */
export const urlMax = 2_048

/**
 * The faults of an address that is an `https:` one, each with its own message: "must be an https: address" of one would name
 * nothing to mend.
 */
const mistakes: ReadonlyArray<Mistake> = [
  [/^(?!https?:)[Hh][Tt]{2}[Pp][Ss]?:/u, "must begin with https: in small letters"],
  [/^https?:(?!\/\/[^/?#])/u, "must have a host after https://"],
  [/^https?:\/\/[^/?#]*@/u, "must have no user and password"],
  [/^https?:\/\/[^/?#]*[^!-~]/u, "must have a host in ASCII, such as xn--bcher-kva.example"],
  [/^https?:.*[^!-~]/su, "must be percent-encoded, such as %20 for a blank and %C3%BC for ü"]
]

/** Refuses what has a mistake of an address. Marked as pure, so that bundlers leave it out of clients. */
export const plainAddress = /* @__PURE__ */ withoutMistakes(mistakes)

/** Addresses that a store of files signs for a time are longer, and nobody can follow them later. */
const isShort = Schema.makeFilter(
  (text: string) => text.length <= urlMax,
  problem(
    "length",
    `must have at most ${urlMax} characters; one that is signed for a time is longer and ends: give one that stays, or leave it out`
  )
).abort()

/** An `https:` address with a host and perhaps a port, without user information, in the ASCII that addresses are made of. */
export const HttpsUrl = Schema.String.check(
  isShort,
  between(1, urlMax),
  plainAddress,
  Schema.isPattern(
    /^https:\/\/[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?(?:[/?#][!-~]*)?$/u,
    problem("format", "must be an https: address, such as https://example.com/resume.pdf")
  )
).annotate({ description: "An https: address", examples: ["https://example.com/resume.pdf"] })
