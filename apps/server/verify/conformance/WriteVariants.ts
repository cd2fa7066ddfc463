/**
 * Decisions broken about what partners write of jobs and users: new records, merge patches, moves of a status.
 */
import {
  accepts,
  answer,
  asking,
  agencies,
  body,
  code,
  content,
  header,
  jobs,
  json,
  lines,
  members,
  membersOf,
  query,
  rejects,
  status,
  type Variant,
  without
} from "./Edits.ts"

const addJob = /^POST \/v1\/jobs/
const patchJob = /^PATCH \/v1\/jobs\//
const patchUser = /^PATCH \/v1\/users\//
const ownRequests = /^GET \/v1\/client\/requests/
const makeSecret = /^POST \/v1\/client\/secrets/
const addAgency = /^POST \/v1\/agencies$/
const patchAgency = /^PATCH \/v1\/agencies\//
const readSettings = /^GET \/v1\/organization$/
const patchSettings = /^PATCH \/v1\/organization$/
const invite = /^POST \/v1\/agency_invitations$/
const readInvitation = /^GET \/v1\/agency_invitations\/[^/?]+$/
const listInvitations = /^GET \/v1\/agency_invitations\?/
const showInvitation = /^POST \/v1\/agency_invitations\/show$/
const acceptInvitation = /^POST \/v1\/agency_invitations\/accept$/
const resendInvitation = /^POST \/v1\/agency_invitations\/[^/]+\/resend$/
const revokeInvitation = /^POST \/v1\/agency_invitations\/[^/]+\/revoke$/
const assign = /^PUT \/v1\/jobs\/[^/]+\/assignments\//
const unassign = /^DELETE \/v1\/jobs\/[^/]+\/assignments\//
const readAssignment = /^GET \/v1\/jobs\/[^/]+\/assignments\/[^/]+$/
const assignmentsOfJob = /^GET \/v1\/jobs\/[^/]+\/assignments\?/
const assignmentsOfAgency = /^GET \/v1\/agencies\/[^/]+\/assignments\?/
const findJob = /^GET \/v1\/jobs\?external_id=/
const submit = /^POST \/v1\/applications$/
const attach = /^POST \/v1\/applications\/[^/]+\/attachments$/
const readFile = /^GET \/v1\/applications\/[^/]+\/attachments\/[^/]+$/
const readBytes = /^GET \/v1\/applications\/[^/]+\/attachments\/[^/]+\/content$/
const listFiles = /^GET \/v1\/applications\/[^/]+\/attachments$/
const removeFile = /^DELETE \/v1\/applications\/[^/]+\/attachments\//
const write = /^POST \/v1\/applications\/[^/]+\/messages$/
const eraseOwn = /^DELETE \/v1\/applications\/[^/]+\/candidate$/
const requestErasure = /^POST \/v1\/erasure_requests$/
const readErasure = /^GET \/v1\/erasure_requests\/[^/?]+$/
const listErasures = /^GET \/v1\/erasure_requests\?/
const exportPerson = /^POST \/v1\/subject_exports$/
const readApplication = /^GET \/v1\/applications\/[^/?]+$/
const setReason = /^PUT \/v1\/rejection_reasons\//
const removeReason = /^DELETE \/v1\/rejection_reasons\//
const listReasons = /^GET \/v1\/rejection_reasons\?/
const act = /^POST \/v1\/applications\/[^/]+\/transitions$/
const movePlacement = /^POST \/v1\/placements\/[^/]+\/transitions$/
const readPlacement = /^GET \/v1\/placements\/[^/?]+$/
const listPlacements = /^GET \/v1\/placements\?/
const listMessages = /^GET \/v1\/applications\/[^/]+\/messages$/
const readJob = /^GET \/v1\/jobs\//

