/**
 * What the operator of this server chose to offer: which groups of tools, and which writes.
 */

/** The groups of tools, as `--toolsets` names them. */
export const toolsets = ["organizations", "jobs", "users", "agencies"] as const
export type Toolset = (typeof toolsets)[number]

/** The groups of writes, as `--enable-writes` names them. */
export const writeGroups = ["users", "fees"] as const

export interface Choices {
  readonly toolsets: ReadonlyArray<Toolset>
  /** None unless the operator enabled some; none at all when the server is read-only. */
  readonly writes: ReadonlyArray<(typeof writeGroups)[number]>
}
