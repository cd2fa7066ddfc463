/**
 * `partner privacy request REQUEST`: how an erasure stands.
 */
import { ErasureRequestId } from "@partner-api/domain/ErasureRequest"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { scoped } from "../Inputs.ts"
import { showItem } from "../ItemDetails.ts"
import { requestLines } from "./ErasureText.ts"

const requestId = Argument.String("request").pipe(
  Argument.withDescription("The id of the erasure request"),
  Argument.withSchema(ErasureRequestId)
)

export const request = Command.make("request", { requestId, ...scoped }, (input) =>
  showItem(input, ({ erasureRequests }) => erasureRequests.get(input.requestId), requestLines)
).pipe(
  Command.withDescription(
    "Show how an erasure stands: PENDING, DONE once the bytes of all files are gone, or HELD while a placement keeps the name"
  ),
  Command.withShortDescription("Show an erasure request"),
  Command.withExamples([{ command: "partner privacy request era_7" }])
)
