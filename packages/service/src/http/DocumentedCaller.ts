/**
 * The client whose credentials the documentation shows: that of a sandbox, whose secret everybody knows. By default there is none.
 */
import type { SampleCaller } from "@partner-api/contract/SampleCaller"
import * as Context from "effect/Context"

export const DocumentedCaller = Context.Reference<SampleCaller | undefined>("@partner-api/service/DocumentedCaller", {
  defaultValue: () => undefined
})
