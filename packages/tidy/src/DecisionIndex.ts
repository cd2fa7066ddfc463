/**
 * The index of `docs/decisions`: each decision with its title and its status. A decision is in force unless its second paragraph names later ones that
 * replace a part of it. Written, never edited.
 */

/** A decision as its file has it. */
export interface DecisionFile {
  readonly name: string
  readonly text: string
}

const opening = `# Decisions

The choices where the specification and \`docs/spec/decisions.md\` leave one: context, choice, price. A later decision replaces an earlier one in part,
and both pages name the other; or as a whole, and keeps what its page had. \`pnpm generate\` writes this list from the files.
`

/** The links of the paragraph that names what replaces a decision. */
const replacementsIn = (text: string): ReadonlyArray<string> => {
  const paragraph = /^Replaced in part by [^]*?(?=\n\n)/m.exec(text)?.[0] ?? ""
  return [...paragraph.matchAll(/\[\d+\]\(\d{4}-[\w-]+\.md\)/g)].map(([link]) => link)
}

const line = ({ name, text }: DecisionFile): string => {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  const replacements = replacementsIn(text)
  const status = replacements.length === 0 ? "" : `, replaced in part by ${replacements.join(" and ")}`
  return `- [${title}](${name})${status}`
}

/** Writes the page. */
export const decisionIndex = (files: ReadonlyArray<DecisionFile>): string =>
  `${[opening, ...files.toSorted((left, right) => left.name.localeCompare(right.name)).map(line)].join("\n")}\n`
