/**
 * The metadata of a tool that follow from its operation: hints, scopes and visibility. They are read from the contract.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import type { Platform } from "../upstream/Platform.ts"
import type { ToolMetadata } from "../protocol/tool/Tool.ts"

const entryOf = (operation: string) => endpoints.find(({ id }) => id === operation)

/** The hints, scopes and visibility of a tool on this operation. A tool whose operation the contract does not have is never shown. */
export const contractMetadata = (
  { features }: Pick<Platform, "features">,
  operation: string
): Pick<ToolMetadata, "annotations" | "pending" | "scopes" | "visible"> => {
  const metadata = entryOf(operation)?.metadata
  return {
    annotations: {
      readOnly: metadata?.retry === "safe",
      // An operation that sets a value replaces the old one; one that creates something replaces nothing.
      destructive: metadata === undefined || metadata.retry === "idempotent",
      idempotent: metadata !== undefined && metadata.retry !== "idempotency-key",
      openWorld: true
    },
    scopes: metadata?.access.level === "scoped" ? metadata.access.anyOf : [],
    visible: () => metadata !== undefined && (metadata.extension === undefined || features.has(metadata.extension)),
    pending: () => metadata?.extension !== undefined && features.all() === undefined
  }
}

/** Whether the platform has an operation: one of the specification, or one it announces. */
export const hasOperation = ({ features }: Pick<Platform, "features">, operation: string): boolean => {
  const metadata = entryOf(operation)?.metadata
  return metadata !== undefined && (metadata.extension === undefined || features.has(metadata.extension))
}

/** Whether a list of the platform takes the filters that the contract gives it. */
export const hasFilters = ({ features }: Pick<Platform, "features">, operation: string): boolean =>
  features.has("filters") && (entryOf(operation)?.metadata.filters ?? []).length > 0
