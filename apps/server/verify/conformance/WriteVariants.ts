/**
 * Decisions broken about what partners write of jobs and users: new records, merge patches, moves of a status.
 */
import { accepts, body, code, header, json, members, membersOf, rejects, status, type Variant } from "./Edits.ts"

const addJob = /^POST \/v1\/jobs/
const patchJob = /^PATCH \/v1\/jobs\//
const patchUser = /^PATCH \/v1\/users\//
const addAgency = /^POST \/v1\/agencies$/
const patchAgency = /^PATCH \/v1\/agencies\//
const readSettings = /^GET \/v1\/organization$/
const patchSettings = /^PATCH \/v1\/organization$/
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
  { rule: "rec-2.inactive-agency", change: accepts(/^POST \/v1\/applications$/, 409) }
]
