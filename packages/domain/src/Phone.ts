/**
 * Telephone numbers in the international form of E.164: a plus sign, the country code, at most 15 digits, nothing between them.
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
