/**
 * Servers that break one decision about applications each.
 */
import { accepts, content, header, members, readFees, status, type Variant } from "./Edits.ts"

const submit = /^POST \/v1\/applications$/
const check = /^POST \/v1\/applications\/check$/
const get = /^GET \/v1\/applications\/[^/]+$/
const patch = /^PATCH \/v1\/applications\/[^/]+$/
const history = /^GET \/v1\/applications\/[^/]+\/history/
const request = /^POST \/v1\/applications\/[^/]+\/confirmation_requests$/
const show = /^POST \/v1\/confirmations$/
const decide = /^POST \/v1\/confirmations\/decide$/
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
  { rule: "dec-resources.application-ownership", change: accepts(submit, 409) },
  { rule: "rec-7.claim", change: accepts(submit, 409) },
  { rule: "rec-7.claim", change: members(transitions, { ownership: undefined }) },
  { rule: "rec-7.check", change: members(check, { result: "AVAILABLE" }) },
  { rule: "rec-7.check", change: members(check, { application_ids: [] }) },
  { rule: "rec-7.release", change: members(transitions, { details: [] }, 409) },
  { rule: "rec-5.candidate", change: members(submit, { candidate: {} }, 201) },
  { rule: "rec-5.candidate", change: members(patch, { candidate: {} }) },
  { rule: "rec-5.candidate", change: accepts(patch, 422) },
  { rule: "rec-5.phone-country", change: members(submit, { candidate: { phone: "0151 1234 5678" } }, 201) },
  { rule: "rec-5.phone-country", change: accepts(patch, 422) },
  { rule: "rec-8.terms", change: members(transitions, { terms: undefined }) },
  { rule: "rec-8.terms", change: members(readFees, { optimizedFee: false, customFees: [] }) },
  { rule: "rec-8.hire-bounds", change: accepts(transitions, 422) },
  { rule: "rec-8.hire-bounds", change: members(transitions, { details: [] }, 422) },
  { rule: "rec-6.consent-attested", change: members(transitions, { consent: undefined }) },
  { rule: "rec-6.consent-attested", change: accepts(transitions, 422) },
  { rule: "rec-6.confirmation-request", change: members(request, { url: "https://example.com/" }, 201) },
  { rule: "rec-6.confirmation-request", change: members(show, { job_title: undefined }) },
  { rule: "rec-6.confirmation-request", change: status(show, 404, 410) },
  { rule: "rec-6.confirmation-request", change: members(decide, { message: "It has ended." }, 404) },
  { rule: "rec-6.link-decides", change: members(decide, { state: "REVIEWING" }) },
  { rule: "rec-6.link-decides", change: members(get, { consent: undefined }) },
  { rule: "rec-6.link-decides", change: members(get, { withdrawal: { by: "AGENCY" } }) },
  { rule: "rec-6.link-decides", change: content(history, (items) => items.slice(0, 1)) },
  { rule: "rec-12.deprecation", change: header(transitions, "deprecation", undefined) },
  { rule: "rec-12.deprecation", change: header(transitions, "deprecation", "@0") },
  { rule: "rec-12.deprecation", change: header(transitions, "sunset", "Fri, 31 Dec 2021 00:00:00 GMT") },
  { rule: "rec-12.deprecation", change: header(transitions, "link", undefined) }
]
