/**
 * The requirements of `docs/spec/requirements.json`: each rule of the specification, of the decisions and of the recruiting rules by its id, with the tests that prove it.
 *
 * Reports what does not hold: tests and scenarios that are not there. It runs no tests, and holds no words of the pages.
 */
import { isTitleIn, type Proof, readProof } from "./Proof.ts"

/** An id is the section of a rule and a name. A proof is `scenario`, or a file and the title of a test in it. */
export interface Requirements {
  readonly kept: Readonly<Record<string, ReadonlyArray<string>>>
  /** Rules of work to come, with what a user sees until then. */
  readonly planned: Readonly<Record<string, string>>
}

const isName = /^(?:spec-\d(?:\.\d)?|dec-[a-z]+|rec-\d{1,2})\.[a-z0-9-]+$/

const proofFault = (
  rule: string,
  proof: Proof | undefined,
  read: (path: string) => string | undefined,
  scenarios: ReadonlySet<string>
): string | undefined => {
  if (proof === undefined) return `${rule}: a proof that cannot be read`
  if (proof.kind === "scenario") {
    return scenarios.has(rule) ? undefined : `${rule}: the conformance kit has no such scenario`
  }
  return isTitleIn(read(proof.path) ?? "", proof.title)
    ? undefined
    : `${rule}: ${proof.path} has no test "${proof.title}"`
}

/** The mistakes of the requirements; `read` returns the text of a file, or nothing when there is none. */
export const ruleFaults = (
  { kept, planned }: Requirements,
  read: (path: string) => string | undefined,
  scenarios: ReadonlySet<string>
): ReadonlyArray<string> => [
  ...Object.keys(kept).flatMap((name) => (name in planned ? [`${name} stands twice`] : [])),
  ...[...Object.keys(kept), ...Object.keys(planned)].flatMap((name) =>
    isName.test(name) ? [] : [`${name}: its form`]
  ),
  ...Object.entries(planned).flatMap(([rule, today]) =>
    today === "" ? [`${rule}: no word on what users see today`] : []
  ),
  ...Object.entries(kept).flatMap(([rule, proof]) => [
    ...(proof.length === 0 ? [`${rule}: no proof`] : []),
    ...proof.flatMap((text) => proofFault(rule, readProof(text), read, scenarios) ?? [])
  ])
]

/** Rules that the kit and the list do not share: every documented rule has a scenario, every scenario a rule. */
export const scenarioFaults = (
  { kept, planned }: Requirements,
  scenarios: ReadonlySet<string>
): ReadonlyArray<string> => [
  ...[...scenarios].filter((id) => !(id in kept) && !(id in planned)).map((id) => `the scenario ${id} has no rule`),
  ...Object.entries(kept)
    .filter(([rule, proof]) => rule.startsWith("spec-") && !proof.includes("scenario"))
    .map(([rule]) => `${rule}: no scenario`)
]
