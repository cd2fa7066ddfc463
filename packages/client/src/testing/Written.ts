/**
 * The handlers of operations whose behaviour no schema can say, by their identifiers: tokens, organizations, users, fees and
 * discovery. Rules are the domain's; these handlers only read and write the state.
 */
import { grantType } from "@partner-api/contract/OAuth"
import { ScopedTokenRequest } from "@partner-api/contract/Organizations"
import { docsPath } from "@partner-api/contract/System"
import { AgencyFeesUpdate } from "@partner-api/domain/AgencyFees"
import * as FeesCommands from "@partner-api/domain/commands/AgencyFees"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidClient, InvalidRequest, InvalidScope } from "@partner-api/contract/ProtocolErrors"
import { Unauthorized, UnprocessableEntity } from "@partner-api/domain/Errors"
import { AgencyId, UserId } from "@partner-api/domain/Ids"
import { NewOrganization } from "@partner-api/domain/Organization"
import type { Permission } from "@partner-api/domain/Permission"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import { completeUser, NewUser, userConflict } from "@partner-api/domain/User"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { empty, json, type Outcome, unprocessable } from "./http/Answer.ts"
import { type ClientForm, readClientForm } from "./tokens/Credentials.ts"
import { type Call, created, type Handler, notFound, openApi, type Service } from "./Handlers.ts"
import type { Organization } from "./data/State.ts"
import { notGranted } from "./tokens/Tokens.ts"

/** Nobody may keep a copy of an answer with a token (RFC 6749 §5.1). */
const noStore = { "cache-control": "no-store", pragma: "no-cache" }

const wrongCredentials = "The client id or the client secret is wrong."

const withClient = (
  { service, text, url, headers, nowMs }: Call,
  grant: boolean,
  go: (form: ClientForm) => Outcome
): Outcome => {
  const form = readClientForm(text, url.searchParams, headers.get("authorization"), grant)
  if (Result.isFailure(form)) return form.failure
  const checked = service.tokens.check(form.success.clientId, form.success.clientSecret, nowMs)
  if (checked === "wrong") return new InvalidClient({ message: wrongCredentials })
  return checked === "right" ? go(form.success) : checked
}

const primaryToken: Handler = (call) =>
  withClient(call, true, ({ parameter }) =>
    parameter("scope") === ""
      ? json(200, call.service.tokens.issue(call.nowMs, undefined), noStore)
      : new InvalidScope({ message: "No scope is defined; leave the parameter out." })
  )

const revoke: Handler = (call) =>
  withClient(call, false, ({ parameter }) => {
    if (parameter("token") === "") {
      return new InvalidRequest({ message: "The parameter token is missing; send the token that is to end." })
    }
    call.service.tokens.revoke(parameter("token"))
    return empty(200, { "cache-control": "no-store" })
  })

const isCredentials = Schema.is(Schema.Struct({ client_id: Schema.String, client_secret: Schema.String }))

const partnerToken: Handler = ({ service, body, nowMs }) => {
  const { client_id, client_secret } = isCredentials(body) ? body : { client_id: "", client_secret: "" }
  const checked = service.tokens.check(client_id, client_secret, nowMs)
  if (checked === "wrong") return new Unauthorized({ message: wrongCredentials, credentialsSent: true })
  if (checked !== "right") return checked
  const { defaultOrganization, state } = service
  const organization =
    defaultOrganization === null ? undefined : state.find(defaultOrganization ?? state.all()[0]?.id ?? "")
  return json(200, service.tokens.issue(nowMs, organization?.id), noStore)
}

const decodeScopedTokenRequest = strictDecoder(ScopedTokenRequest)

/** What a token is narrowed to: everything granted when there is no body. */
const permissionsOf = ({
  service,
  text,
  body
}: Call): Result.Result<ReadonlyArray<Permission> | undefined, PartnerError> => {
  if (text === "" || service.plain) return Result.succeed(undefined)
  return decodeScopedTokenRequest(body, "body").pipe(
    Result.map(({ permissions }) => permissions),
    Result.mapError(unprocessable)
  )
}

const mint: Handler = (call) => {
  const { service, params, token, nowMs } = call
  const organization = service.state.find(params["organizationId"] ?? "")
  if (token === undefined || organization === undefined) return notGranted
  return Result.match(permissionsOf(call), {
    onFailure: (error): Outcome => error,
    onSuccess: (permissions) => json(200, service.tokens.mint(token, organization.id, permissions, nowMs), noStore)
  })
}

const listOrganizations: Handler = ({ service }) => json(200, service.state.data.organizations)

const isNewOrganization = Schema.is(NewOrganization)

