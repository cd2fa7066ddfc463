/**
 * Addresses of pages and files that a partner gives: `https:` alone, so that nobody who follows one is sent over plain text or to a
 * script. Nothing here fetches them.
 */
import * as Schema from "effect/Schema"

import { problem } from "./Problem.ts"
import { boundedText } from "./Text.ts"

/** The longest address, in characters. */
export const urlMax = 2_048

/** An `https:` address with a host and perhaps a port, without user information, in the ASCII that addresses are made of. */
export const HttpsUrl = boundedText(1, urlMax)
  .check(
    Schema.isPattern(
      /^https:\/\/[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?(?:[/?#][!-~]*)?$/u,
      problem("format", "must be an https: address, such as https://example.com/resume.pdf")
    )
  )
  .annotate({ description: "An https: address", examples: ["https://example.com/resume.pdf"] })
