/**
 * The reasons of an organization as operators see them: each with how many applications name it.
 */
import * as Schema from "effect/Schema"

import { RejectionReason, RejectionReasonId } from "../RejectionReason.ts"

/** A reason, and how many applications name it. */
const CountedReason = Schema.Struct({
  ...RejectionReason.fields,
  rejections: Schema.Int.annotate({ description: "The number of rejected applications that name it", examples: [12] }),
  withdrawals: Schema.Int.annotate({ description: "The number of withdrawn applications that name it", examples: [3] })
}).annotate({ identifier: "CountedReason", description: "A reason, and how many applications name it" })

/** Every reason of an organization. */
export const CountedReasons = Schema.Struct({ reasons: Schema.Array(CountedReason) }).annotate({
  identifier: "CountedReasons",
  description: "Every reason of an organization, by id, and how many applications name each",
  examples: [
    {
      reasons: [
        {
          id: RejectionReasonId.make("position_filled"),
          text: "The position is filled",
          category: "JOB",
          active: true,
          rejections: 12,
          withdrawals: 3
        }
      ]
    }
  ]
})
export type CountedReasons = typeof CountedReasons.Type
