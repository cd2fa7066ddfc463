/**
 * The choices of the operator: which groups of tools are offered, and which writes.
 */

/** The groups of tools, as `--toolsets` names them. */
export const toolsets = ["organizations", "jobs", "applications", "users", "agencies"] as const
export type Toolset = (typeof toolsets)[number]

/** The groups of writes, as `--enable-writes` names them. */
export const writeGroups = ["jobs", "users", "fees", "applications"] as const

export interface Choices {
  readonly toolsets: ReadonlyArray<Toolset>
  /** The default is none. A read-only server has none. */
  readonly writes: ReadonlyArray<(typeof writeGroups)[number]>
}
