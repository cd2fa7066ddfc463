/**
 * The ledger as a page for readers: the rules section by section, each with its words and its proof. Written, never edited.
 */
import { type Ledger, sectionOf } from "./Ledger.ts"
import { readProof } from "./Proof.ts"

const opening = `# The ledger

Every statement of the two pages beside this file, as rules: what the page says in its own words, and what proves it. \`pnpm generate\`
writes this page from \`ledger.json\`; a test of \`packages/tidy\` checks that nothing is left out and that every proof is there.

- \`spec-\` rules are those of [partner-api.md](partner-api.md), by section; \`dec-\` rules those of [decisions.md](decisions.md), by chapter.
- A proof is a test by its file and title, or a scenario of the conformance kit with the rule's id.
- A planned rule says what users see today.
- A remark is a statement that is no rule.
`

/** Text in a list, where a few characters would be read as Markdown. */
const escape = (text: string): string => text.replaceAll(/[*_<>[\]]/g, "\\$&")

/** Words of the pages; what they write as code stays code. */
const quoted = (says: string): string =>
  says
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : escape(part)))
    .join("")

const proofText = (text: string): string => {
  const proof = readProof(text)
  return proof?.kind === "test" ? `\`${proof.path}\`: ${escape(proof.title)}` : "scenario"
}

/** Writes the page. */
export const ledgerPage = ({ kept, planned, remarks }: Ledger): string => {
  const entries = [
    ...kept.map(({ rule, says, proof }) => ({
      section: sectionOf(rule),
      lines: [`- **${rule}**: ${quoted(says)}`, ...proof.map((text) => `  - ${proofText(text)}`)]
    })),
    ...planned.map(({ rule, says, today }) => ({
      section: sectionOf(rule),
      lines: [`- **${rule}** (planned): ${quoted(says)}`, `  - Today: ${escape(today)}`]
    })),
    ...remarks.map(({ section, says, why }) => ({
      section,
      lines: [`- Remark: ${quoted(says)}`, `  - ${escape(why)}`]
    }))
  ]
  const sections = [...new Set(entries.map(({ section }) => section))]
  const body = sections.map((section) => {
    const own = entries.filter((entry) => entry.section === section).flatMap(({ lines }) => lines)
    return `## ${section}\n\n${own.join("\n")}\n`
  })
  return [opening, `${kept.length} rules kept, ${planned.length} planned, ${remarks.length} remarks.\n`, ...body].join(
    "\n"
  )
}