export const fromWrites: ReadonlyArray<Variant> = [
  { rule: "dec-resources.job-creation", change: header(addJob, "location", undefined) },
  { rule: "dec-resources.job-creation", change: members(addJob, { status: "OPEN" }, 201) },
  { rule: "dec-resources.job-creation", change: members(addJob, { details: [] }, 409) },
  { rule: "dec-resources.job-creation", change: accepts(addJob, 422) },
  { rule: "dec-resources.job-patch", change: members(patchJob, { location: undefined }) },
  { rule: "dec-resources.job-patch", change: members(readJob, { openings: 2 }) },
  { rule: "dec-resources.job-status", change: code(patchJob, 409, "conflict") },
  { rule: "dec-resources.job-status", change: members(patchJob, { details: [] }, 409) },
  { rule: "dec-resources.job-status", change: accepts(patchJob, 409) },
  { rule: "dec-resources.job-status", change: rejects(patchJob, ({ body: sent }) => sent.includes("ON_HOLD"), 409) },
  { rule: "dec-resources.job-deletion", change: status(/^DELETE/, 405, 204) },
  { rule: "dec-resources.write-bounds", change: accepts(addJob, 422) },
  { rule: "dec-resources.write-bounds", change: rejects(addJob, ({ body: sent }) => sent.length > 10_000, 413) },
  { rule: "dec-resources.salary", change: accepts(addJob, 422) },
  { rule: "dec-resources.salary", change: accepts(patchJob, 422) },
  {
    rule: "dec-resources.patch",
    change: rejects(patchJob, ({ headers }) => headers["content-type"] === "application/merge-patch+json", 415)
  },
  { rule: "dec-resources.patch", change: accepts(patchJob, 415) },
  { rule: "dec-resources.patch-removal", change: body(patchJob, (found) => ({ ...found, location: undefined })) },
  {
    rule: "dec-resources.patch-empty",
    change: json(patchJob, (found) => ({ ...membersOf(found), updated_at: "2026-01-01T00:00:00.000Z" }))
  },
  { rule: "dec-resources.patch-read-only", change: members(patchJob, { details: [] }, 422) },
  { rule: "dec-resources.patch-read-only", change: body(patchJob, (found) => ({ ...found, id: undefined })) },
  { rule: "dec-resources.patch-required", change: members(patchJob, { details: [] }, 422) },
  { rule: "dec-resources.patch-required", change: body(patchJob, (found) => ({ ...found, title: undefined })) },
  { rule: "dec-resources.patch-etag", change: header(patchJob, "etag", undefined) },
  { rule: "dec-resources.patch-etag", change: header(patchJob, "etag", '"another"', 200) },
  { rule: "dec-resources.patch-etag", change: status(patchJob, 412, 200) },
  { rule: "dec-resources.user-writes", change: members(/^POST \/v1\/users/, { status: undefined }, 201) },
  { rule: "dec-resources.user-writes", change: members(patchUser, { status: "ACTIVE" }) },
  { rule: "dec-resources.user-writes", change: body(patchUser, (found) => ({ ...found, last_name: undefined })) },
  { rule: "dec-resources.user-writes", change: accepts(patchUser, 422) },
  { rule: "dec-resources.user-writes", change: members(patchUser, { details: [] }, 409) },
  { rule: "dec-resources.user-writes", change: accepts(patchUser, 409) },
  { rule: "rec-1.settings-shown", change: members(readSettings, { settings: {} }) },
  { rule: "rec-1.settings-shown", change: members(readSettings, { name: undefined }) },
  { rule: "rec-1.settings-changed", change: members(patchSettings, { settings: {} }) },
  { rule: "rec-1.settings-changed", change: accepts(patchSettings, 422) },
  { rule: "rec-2.agency-created", change: header(addAgency, "location", undefined) },
  { rule: "rec-2.agency-created", change: members(addAgency, { recruiters: [] }, 201) },
  { rule: "rec-2.agency-created", change: members(addAgency, { status: undefined }, 201) },
  { rule: "rec-2.agency-created", change: members(addAgency, { details: [] }, 409) },
  { rule: "rec-2.agency-updated", change: members(patchAgency, { external_id: "R-1" }) },
  { rule: "rec-2.agency-updated", change: members(patchAgency, { name: "Conformance" }) },
  { rule: "rec-2.agency-updated", change: accepts(patchAgency, 422) },
  { rule: "rec-2.recruiters-replaced", change: members(patchAgency, { recruiters: [] }) },
  { rule: "rec-2.recruiters-replaced", change: accepts(patchAgency, 422) },
  { rule: "rec-2.inactive-agency", change: accepts(/^POST \/v1\/applications$/, 409) },
  { rule: "rec-2.invitation-link", change: members(invite, { url: undefined }) },
  { rule: "rec-2.invitation-link", change: header(invite, "location", undefined) },
  { rule: "rec-2.invitation-link", change: members(showInvitation, { company_name: undefined }) },
  { rule: "rec-2.invitation-link", change: members(resendInvitation, { url: undefined }) },
  { rule: "rec-2.invitation-link", change: accepts(showInvitation, 404) },
  { rule: "rec-2.invitation-link", change: members(readInvitation, { status: "ACCEPTED" }) },
  { rule: "rec-2.invitation-status", change: members(revokeInvitation, { status: "PENDING" }) },
  { rule: "rec-2.invitation-status", change: content(listInvitations, (items) => [...items, { status: "PENDING" }]) },
  { rule: "rec-2.invitation-status", change: accepts(resendInvitation, 409) },
  { rule: "rec-2.refused-link", change: status(showInvitation, 404, 410) },
  { rule: "rec-2.refused-link", change: members(acceptInvitation, { message: "It has ended." }, 404) },
  { rule: "rec-2.refused-link", change: accepts(acceptInvitation, 404) },
  { rule: "rec-2.accept-new-client", change: members(acceptInvitation, { client_secret: undefined }) },
  { rule: "rec-2.accept-new-client", change: members(acceptInvitation, { organization_id: "org_globex" }) },
  { rule: "rec-2.accept-new-client", change: accepts(acceptInvitation, 404) },
  { rule: "rec-2.accept-new-client", change: content(agencies, (items) => [...items, { id: "agy_other" }]) },
  { rule: "rec-3.put-whole", change: status(assign, 201, 200) },
  { rule: "rec-3.put-whole", change: members(assign, { submission_limit: 5 }, 200) },
  { rule: "rec-3.put-whole", change: members(assign, { status: undefined }, 201) },
  { rule: "rec-3.put-whole", change: content(assignmentsOfJob, () => []) },
  { rule: "rec-3.put-whole", change: content(assignmentsOfAgency, () => []) },
  { rule: "rec-3.put-whole", change: status(unassign, 204, 200) },
  { rule: "rec-3.put-whole", change: accepts(readAssignment, 404) },
  { rule: "rec-3.exclusive", change: accepts(assign, 409) },
  { rule: "rec-3.exclusive", change: body(assign, (found) => ({ ...found, exclusive_until: undefined })) },
  { rule: "rec-3.no-moments-on-all", change: accepts(assign, 409) },
  { rule: "rec-3.no-moments-on-all", change: code(assign, 409) },
  { rule: "rec-3.submission-limit", change: accepts(submit, 409) },
  { rule: "rec-3.submission-limit", change: body(assign, (found) => ({ ...found, submission_limit: 2 })) },
  { rule: "rec-3.who-sees-a-job", change: body(addJob, (found) => ({ ...found, agency_access: "ALL" })) },
  { rule: "rec-3.who-sees-a-job", change: members(/^GET \/v1\/jobs\/job_/, { message: "It is not yours." }, 404) },
  { rule: "rec-3.who-sees-a-job", change: content(findJob, (items) => [...items, { id: "job_00000001" }]) },
  { rule: "rec-3.who-sees-a-job", change: accepts(assign, 403) },
  { rule: "rec-5.stored-as-sent", change: members(attach, { sha256: "0" }, 201) },
  { rule: "rec-5.stored-as-sent", change: members(attach, { file_name: "file.txt" }, 201) },
  { rule: "rec-5.stored-as-sent", change: members(readFile, { size_bytes: 1 }) },
  { rule: "rec-5.stored-as-sent", change: content(listFiles, () => []) },
  { rule: "rec-5.stored-as-sent", change: answer(readBytes, (found) => ({ ...found, body: `${found.body} ` })) },
  { rule: "rec-5.stored-as-sent", change: header(readBytes, "content-disposition", "inline") },
  { rule: "rec-5.stored-as-sent", change: header(readBytes, "x-content-type-options", undefined) },
  { rule: "rec-5.stored-as-sent", change: header(readBytes, "etag", '"1"') },
  { rule: "rec-5.stored-as-sent", change: asking(readBytes, (request) => without(request, "range")) },
  { rule: "rec-5.stored-as-sent", change: status(readBytes, 416, 200) },
  { rule: "rec-5.stored-as-sent", change: asking(readBytes, (request) => without(request, "if-none-match")) },
  { rule: "rec-5.formats", change: accepts(attach, 422) },
  { rule: "rec-5.formats", change: members(attach, { details: [] }, 422) },
  { rule: "rec-5.removed", change: status(removeFile, 204, 200) },
  { rule: "rec-5.removed", change: accepts(readFile, 404) },
  { rule: "rec-5.removed", change: accepts(readBytes, 404) },
  { rule: "rec-5.removed", change: content(listFiles, () => [{ id: "att_other" }]) },
  { rule: "rec-9.erased-by-agency", change: accepts(eraseOwn, 409) },
  { rule: "rec-9.erased-by-agency", change: accepts(eraseOwn, 404) },
  { rule: "rec-9.erased-by-agency", change: members(readApplication, { erased_at: undefined }) },
  { rule: "rec-9.erasure-request", change: members(requestErasure, { applications: 0 }, 202) },
  { rule: "rec-9.erasure-request", change: members(requestErasure, { status: "HELD" }, 202) },
  { rule: "rec-9.erasure-request", change: accepts(requestErasure, 422) },
  { rule: "rec-9.erasure-request", change: members(readErasure, { id: "era_other" }) },
  { rule: "rec-9.erasure-request", change: content(listErasures, () => [{ id: "era_other" }]) },
  { rule: "rec-9.subject-exports", change: lines(exportPerson, (found) => found.slice(1)) },
  { rule: "rec-9.subject-exports", change: lines(exportPerson, (found) => found.slice(0, -1)) },
  {
    rule: "rec-9.subject-exports",
    change: lines(exportPerson, (found) => found.filter((line) => !line.includes('"event"')))
  },
  { rule: "rec-9.subject-exports", change: accepts(exportPerson, 422) },
  { rule: "rec-7.reasons-written", change: status(setReason, 201, 200) },
  { rule: "rec-7.reasons-written", change: members(setReason, { active: undefined }, 201) },
  { rule: "rec-7.reasons-written", change: members(setReason, { category: "JOB" }, 200) },
  { rule: "rec-7.reasons-written", change: content(listReasons, () => []) },
  { rule: "rec-7.reasons-written", change: accepts(setReason, 422) },
  { rule: "rec-7.reasons-written", change: accepts(removeReason, 404) },
  { rule: "rec-7.reason-named", change: accepts(act, 422) },
  { rule: "rec-7.reason-named", change: members(act, { details: [] }, 422) },
  { rule: "rec-7.reason-named", change: members(readApplication, { withdrawal: { by: "AGENCY" } }) },
  { rule: "rec-7.reason-used", change: accepts(removeReason, 409) },
  { rule: "rec-8.placement-of-a-hire", change: members(readPlacement, { status: "COMPLETED" }) },
  { rule: "rec-8.placement-of-a-hire", change: members(readPlacement, { settlement: undefined }) },
  { rule: "rec-8.placement-of-a-hire", change: content(listPlacements, () => []) },
  { rule: "rec-8.cancel", change: members(movePlacement, { status: "COMPLETED" }) },
  { rule: "rec-8.cancel", change: members(movePlacement, { reason: undefined }) },
  { rule: "rec-8.cancel", change: accepts(movePlacement, 409) },
  { rule: "rec-8.settlement", change: accepts(movePlacement, 409) },
  { rule: "rec-8.settlement", change: accepts(movePlacement, 422) },
  { rule: "rec-8.settlement", change: members(movePlacement, { settlement: { status: "NOT_DUE" } }) },
  { rule: "rec-10.conversation", change: accepts(write, 409) },
  { rule: "rec-10.conversation", change: members(write, { from: "PERSON" }, 201) },
  { rule: "rec-10.conversation", change: members(write, { body: "Hello" }, 201) },
  { rule: "rec-10.conversation", change: content(listMessages, (items) => items.toReversed()) },
  { rule: "rec-10.conversation", change: content(listMessages, (items) => items.slice(1)) },
  { rule: "rec-10.bounds", change: accepts(write, 422) },
  { rule: "rec-10.bounds", change: members(write, { details: [] }, 422) },
  { rule: "rec-4.job-facts", change: members(addJob, { city: undefined }, 201) },
  { rule: "rec-4.job-facts", change: members(patchJob, { city: "Berlin" }) },
  { rule: "rec-4.job-facts", change: accepts(addJob, 422) },
  { rule: "rec-4.custom-fields", change: members(addJob, { custom_fields: {} }, 201) },
  { rule: "rec-4.custom-fields", change: members(patchJob, { custom_fields: { level: 5 } }) },
  { rule: "rec-4.custom-fields", change: accepts(addJob, 422) },
  { rule: "rec-4.close-reason", change: accepts(patchJob, 422) },
  { rule: "rec-4.close-reason", change: members(patchJob, { close_reason: undefined }) },
  { rule: "rec-4.close-reason", change: members(patchJob, { close_reason: "FILLED" }) },
  { rule: "rec-4.hired-count", change: accepts(patchJob, 422) },
  { rule: "rec-4.questions", change: members(addJob, { questions: [] }, 201) },
  { rule: "rec-4.questions", change: accepts(patchJob, 422) },
  { rule: "rec-4.questions", change: members(patchJob, { questions: [] }) },
  { rule: "rec-4.answers", change: accepts(submit, 422) },
  { rule: "rec-4.answers", change: members(/^GET \/v1\/applications\//, { answers: [] }) },
  { rule: "rec-4.job-filters", change: query(jobs, (found) => found.delete("department")) },
  { rule: "dec-tokens.own-client", change: members(/^GET \/v1\/client$/, { grants: [] }) },
  { rule: "dec-tokens.own-client", change: members(/^GET \/v1\/client$/, { name: undefined }) },
  { rule: "rec-11.own-client", change: members(/^GET \/v1\/client$/, { limits: {} }) },
  { rule: "rec-11.own-client", change: members(/^GET \/v1\/client$/, { secrets: [{ client_secret: "shown" }] }) },
  { rule: "rec-11.own-requests", change: accepts(ownRequests, 403) },
  { rule: "rec-11.own-requests", change: accepts(ownRequests, 422) },
  { rule: "rec-11.no-secret-by-token", change: accepts(makeSecret, 401) },
  { rule: "rec-11.secrets", change: accepts(makeSecret, 409) },
  { rule: "rec-11.secrets", change: members(makeSecret, { client_secret: undefined }, 201) },
  { rule: "rec-11.on-behalf-of", change: accepts(patchUser, 422) },
  { rule: "rec-11.on-behalf-of", change: members(patchUser, { details: [] }, 422) }
]
