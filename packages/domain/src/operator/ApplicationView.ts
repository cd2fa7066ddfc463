/**
 * Applications as operators see them: all of them, those marked that the employer does not see yet (recruiting 6).
 */
import * as Schema from "effect/Schema"

import { Application } from "../Application.ts"
import { ClientId } from "../Ids.ts"

/** An application, and who alone of the employer sees it. */
export const OperatorApplication = Schema.Struct({
  ...Application.fields,
  only_client_id: Schema.optionalKey(
    ClientId.annotate({
      description:
        "The only client of the employer that sees the application, because it has submitted it; absent once the person has confirmed"
    })
  )
}).annotate({
  identifier: "OperatorApplication",
  description: "An application, marked where the employer does not see it yet"
})
export type OperatorApplication = typeof OperatorApplication.Type
