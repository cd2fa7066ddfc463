/**
 * What is true of a tool because of the operation it stands on: hints, scopes, and whether it is there at all. Read from the contract;
 * nothing of it is written down twice.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import type { Platform } from "../platform/Platform.ts"
import type { ToolFacts } from "../protocol/Tool.ts"

const entryOf = (operation: string) => endpoints.find(({ id }) => id === operation)

/** The hints, scopes and visibility of a tool that stands on this operation. One that the contract does not have is never shown. */
export const contractFacts = (
  { features }: Pick<Platform, "features">,
  operation: string
): Pick<ToolFacts, "annotations" | "scopes" | "visible"> => {
  const facts = entryOf(operation)?.facts
  return {
    annotations: {
      readOnly: facts?.retry === "safe",
      // What sets a value takes the old one away; what makes something takes nothing.
      destructive: facts === undefined || facts.retry === "idempotent",
      idempotent: facts !== undefined && facts.retry !== "keyed",
      openWorld: true
    },
    scopes: facts?.access.level === "scoped" ? facts.access.anyOf : [],
    visible: () => facts !== undefined && (facts.extension === undefined || features.has(facts.extension))
  }
}

/** Whether the platform has an operation: one of the specification, or one it announces. */
export const hasOperation = ({ features }: Pick<Platform, "features">, operation: string): boolean => {
  const facts = entryOf(operation)?.facts
  return facts !== undefined && (facts.extension === undefined || features.has(facts.extension))
}
