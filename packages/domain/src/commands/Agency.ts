/**
 * Entries of agencies, which come from elsewhere. Their recruiters are people, so an event names them as changed and does not hold them.
 */
import * as Struct from "effect/Struct"

import { Agency } from "../Agency.ts"
import type { OrganizationId } from "../Ids.ts"
import { type JournalEntry, ofAgency } from "../Journal.ts"

const members = Struct.keys(Struct.omit(Agency.fields, ["id"]))

const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after)

/** The entry of an agency that an import has added, or made another than before. */
export const agencyImported = (
  organizationId: OrganizationId,
  before: Agency | undefined,
  after: Agency
): JournalEntry =>
  ofAgency(
    {
      organizationId,
      action: before === undefined ? "agency.created" : "agency.updated",
      resource_id: after.id,
      changed: members.filter((name) => before === undefined || !isSame(before[name], after[name]))
    },
    after
  )
