/**
 * The ETags that callers have seen, and the states that these name. A state of a resource has one tag, and no other state has it.
 */
import { assert } from "@effect/vitest"
import type { Choices } from "./Choices.ts"

/** A header, and whether it lets a change of a resource in that state through. */
export interface IfMatch {
  readonly header: string
  readonly matches: (state: string) => boolean
}

export const makeTags = (choices: Choices) => {
  /** By resource: the tag of each state, the one seen last at the end. */
  const seen = new Map<string, Map<string, string>>()

  const learn = (resource: string, state: string, tag: string): void => {
    const tags = seen.get(resource) ?? new Map<string, string>()
    assert.strictEqual(tags.get(state) ?? tag, tag, `${resource} has two tags in the state ${state}`)
    const [other] = [...tags].find(([known, its]) => its === tag && known !== state) ?? []
    assert.isUndefined(other, `${resource} has one tag in ${state} and in ${other}`)
    tags.delete(state)
    seen.set(resource, tags.set(state, tag))
  }

  const usual = (resource: string): IfMatch => {
    const tags = [["", '"unseen"'] as const, ...(seen.get(resource) ?? [])]
    const [state, header] = choices.pick(choices.oneIn(2) ? tags : tags.slice(-1))
    return { header, matches: (present) => present === state }
  }

  /** A precondition of a change: often none, else the state seen last, or an older one. */
  const precondition = (resource: string): IfMatch | undefined => {
    if (choices.oneIn(2) || (!seen.has(resource) && !choices.oneIn(8))) return undefined
    const { header, matches } = usual(resource)
    switch (choices.below(8)) {
      case 0:
        return { header: "*", matches: () => true }
      case 1:
        // As a proxy that compresses answers sends it on.
        return { header: `W/${header}`, matches }
      case 2:
        return { header: `"another", ${header}`, matches }
      default:
        return { header, matches }
    }
  }
  return { learn, precondition }
}

export type Tags = ReturnType<typeof makeTags>
