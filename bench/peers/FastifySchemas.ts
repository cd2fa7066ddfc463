/**
 * What the peer `fastify` takes and answers, as JSON Schemas.
 */
import { jobMembers, requiredMembers } from "./JobMembers.ts"

const text = { type: "string" }
const integer = { type: "integer" }
export const job = {
  type: "object",
  properties: Object.fromEntries(
    Object.entries(jobMembers).map(([name, kind]) => [
      name,
      // A value of any shape has no type.
      kind === "json" ? {} : { type: kind === "text" ? "string" : kind }
    ])
  ),
  required: requiredMembers
}
export const page = {
  type: "object",
  properties: {
    content: { type: "array", items: job },
    next: { type: ["string", "null"] },
    count: integer
  },
  required: ["content", "next", "count"]
}
export const listQuery = {
  type: "object",
  properties: {
    limit: { type: "string", pattern: "^(?:[1-9][0-9]?|100)$" },
    cursor: { type: "string", maxLength: 2048 }
  }
}
const name = { type: "string", minLength: 1, maxLength: 100 }
export const person = {
  type: "object",
  properties: { first_name: name, last_name: name, email: { type: "string", format: "email", maxLength: 254 } },
  required: ["first_name", "last_name", "email"],
  additionalProperties: false
}
export const user = {
  type: "object",
  properties: {
    id: text,
    created_at: text,
    updated_at: text,
    first_name: text,
    last_name: text,
    email: text,
    status: text
  }
}
const errorMembers = { error: text, message: text, request_id: text }
export const error = { type: "object", properties: errorMembers }
export const oauthError = { type: "object", properties: { ...errorMembers, error_description: text } }
export const accessToken = {
  type: "object",
  properties: { access_token: text, token_type: text, expires_in: integer }
}

const identifier = { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" }
export const jobParams = { type: "object", properties: { jobId: identifier } }
export const applicationParams = { type: "object", properties: { applicationId: identifier } }
export const newApplication = {
  type: "object",
  properties: {
    job_id: identifier,
    agency_id: identifier,
    candidate: person,
    note: { type: "string", maxLength: 2000 }
  },
  required: ["job_id", "agency_id", "candidate"],
  additionalProperties: false
}
export const action = { type: "object", properties: { action: { const: "confirm" } }, required: ["action"] }
export const application = {
  type: "object",
  properties: {
    id: text,
    job_id: text,
    agency_id: text,
    candidate: { type: "object", properties: { first_name: text, last_name: text, email: text } },
    note: text,
    state: text,
    state_entered_at: text,
    confirmed_at: text,
    terms: {
      type: "object",
      properties: {
        fees: { type: "object", additionalProperties: true },
        binding: text,
        agreed_at: text
      }
    },
    ownership: { type: "object", properties: { since: text, expires_at: text } },
    version: integer,
    created_at: text,
    updated_at: text
  }
}
