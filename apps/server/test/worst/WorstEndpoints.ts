/**
 * What the schemas of an endpoint do not say of its worst input, by the API and the id of the endpoint: which record it changes, which values belong
 * together, and what is put back before it can be sent again. An endpoint that writes has an entry, or the test of the inputs fails.
 */
import { attachmentBytesMax } from "@partner-api/domain/Attachment"
import { secretIdOf } from "@partner-api/domain/ClientSecret"
import { idLengthMax } from "@partner-api/domain/Ids"
import { namesMax } from "@partner-api/domain/operator/KnownNames"
import { isJsonObject } from "@partner-api/contract/OpenApiSchemas"
import { eventSelectors } from "@partner-api/domain/EventQuery"
import { reasonsMax } from "@partner-api/domain/RejectionReason"
import { digestOf } from "@partner-api/service/crypto/Secrets"
import { permissions } from "@partner-api/domain/Permission"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { basicOf } from "../HttpCall.ts"
import { type Alphabet, type AlphabetName, alphabets } from "./Alphabet.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

/** What is put back. */
export type PutBack = "the deleted endpoint" | "the failed deliveries"

/** Another input of an endpoint. */
export interface AlsoWorst {
  readonly what: string
  readonly organizationId: string
  readonly query?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly params?: (number: number) => Readonly<Record<string, string>>
  readonly body?: (number: number) => Schema.Json
}

export interface WorstEndpoint {
  /** The parameters of the path for the nth request, where they are not the records of the organization. */
  readonly params?: (number: number, organizationId: string) => Readonly<Record<string, string>>
  /** The body for the nth request, from the largest value of its schema. */
  readonly body?: (value: Schema.Json, number: number, organizationId: string, alphabet: Alphabet) => Schema.Json
  /** Another proof than that of the client with everything. */
  readonly headers?: (number: number) => Readonly<Record<string, string>>
  /** The bytes of the file that is its body, as text. */
  readonly file?: (number: number) => string
  /** Its filters all at once, where their schemas do not say what they take. */
  readonly filters?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** The alphabets that make a difference; all of them by default. */
  readonly alphabets?: ReadonlyArray<AlphabetName>
  /** The organization that it is asked for; by default that of the alphabet. */
  readonly organization?: string
  /** Inputs beside those that schema and query give. */
  readonly also?: ReadonlyArray<AlsoWorst>
  readonly putBack?: PutBack
  /** Whether its answer is kept for some time: a second measurement would be of the answer that is kept. */
  readonly isKept?: true
  readonly mayAlsoBe?: ReadonlyArray<number>
}

const withMembers = (value: Schema.Json, members: Readonly<Record<string, Schema.Json>>): Schema.Json => ({
  ...(isJsonObject(value) ? value : {}),
  ...members
})

const without = (value: Schema.Json, ...names: ReadonlyArray<string>): Schema.Json =>
  Object.fromEntries(Object.entries(isJsonObject(value) ? value : {}).filter(([name]) => !names.includes(name)))

/** An action that names a reason names one that is there. */
const withReason = (value: Schema.Json): Schema.Json =>
  isJsonObject(value) && "reason_id" in value ? withMembers(value, { reason_id: Names.reasonId(1) }) : value

/** An agency with new people, each with an email of its own, and with a name in no other system. */
const withPeople = (value: Schema.Json, number: number): Schema.Json => {
  const { recruiters } = isJsonObject(value) ? value : {}
  return withMembers(without(value, "external_id"), {
    recruiters: (Array.isArray(recruiters) ? recruiters : []).map((person: Schema.Json, index) =>
      withMembers(without(person, "id"), { email: `${index}@worst-${number}.example` })
    )
  })
}

const one = ["plane2"] as const
const credentials = { client_id: Names.worstClient, client_secret: Names.tokenOf(Names.secretOf(Names.worstClient)) }
const ending = (number: number): string => Names.endingClient(1 + (number % Names.sizes.ending))

const revoked = (number: number): string => Names.revokedClient(1 + (number % Names.sizes.ending))

const linkOf = (organizationId: string, number: number): string =>
  Names.tokenOf(Names.invitationLink(organizationId, 1 + (number % Names.sizes.records)))

