/**
 * The choices of the operator: which groups of tools are offered, and which writes.
 */

/** The groups of tools, as `--toolsets` names them. */
export const toolsets = ["organizations", "jobs", "applications", "users", "agencies", "events"] as const
type Toolset = (typeof toolsets)[number]

/** The groups of writes, as `--enable-writes` names them. */
export const writeGroups = ["jobs", "users", "fees", "applications", "agencies"] as const

export type WriteGroup = (typeof writeGroups)[number]

export interface Choices {
  readonly toolsets: ReadonlyArray<Toolset>
  /** Tools by their names, beside those of the groups. */
  readonly tools?: ReadonlyArray<string> | undefined
  /** The default is none. A read-only server has none. */
  readonly writes: ReadonlyArray<WriteGroup>
  /** `token`: a client that cannot ask its user confirms with what the preview handed out. The default is that it cannot write. */
  readonly confirm?: "token" | undefined
}

/** Whether a preview hands out its confirmation where the user cannot be asked. */
export const confirmsByToken = ({ confirm }: Choices): boolean => confirm === "token"

/** The answer to a write while writes are off: only the person who starts this server can enable them. */
export const howToEnable = (wanted: ReadonlyArray<WriteGroup>, { writes }: Choices): string => {
  const all = writeGroups.filter((group) => wanted.includes(group) || writes.includes(group))
  return (
    `Tell the user: this server was started without writes of ${wanted.join(", ")}; the person who starts it can set ` +
    `--enable-writes ${all.join(",")} and leave out --read-only.`
  )
}
