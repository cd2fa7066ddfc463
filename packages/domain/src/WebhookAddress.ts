/**
 * The address of a webhook endpoint, as a partner writes it. Whether it may be called, and where its name leads, is looked at when it is
 * called.
 */
import * as Schema from "effect/Schema"

import { withoutMistakes } from "./Mistakes.ts"
import { problem } from "./Problem.ts"
import { boundedText } from "./Text.ts"
import { plainAddress, urlMax } from "./Url.ts"

/** An `https:` address, or an `http:` one for tests on the same machine, without user information and fragment. */
export const WebhookUrl = boundedText(1, urlMax)
  .check(
    plainAddress,
    /* @__PURE__ */ withoutMistakes([[/^https?:.*#/u, "must have no fragment; leave out # and what follows it"]]),
    Schema.isPattern(
      /^https?:\/\/(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?(?:[/?][!"$-~]*)?$/u,
      problem("format", "must be an https: address, such as https://example.com/webhooks")
    )
  )
  .annotate({
    description: "The address that events are sent to: an https: address that is reachable from the internet",
    examples: ["https://example.com/webhooks"]
  })
