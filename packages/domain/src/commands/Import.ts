/**
 * The entry of the journal about an import: the number of records, not their content.
 */
import type { OrganizationId } from "../Ids.ts"
import type { JournalEntry } from "../Journal.ts"

/** The kinds of records that are imported. */
export type ImportedKind = "jobs" | "agencies" | "users" | "applications"

/** The entries of a batch of records; none when nothing of it was written. */
export const recordsImported = (
  organizationId: OrganizationId,
  kind: ImportedKind,
  { created, updated }: { readonly created: number; readonly updated: number }
): ReadonlyArray<JournalEntry> =>
  created + updated === 0
    ? []
    : [
        {
          organizationId,
          action: `${kind}.imported`,
          resource_id: organizationId,
          changed: [],
          after: { created, updated },
          event: { type: `${kind}.imported`, data: { import: { created, updated }, changed: [] } }
        }
      ]