const confirmationOf = (name: AlphabetName, application: number): string =>
  Names.tokenOf(Names.confirmationLink(Names.organizationOf(name), application))

/** A time before every record. */
const long = "1970-01-01T00:00:00.000Z"

/** Statuses of requests that a client may repeat only so often, or once. */
const limited = 429
const conflict = 409
const missing = 404
const ended = 401

const passing = (what: string, query: Readonly<Record<string, string | ReadonlyArray<string>>>): AlsoWorst => ({
  what,
  organizationId: Names.many,
  query: { limit: "100", ...query }
})

const jobFilters = [
  passing("no job has the status", { updated_since: long, status: ["DRAFT"] }),
  passing("no job has the name", { updated_since: long, external_id: "none" })
]
const applicationFilters = [
  passing("no application has the state", { updated_since: long, state: ["HIRED"] }),
  passing("none of a job has the state", { job_id: Records.jobId(1), state: ["HIRED"] })
]
const placementFilters = [
  passing("no placement has the status", { updated_since: long, status: ["COMPLETED"] }),
  passing("none of an agency has the settlement", { agency_id: Records.agencyId(1), settlement_status: ["PAID"] }),
  passing("none has both statuses", { status: ["AWAITING_START", "COMPLETED"], settlement_status: ["PAID", "DUE"] })
]
const userFilters = [passing("no user has the status", { updated_since: long, status: "DISABLED" })]
const invitationFilters = [
  passing("none was revoked", { status: "REVOKED" }),
  passing("none has ended", { status: "EXPIRED" })
]

