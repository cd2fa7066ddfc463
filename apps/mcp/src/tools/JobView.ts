/**
 * Jobs as results show them. Their texts are written by other people and are data.
 */
import { Job as JobRecord } from "@partner-api/domain/Job"
import { compact, type Item } from "./ItemView.ts"
import { visibleMembers } from "./MembersView.ts"

/** Jobs in lists. */
export const listedJobs = visibleMembers(Object.keys(JobRecord.fields), ["title", "status", "location"])

/** A job with everything that is known of it; its description comes last. */
export const showJob = ({ description, ...rest }: { readonly description?: string }): Item =>
  compact({ ...rest, description }, ["id", "title"])
