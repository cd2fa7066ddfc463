/**
 * Email addresses, as the HTML standard defines a valid one (its pattern is what browsers check), at most 254 characters. White space at the
 * ends is removed, also no-break spaces: spreadsheets leave them there.
 *
 * Two addresses that differ only in case are one address here, although the standard for mail leaves that to each host.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { type Mistake, withoutMistakes } from "./Mistakes.ts"
import { problem } from "./Problem.ts"
import { readUrl } from "./WebhookAddressRules.ts"

/** The longest address that mail can carry (RFC 5321 §4.5.3.1.3, less the angle brackets). */
export const emailMax = 254

const pattern =
  /^\s*[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*\s*$/u

/** The host of an address in the form that mail programs send: `xn--` for letters beyond ASCII. */
const asciiHost = (text: string): string =>
  readUrl(`https://${text.slice(text.lastIndexOf("@") + 1).trim()}`)?.hostname ?? "xn--bcher-kva.example"

/** The mistakes of texts that only look like an address. */
const mistakes: ReadonlyArray<Mistake> = [
  [/\S\s+\S/u, "must have no blanks; leave them out"],
  [/@[^@]*[^ -~@\s]/u, (text) => `must have a host in ASCII: ${asciiHost(text)}`],
  [/[^ -~\s]/u, "must be ASCII before the @"]
]

/** An email address, without white space at its ends. It is judged as it is written, so that both directions judge the same text. */
export const Email = Schema.String.check(
  // Text that is too long is not matched with the pattern: it would take time and show nothing more.
  Schema.makeFilter((text: string) => text.trim().length <= emailMax, {
    ...problem("length", `must have at most ${emailMax} characters`),
    toJsonSchema: () => [{ maxLength: emailMax }, true]
  }).abort(),
  /* @__PURE__ */ withoutMistakes(mistakes),
  Schema.isPattern(pattern, problem("format", "must be an email address, such as ada@example.com"))
)
  .annotate({ description: "Email address, as the HTML standard defines it", examples: ["ada@example.com"] })
  .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.trim()))

/** The form that all spellings of one address have in common; used to find duplicates. */
export const normalizeEmail = (email: string): string => email.toLowerCase()

/** A tag of a local part: mail hosts deliver `ada+jobs@example.com` to `ada@example.com`. One without anything before it is no tag. */
const tag = /(?<=^[^+@]+)\+[^@]*(?=@)/

/** The address by which a person is known: in lower case, without a tag. Used to find one person under two addresses. */
export const personalEmail = (email: string): string => normalizeEmail(email).replace(tag, "")
