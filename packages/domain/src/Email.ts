/**
 * Email addresses, as the HTML standard defines a valid one (its pattern is what browsers check), at most 254 characters.
 *
 * Two addresses that differ only in case are one address here, although the standard for mail leaves that to each host.
 */
import * as Schema from "effect/Schema"

import { type Mistake, withoutMistakes } from "./Mistakes.ts"
import { problem } from "./Problem.ts"

/** The longest address that mail can carry (RFC 5321 §4.5.3.1.3, less the angle brackets). */
export const emailMax = 254

const pattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u

/** What people send for an address that only looks right. */
const mistakes: ReadonlyArray<Mistake> = [
  [/\s/u, "must have no blanks; leave them out"],
  [/@[^@]*[^ -~@]/u, "must have a host in ASCII, such as xn--bcher-kva.example"],
  [/[^ -~]/u, "must be ASCII before the @"]
]

/** An email address, kept as it was written. */
export const Email = Schema.String.check(
  // The pattern is not asked about text that is too long: it would take time and tell nothing more.
  Schema.isMaxLength(emailMax, problem("length", `must have at most ${emailMax} characters`)).abort(),
  /* @__PURE__ */ withoutMistakes(mistakes),
  Schema.isPattern(pattern, problem("format", "must be an email address, such as ada@example.com"))
).annotate({ description: "Email address, as the HTML standard defines it", examples: ["ada@example.com"] })

/** What two spellings of one address have in common; used to find duplicates. */
export const normalizeEmail = (email: string): string => email.toLowerCase()