export const worstEndpoints: Readonly<Record<string, WorstEndpoint | undefined>> = {
  "partner oauth.token": {
    alphabets: one,
    body: () => ({ grant_type: "client_credentials", ...credentials, more: "x".repeat(16_000) })
  },
  "partner oauth.revoke": {
    alphabets: one,
    body: (_value, number) => ({
      token: Names.tokenOf(Names.endingToken(ending(number))),
      client_id: ending(number),
      client_secret: Names.tokenOf(Names.secretOf(ending(number)))
    }),
    mayAlsoBe: [ended]
  },
  "partner partnerAuth.token": { alphabets: one, body: () => ({ ...credentials, more: "x".repeat(16_000) }) },
  "partner organizations.create": {
    headers: () => ({ authorization: `Bearer ${Names.tokenOf(Names.growingToken)}` }),
    mayAlsoBe: [conflict]
  },
  "partner organizations.token": {},
  "partner jobs.list": { also: jobFilters },
  "partner jobs.create": {
    body: (value, number, _organizationId, alphabet) =>
      withMembers(without(value, "close_reason"), Records.jointJobMembers(alphabet, number))
  },
  "partner jobs.update": {
    body: (value, number, _organizationId, alphabet) =>
      withMembers(without(value, "close_reason"), {
        ...Records.jointJobMembers(alphabet, number),
        // Applications for it go on.
        agency_access: "ALL",
        status: number % 2 === 0 ? "ON_HOLD" : "OPEN"
      })
  },
  "partner applications.list": { also: applicationFilters },
  "partner applications.submit": {
    body: (value, number, _organizationId, alphabet) =>
      withMembers(without(value, "recruiter_id"), {
        answers: Records.longestAnswers(alphabet, number),
        job_id: Names.applicationsJob,
        agency_id: Records.agencyId(1 + (number % 100))
      })
  },
  "partner applications.update": {
    params: (number) => ({ applicationId: Records.applicationId(Names.unconfirmedOf(number)) })
  },
  "partner applications.transition": {
    params: (number) => ({ applicationId: Records.applicationId(1 + (number % Names.sizes.records)) }),
    body: (value, number) =>
      Math.floor(number / Names.sizes.records) % 2 === 0
        ? without(withReason(value), "known_since")
        : { action: "restore" },
    also: [
      {
        what: "99 others are withdrawn",
        organizationId: Names.organizationOf("plane2"),
        params: (number) => ({
          applicationId: Records.applicationId(Names.rivalsOf(Names.confirmedByAgency(number)) + 1)
        }),
        body: () => ({ action: "confirm" })
      }
    ],
    mayAlsoBe: [conflict]
  },
  // Each can be erased once.
  "partner applications.eraseCandidate": {
    alphabets: one,
    params: (number) => ({ applicationId: Records.applicationId(Names.erasableOf(number)) }),
    mayAlsoBe: [missing]
  },
  "partner attachments.create": {
    alphabets: one,
    headers: () => ({
      "attachment-type": "OTHER",
      "content-disposition": "attachment; filename=cv.txt",
      "content-type": "text/plain"
    }),
    file: () => "a".repeat(attachmentBytesMax),
    mayAlsoBe: [conflict, limited]
  },
  // Once the employer has sorted an application, its files stay.
  "partner attachments.remove": {
    params: (number) => {
      const application = Names.unconfirmedOf(number)
      return {
        applicationId: Records.applicationId(application),
        attachmentId: Names.attachmentId(application, 1 + Math.floor(number / Names.sizes.unconfirmed))
      }
    },
    mayAlsoBe: [missing]
  },
  "partner messages.list": {
    params: (number) => ({ applicationId: Records.applicationId(1 + (number % Names.sizes.conversations)) })
  },
  "partner messages.create": {
    params: (number) => ({ applicationId: Records.applicationId(1 + (number % Names.sizes.records)) }),
    body: (value) => without(value, "user_id", "recruiter_id"),
    mayAlsoBe: [conflict]
  },
  "partner rejectionReasons.set": {},
  // Applications name the first one.
  "partner rejectionReasons.remove": {
    params: (number) => ({ reasonId: Names.reasonId(2 + (number % (reasonsMax - 1))) }),
    mayAlsoBe: [missing, conflict]
  },
  "partner placements.list": { also: placementFilters },
  "partner placements.transition": {
    body: (_, number) => ({
      action: "reschedule",
      start_date: new Date(Date.now() + (number % 700) * 86_400_000).toISOString().slice(0, 10)
    })
  },
  "partner users.list": { also: userFilters },
  "partner users.create": { body: (value) => without(value, "id") },
  "partner users.update": {},
  "partner settings.update": {
    body: (_, number) => ({ settings: { agency_access: number % 2 === 0 ? "ALL" : "ASSIGNED" } })
  },
  "partner agencies.create": { body: withPeople },
  "partner agencies.update": {
    params: (number) => ({ agencyId: Records.agencyId(1 + (number % 100)) }),
    body: withPeople,
    also: [
      {
        what: "a recruiter goes, of whom 100 answers are stored",
        organizationId: Names.organizationOf("plane2"),
        params: (number) => ({ agencyId: Records.agencyId(Names.answeredOf(1 + (number % Names.sizes.answered))) }),
        body: () => ({ recruiters: [] })
      }
    ]
  },
  // Of a job that is open to all, an assignment has no moments. The next request has one to delete.
  "partner jobs.assign": { body: (value) => without(value, "visible_from", "exclusive_until") },
  "partner jobs.unassign": { mayAlsoBe: [missing] },
  "partner agencies.setFees": {},
  "partner agencies.previewFees": {},
  "partner agencies.feesHistory": { also: [passing("a long history", {})] },
  "partner agencyInvitations.list": { also: invitationFilters },
  // Beyond the pending invitations and the links of a day that an organization may have, all others are refused.
  "partner agencyInvitations.create": { body: (value) => without(value, "agency_id"), mayAlsoBe: [limited] },
  "partner agencyInvitations.resend": { mayAlsoBe: [conflict, limited] },
  "partner agencyInvitations.revoke": { mayAlsoBe: [conflict] },
  // A row waits for its person until one has confirmed, and gets ten links a day.
  "partner applications.requestConfirmation": {
    params: (number) => ({ applicationId: Records.applicationId(Names.unconfirmedOf(number)) }),
    mayAlsoBe: [conflict, limited]
  },
  "partner applications.check": {
    body: (value) => withMembers(value, { job_id: Names.applicationsJob, agency_id: Records.agencyId(1) }),
    mayAlsoBe: [limited]
  },
  "partner erasureRequests.create": { mayAlsoBe: [limited] },
  // A person with a conversation, and one with many applications.
  "partner subjectExports.create": {
    body: (_value, _number, _organizationId, alphabet) => ({ email: Records.emailOf(alphabet, 1) }),
    also: [
      {
        what: "99 applications",
        organizationId: Names.organizationOf("plane2"),
        body: (number) => ({ email: Records.emailOf(alphabets.plane2, 1_000 + Names.confirmedByAgency(number)) })
      }
    ]
  },
  "partner confirmations.show": {
    alphabets: one,
    body: (_value, number) => ({ token: confirmationOf("plane2", Names.linkedOf(number)) })
  },
  // A link decides once.
  "partner confirmations.decide": {
    alphabets: one,
    body: (_value, number) => ({ token: confirmationOf("han", Names.linkedOf(number)), decision: "CONFIRM" }),
    also: [
      {
        what: "99 others are withdrawn",
        organizationId: Names.organizationOf("plane2"),
        body: (number) => ({
          token: confirmationOf("plane2", Names.rivalsOf(Names.confirmedByLink(number)) + 1),
          decision: "CONFIRM"
        })
      }
    ],
    mayAlsoBe: [missing]
  },
  "partner invitations.show": {
    alphabets: one,
    body: (_value, number) => ({ token: linkOf(Names.organizationOf("plane2"), number) }),
    mayAlsoBe: [missing]
  },
  // A client has few secrets: the second request of one is refused.
  "partner clientSecrets.create": {
    alphabets: one,
    headers: (number) => ({ authorization: basicOf(ending(number), Names.tokenOf(Names.secretOf(ending(number)))) }),
    mayAlsoBe: [conflict, ended]
  },
  "partner clientSecrets.remove": {
    alphabets: one,
    headers: (number) => ({ authorization: basicOf(revoked(number), Names.tokenOf(Names.secretOf(revoked(number)))) }),
    params: (number) => ({
      clientSecretId: secretIdOf(digestOf(Redacted.make(Names.tokenOf(Names.secondSecretOf(revoked(number))))))
    }),
    mayAlsoBe: [missing]
  },
  "partner invitations.accept": {
    alphabets: one,
    headers: () => ({ authorization: `Bearer ${Names.tokenOf(Names.growingToken)}` }),
    body: (_value, number) => ({ token: linkOf(Names.many, number) }),
    mayAlsoBe: [conflict, missing]
  },
  "partner events.list": {
    filters: { types: eventSelectors.join(","), start: "oldest" },
    also: [
      passing("no event has the type", { types: "webhook_endpoint.failing" }),
      passing("the oldest", { start: "oldest" })
    ]
  },
  "partner auditLog.list": {
    also: [
      passing("a long journal", {}),
      { what: "a journal that is not shown", organizationId: Names.hiding, query: { limit: "100" } }
    ]
  },
  "partner webhookEndpoints.create": {
    headers: (number) => ({
      authorization: `Bearer ${Names.tokenOf(Names.scopedToken(Names.roomyOrganization(1 + (number % Names.sizes.roomy))))}`
    }),
    mayAlsoBe: [conflict, limited]
  },
  "partner webhookEndpoints.update": { mayAlsoBe: [limited] },
  "partner webhookEndpoints.delete": {
    organization: Names.many,
    alphabets: one,
    params: (number) => ({ webhookEndpointId: Names.deletedEndpoint(number) }),
    putBack: "the deleted endpoint",
    mayAlsoBe: [missing]
  },
  "partner webhookEndpoints.rotateSecret": {},
  "partner webhookEndpoints.test": {
    alphabets: one,
    organization: Names.many,
    params: () => ({ webhookEndpointId: Names.succeededEndpoint }),
    mayAlsoBe: [limited]
  },
  "partner webhookEndpoints.deliveries": {
    alphabets: one,
    organization: Names.many,
    params: () => ({ webhookEndpointId: Names.succeededEndpoint }),
    also: [passing("none has failed", { status: "failed" }), passing("all have succeeded", { status: "succeeded" })]
  },
  "partner webhookEndpoints.redeliver": {
    alphabets: one,
    organization: Names.many,
    params: (number) => ({ webhookEndpointId: Names.succeededEndpoint, eventId: Names.eventId(1 + (number % 100)) })
  },
  "partner webhookEndpoints.recover": {
    alphabets: one,
    organization: Names.many,
    params: () => ({ webhookEndpointId: Names.succeededEndpoint }),
    body: () => ({ since: long, only: "all" })
  },
  // The most ids of the three kinds together are longer than an address may be.
  "operator names.get": {
    filters: {
      client_id: Array.from({ length: namesMax }, (_, number) => `cli_${number}`.padEnd(idLengthMax, "x")),
      organization_id: Array.from({ length: namesMax }, (_, number) => `org_${number}`.padEnd(idLengthMax, "x"))
    }
  },
  "operator health.get": { isKept: true },
  "operator requests.traffic": { also: [{ what: "a week", organizationId: Names.many, query: { period: "7d" } }] },
  "operator session.signIn": {
    alphabets: one,
    body: (_value, number) => ({ token: Names.tokenOf(Names.signInLink(1 + number)) }),
    mayAlsoBe: [ended]
  },
  "operator session.signOut": {
    alphabets: one,
    headers: (number) => ({ cookie: `console=${Names.tokenOf(Names.endingSession(1 + number))}` }),
    mayAlsoBe: [ended]
  },
  "operator clients.create": {
    body: (value) =>
      withMembers(value, {
        grants: Array.from({ length: 20 }, (_, index) => ({
          organization_id: Names.emptyOrganization(1 + index),
          permissions: [...permissions]
        }))
      })
  },
  "operator clients.grant": {
    alphabets: one,
    body: (_value, number) => ({
      organization_id: Names.emptyOrganization(1 + (number % 100)),
      permissions: number % 2 === 0 ? [...permissions] : ["jobs:read"]
    })
  },
  "operator clients.ungrant": {
    alphabets: one,
    params: (number) => ({ clientId: ending(0), organizationId: Names.emptyOrganization(200 + number) }),
    mayAlsoBe: [missing]
  },
  "operator clients.rotateSecret": {
    alphabets: one,
    params: (number) => ({ clientId: ending(number) }),
    body: () => ({ step: "replace" }),
    mayAlsoBe: [conflict]
  },
  "operator clients.revoke": {
    alphabets: one,
    params: (number) => ({ clientId: revoked(number) }),
    mayAlsoBe: [conflict, missing]
  },
  "operator organizations.create": {},
  "operator organizations.rename": { organization: Names.many },
  "operator operators.invite": {},
  // The first one has the session of these requests.
  "operator operators.revoke": {
    alphabets: one,
    params: (number) => ({ operatorId: Names.idOf("opr", 2 + (number % (Names.sizes.records - 1))) }),
    mayAlsoBe: [conflict, missing]
  },
  "operator organizations.jobs": { also: jobFilters },
  "operator organizations.users": { also: userFilters },
  "operator organizations.invitations": { also: invitationFilters },
  "operator organizations.applications": { also: applicationFilters },
  "operator organizations.placements": { also: placementFilters },
  "operator organizations.get": { organization: Names.many, alphabets: one },
  "operator webhookEndpoints.get": {
    organization: Names.many,
    params: () => ({ webhookEndpointId: Names.failedEndpoint }),
    alphabets: one
  },
  "operator webhookEndpoints.deliveries": {
    alphabets: one,
    params: () => ({ webhookEndpointId: Names.succeededEndpoint }),
    also: [passing("none has failed", { status: "failed" }), passing("all have succeeded", { status: "succeeded" })]
  },
  "operator webhookEndpoints.countFailed": {
    alphabets: one,
    params: () => ({ webhookEndpointId: Names.failedEndpoint })
  },
  "operator webhookEndpoints.disable": { alphabets: one, organization: Names.many },
  "operator webhookEndpoints.enable": { alphabets: one, organization: Names.many, mayAlsoBe: [limited, conflict] },
  "operator webhookEndpoints.redeliver": {
    alphabets: one,
    params: (number) => ({ webhookEndpointId: Names.succeededEndpoint, eventId: Names.eventId(1 + (number % 100)) })
  },
  "operator webhookEndpoints.recover": {
    alphabets: one,
    params: () => ({ webhookEndpointId: Names.failedEndpoint }),
    body: () => ({ since: long }),
    putBack: "the failed deliveries"
  }
}
