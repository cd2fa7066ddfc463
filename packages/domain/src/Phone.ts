/**
 * Telephone numbers in the international form of E.164: a plus sign, the country code, at most 15 digits, nothing between them. And their text before
 * that, as people write it; `CandidatePhone.ts` makes E.164 of it.
 */
import * as Schema from "effect/Schema"

import { type Mistake, withoutMistakes } from "./Mistakes.ts"
import { problem } from "./Problem.ts"

const mistakes: ReadonlyArray<Mistake> = [
  [/^\+?\d+[\s()./-]/u, "must have digits alone after its +; leave out what is between them"],
  [/^\d+$/u, "must begin with + and the code of its country"]
]

/** A telephone number. */
export const Phone = Schema.String.check(
  /* @__PURE__ */ withoutMistakes(mistakes),
  Schema.isPattern(
    /^\+[1-9][0-9]{1,14}$/u,
    problem("format", "must be a telephone number as E.164, such as +4915112345678")
  )
).annotate({ description: "Telephone number as E.164", examples: ["+4915112345678"], maxLength: 16 })

/** The longest telephone number as people write it, in characters: 15 digits with as much between them. */
export const writtenPhoneMax = 40

/** A telephone number as people write it: digits, with a plus sign before and blanks, brackets, points, slashes and dashes between them. */
export const WrittenPhone = Schema.String.check(
  Schema.isPattern(
    /^[+0-9 ()./-]{2,40}$/u,
    problem(
      "format",
      "must be a telephone number as E.164, such as +4915112345678, or as it is dialled in phone_country"
    )
  )
).annotate({
  description: "Telephone number as E.164, or as it is dialled in `phone_country`; it is stored as E.164",
  examples: ["+4915112345678"],
  maxLength: writtenPhoneMax
})
