/**
 * `partner whoami`: which credentials are used, what they are granted, whether the service can be reached with them, and what it offers. Never the secret.
 *
 * Known facts are shown even when the service refuses; the refusal is the end of the command then.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { permissions as allPermissions } from "@partner-api/domain/Permission"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { ClientGrant } from "../core/Model.ts"
import type { PartnerShape } from "../effect/PartnerShape.ts"
import { toCommandLine } from "./CallFailure.ts"
import { type Credentials, readCredentials } from "./credentials/Credentials.ts"
import { shared } from "./Inputs.ts"
import { isMissing, ownGrants } from "./OwnGrants.ts"
import { withCredentials } from "./Session.ts"

/** The largest number of organizations that are named; `partner organizations` names all. */
const namedMax = 10

/** The permissions of a grant. */
const grantText = ({ agency_id, permissions }: ClientGrant): string => {
  const allowed =
    permissions.length === allPermissions.length ? "all permissions" : permissions.join(", ") || "no permissions"
  return agency_id === undefined ? allowed : `${allowed}, as ${agency_id}`
}

/** Requests the organizations, grants and extensions of the credentials. */
const readIdentity = Effect.fnUntraced(function* (partner: PartnerShape) {
  const organizations = yield* Effect.result(partner.organizations.list())
  const extensions = yield* Effect.result(
    Effect.catchIf(partner.system.extensions(), isMissing, () => Effect.succeed({ extensions: [] }))
  )
  const grants = yield* Effect.orElseSucceed(ownGrants(partner), Option.none)
  // A service that refuses is reachable.
  const isReachable =
    Result.isSuccess(organizations) || organizations.failure.status !== undefined || Result.isSuccess(extensions)
  return {
    isReachable,
    organizations,
    grants: Option.getOrUndefined(grants),
    extensions: Result.isSuccess(extensions) ? extensions.success.extensions : undefined
  }
})

type Answer = Effect.Success<ReturnType<typeof readIdentity>>

const shown = ({ baseUrl, clientId, flow, organization, profile, source }: Credentials, answer: Answer) => ({
  baseUrl,
  clientId,
  flow,
  source,
  profile: profile ?? null,
  organization: organization ?? null,
  reachable: answer.isReachable,
  organizations: Result.isSuccess(answer.organizations) ? answer.organizations.success : null,
  grants: answer.grants ?? null,
  extensions: answer.extensions ?? null
})

const lines = (found: ReturnType<typeof shown>): ReadonlyArray<string> => {
  const rest = (found.organizations?.length ?? 0) - namedMax
  return [
    `Service        ${found.baseUrl}${found.reachable ? "" : "  (cannot be reached)"}`,
    `Credentials    ${found.clientId}  (from ${found.source}, flow ${found.flow})`,
    ...(found.profile === null ? [] : [`Profile        ${found.profile}`]),
    ...(found.organization === null ? [] : [`Organization   ${found.organization}  (configured)`]),
    ...(found.organizations === null ? [] : [`Organizations  ${found.organizations.length}`]),
    ...(found.organizations ?? [])
      .slice(0, namedMax)
      .flatMap(({ id, name }) => [
        `               ${id}  ${name}`,
        ...(found.grants ?? [])
          .filter(({ organization_id }) => organization_id === id)
          .map((grant) => `                 ${grantText(grant)}`)
      ]),
    ...(rest > 0 ? [`               and ${rest} more: partner organizations`] : []),
    ...(found.extensions === null ? [] : [`Extensions     ${found.extensions.join(", ") || "none"}`])
  ]
}

export const whoami = Command.make(
  "whoami",
  shared,
  Effect.fnUntraced(function* (input) {
    const credentials = yield* readCredentials(input.config)
    const answer = yield* withCredentials(credentials, readIdentity)
    const found = shown(credentials, answer)
    yield* input.json ? Output.printJson([found]) : Output.print(lines(found))
    if (Result.isFailure(answer.organizations))
      return yield* Effect.fail(toCommandLine(answer.organizations.failure, credentials))
  })
).pipe(
  Command.withAlias("doctor"),
  Command.withDescription(
    "Show which credentials are used, what they are granted, whether the service answers, and what it offers"
  ),
  Command.withShortDescription("Show who you are, and whether it works"),
  Command.withExamples([{ command: "partner whoami" }, { command: "partner whoami --json" }])
)
