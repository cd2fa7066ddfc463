/**
 * The form in which changesets writes an entry into a changelog: its text, as a list item. The hash of the commit is left out: readers have no use for it.
 */

/** The part of a changeset that is written. */
interface Change {
  readonly summary: string
}

/** The lines of one change. Lines after the first belong to the same item. */
export const getReleaseLine = async ({ summary }: Change): Promise<string> =>
  `- ${summary.trim().replaceAll(/\n(?=.)/g, "\n  ")}`

/** Packages are published together; that one needs the other is no news. */
export const getDependencyReleaseLine = async (): Promise<string> => ""
