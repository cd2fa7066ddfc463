/**
 * The metadata of a tool that follow from its operation: hints, scopes, and what the tool lacks. They are read from the contract.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import type { Platform } from "../upstream/Platform.ts"
import type { Lack, ToolMetadata } from "../protocol/tool/Tool.ts"

const entryOf = (operation: string) => endpoints.find(({ id }) => id === operation)

/** The permissions of which an operation needs one. */
const permissionsOf = (operation: string): ReadonlyArray<string> => {
  const access = entryOf(operation)?.metadata.access
  return access?.level === "scoped" ? access.anyOf : []
}

/** The lack of an operation that needs one of these permissions. */
const lackOf = (
  { features, grants }: Pick<Platform, "features" | "grants">,
  operation: string,
  anyOf: ReadonlyArray<string>
): Lack | undefined => {
  const extension = entryOf(operation)?.metadata.extension
  if (extension !== undefined && !features.has(extension))
    return features.all() === undefined ? { _tag: "Unknown" } : { _tag: "Extension", name: extension }
  return grants.allow(anyOf) ? undefined : { _tag: "Permission", anyOf }
}

/** The members of a tool that do not come from the contract. */
interface Own {
  /** The scopes of which one is needed, where they are not those of the operation. */
  readonly scopes?: ReadonlyArray<string>
  /** An operation that each call of the tool needs besides: what it reads first. */
  readonly reads?: string
}

/** The hints, scopes and lacks of a tool on this operation. */
export const contractMetadata = (
  platform: Pick<Platform, "features" | "grants">,
  operation: string,
  { reads, scopes = permissionsOf(operation) }: Own = {}
): Pick<ToolMetadata, "annotations" | "lacks"> & { readonly scopes: ReadonlyArray<string> } => {
  const metadata = entryOf(operation)?.metadata
  return {
    annotations: {
      readOnly: metadata?.retry === "safe",
      // An operation that sets a value replaces the old one; one that creates something replaces nothing.
      destructive: metadata === undefined || metadata.retry === "idempotent",
      idempotent: metadata?.retry === "safe" || metadata?.retry === "idempotent",
      openWorld: true
    },
    scopes,
    lacks: () =>
      lackOf(platform, operation, scopes) ??
      (reads === undefined ? undefined : lackOf(platform, reads, permissionsOf(reads)))
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