const by = ({ service, requestId, nowMs }: Call) => ({ clientId: service.tokens.clientId, requestId, nowMs })

const createOrganization: Handler = (call) => {
  const { service, payload, operation } = call
  const { name } = isNewOrganization(payload) ? payload : { name: "" }
  const organization = service.state.add({ id: service.state.makeId("org_"), name })
  service.state.audit(
    organization,
    {
      organizationId: organization.id,
      action: "organization.created",
      resource_id: organization.id,
      changed: ["name"]
    },
    by(call)
  )
  return json(operation.success, { id: organization.id, name })
}

const isNewUser = Schema.is(NewUser)

const addUser = (call: Call, organization: Organization): Outcome => {
  const { service, payload, nowMs } = call
  if (!isNewUser(payload)) return unprocessable([])
  const completed = completeUser(payload, { id: UserId.make(service.state.makeId("usr_")), nowMs })
  if (Result.isFailure(completed)) {
    return new UnprocessableEntity({ message: "The user record contradicts itself.", details: completed.failure })
  }
  const user = completed.success
  const holders = [organization.users.find(user.id), organization.holderOf(user.email)]
  const taken = [...new Set(holders.flatMap((holder) => (holder === undefined ? [] : [holder])))]
  if (taken.length > 0) return userConflict(user, taken)
  organization.addUser(user)
  const supplied = ["id", "created_at", "updated_at"].filter((name) => name in payload)
  service.state.audit(
    organization,
    {
      organizationId: organization.id,
      action: "user.created",
      resource_id: user.id,
      changed: ["first_name", "last_name", "email"],
      ...(supplied.length === 0 ? {} : { supplied })
    },
    by(call)
  )
  return created(call, user)
}

const getFees = ({ params }: Call, organization: Organization): Outcome => {
  const fees = organization.fees(params["agencyId"] ?? "")
  return fees === undefined ? notFound("agency") : json(200, fees)
}

const isFeesUpdate = Schema.is(AgencyFeesUpdate)

const setFees = (call: Call, organization: Organization): Outcome => {
  const id = call.params["agencyId"] ?? ""
  const stored = organization.fees(id)
  if (stored === undefined) return notFound("agency")
  const agency = { organizationId: organization.id, agencyId: AgencyId.make(id) }
  const { entries, next } = FeesCommands.setFees(agency, stored, isFeesUpdate(call.payload) ? call.payload : {})
  organization.setFees(id, next)
  for (const entry of entries) call.service.state.audit(organization, entry, by(call))
  return json(200, next)
}

const inOrganization =
  (handle: (call: Call, organization: Organization) => Outcome): Handler =>
  (call) =>
    call.organization === undefined ? notGranted : handle(call, call.organization)

const pathOf = ({ operations }: Service, id: string): string => operations.find((one) => one.id === id)?.path ?? ""

const metadata: Handler = ({ service }) =>
  json(200, {
    issuer: service.baseUrl,
    token_endpoint: `${service.baseUrl}${pathOf(service, "oauth.token")}`,
    revocation_endpoint: `${service.baseUrl}${pathOf(service, "oauth.revoke")}`,
    grant_types_supported: [grantType],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    response_types_supported: [],
    service_documentation: `${service.baseUrl}${docsPath}`
  })

const resource: Handler = ({ service: { baseUrl } }) =>
  json(200, {
    resource: baseUrl,
    authorization_servers: [baseUrl],
    bearer_methods_supported: ["header"],
    resource_documentation: `${baseUrl}${docsPath}`
  })

const healthy: Handler = () => json(200, { status: "ok" })

/** Handlers by the identifier of the operation. The others are derived from the contract. */
export const written: ReadonlyMap<string, Handler> = new Map([
  ["oauth.token", primaryToken],
  ["oauth.revoke", revoke],
  ["oauth.metadata", metadata],
  ["oauth.resource", resource],
  ["partnerAuth.token", partnerToken],
  ["organizations.list", listOrganizations],
  ["organizations.create", createOrganization],
  ["organizations.token", mint],
  ["users.create", inOrganization(addUser)],
  ["agencies.getFees", inOrganization(getFees)],
  ["agencies.setFees", inOrganization(setFees)],
  ["system.live", healthy],
  ["system.ready", healthy],
  ["system.extensions", ({ service }) => json(200, { extensions: service.extensions })],
  ["system.openapi", openApi]
])

/** Operations that parse their own bodies, because a schema cannot see what matters there (RFC 6749 §3.2). */
export const readsItself: ReadonlySet<string> = new Set(["oauth.token", "oauth.revoke"])
