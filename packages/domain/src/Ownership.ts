/**
 * The claim of an application as the API shows it (recruiting 7). `Claim.ts` decides what a claim is.
 */
import * as Schema from "effect/Schema"

import { exampleMoment, NormalTimestamp, Timestamp } from "./Timestamp.ts"

/** The claim of an application, in answers. */
export const Ownership = Schema.Struct({
  since: Timestamp.annotate({ description: "When the claim began: with the first confirmation" }),
  expires_at: Schema.optionalKey(Timestamp).annotateKey({
    description:
      "Until when the claim lasts after the application has ended; absent where it ends with the application. A claim is held beyond it while the application is worked on or hired"
  }),
  ended_at: Schema.optionalKey(Timestamp).annotateKey({
    description: "When the claim was given up, or became the employer's"
  }),
  ended_reason: Schema.optionalKey(
    Schema.Literals(["RELEASED", "KNOWN_TO_EMPLOYER"]).annotate({
      description:
        "`RELEASED`: the agency gave the claim up; `KNOWN_TO_EMPLOYER`: the employer knew the person before the confirmation",
      examples: ["RELEASED"]
    })
  )
}).annotate({
  identifier: "Ownership",
  description:
    "The claim of the agency to the fee for the person on the job; absent of an application that was never confirmed, or stored before claims",
  examples: [{ since: exampleMoment, expires_at: NormalTimestamp.make("2026-07-30T09:30:00.000Z") }],
  "x-extension": true
})
export type Ownership = typeof Ownership.Type
