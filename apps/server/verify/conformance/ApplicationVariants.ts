/**
 * Servers that break one decision about applications each.
 */
import { accepts, members, status, type Variant } from "./Edits.ts"

const submit = /^POST \/v1\/applications$/
const get = /^GET \/v1\/applications\/[^/]+$/
const history = /^GET \/v1\/applications\/[^/]+\/history/
const transitions = /^POST \/v1\/applications\/[^/]+\/transitions$/

export const applicationVariants: ReadonlyArray<Variant> = [
  { rule: "dec-resources.application-fields", change: members(submit, { state: "AWAITING_SORT" }) },
  { rule: "dec-resources.application-fields", change: members(submit, { created_at: "2026-01-01" }) },
  { rule: "dec-resources.application-submission", change: status(submit, 422, 404) },
  { rule: "dec-resources.application-submission", change: accepts(submit, 422) },
  { rule: "dec-resources.application-reads", change: members(get, { state: "HIRED" }) },
  { rule: "dec-resources.application-reads", change: members(history, { content: [] }) },
  { rule: "dec-resources.application-transitions", change: members(transitions, { state: "REVIEWING" }) },
  { rule: "dec-resources.application-transitions", change: status(transitions, 200, 201) },
  { rule: "dec-resources.application-refusals", change: members(transitions, { details: [] }, 409) },
  { rule: "dec-resources.application-refusals", change: members(transitions, { error: "conflict" }, 409) },
  { rule: "dec-resources.application-ownership", change: members(submit, { error: "conflict" }, 409) },
  { rule: "dec-resources.application-ownership", change: accepts(submit, 409) }
]
