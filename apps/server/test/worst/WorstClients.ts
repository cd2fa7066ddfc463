/**
 * The clients of the worst rows: one with all the grants and tokens that a client may have, others to be changed and ended, and operators.
 */
import { grantsMax, liveTokensMax } from "@partner-api/domain/Client"
import { permissions } from "@partner-api/domain/Permission"
import { exampleMoment } from "@partner-api/domain/Timestamp"
import { digestOf } from "@partner-api/service/crypto/Secrets"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { alphabets } from "./Alphabet.ts"
import { countTo, insertAll, type Row } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"
import { sizes } from "./WorstNames.ts"

const digest = (name: string): string => digestOf(Redacted.make(Names.tokenOf(name)))
const farMs = Date.UTC(2099, 0, 1)
/** How many organizations of the client have no records. */
export const emptyCount = grantsMax - Names.furnished.length - sizes.roomy

const roomy = countTo(sizes.roomy, Names.roomyOrganization)

/** Every organization that a client with all its grants has. */
const granted = [...Names.furnished, ...countTo(emptyCount, Names.emptyOrganization), ...roomy]

const tokenRow = (clientId: string, name: string, organizationId: string | null, parent: string | null): Row => ({
  digest: digest(name),
  client_id: clientId,
  is_primary: parent === null ? 1 : 0,
  organization_id: organizationId,
  narrowed_to: null,
  parent_digest: parent === null ? null : digest(parent),
  expires_at_ms: farMs
})

const endingClients = [...countTo(sizes.ending, Names.endingClient), ...countTo(sizes.ending, Names.revokedClient)]

/** Clients with their grants, and the tokens that requests have. */
export const writeClients = Effect.gen(function* () {
  const clients = [Names.worstClient, Names.growingClient, Names.bystanderClient, ...endingClients]
  const organizations = [...granted, Names.bystander].map((id, index) => ({
    id,
    name: alphabets.plane2.text(200, index),
    created_at: exampleMoment
  }))
  yield* insertAll("organizations", organizations)
  yield* insertAll(
    "clients",
    clients.map((id, index) => ({
      id,
      name: alphabets.plane2.text(200, index),
      may_create_organizations: 1,
      default_organization_id: null,
      is_sandbox: 0,
      created_at: exampleMoment
    }))
  )
  yield* insertAll("client_secrets", [
    ...clients.map((id) => ({ digest: digest(Names.secretOf(id)), client_id: id, created_at: exampleMoment })),
    ...countTo(sizes.ending, Names.revokedClient).map((id) => ({
      digest: digest(Names.secondSecretOf(id)),
      client_id: id,
      created_at: exampleMoment
    }))
  ])
  const grantRow = (client_id: string) => (organization_id: string) => ({
    client_id,
    organization_id,
    permissions: JSON.stringify(permissions)
  })
  yield* insertAll("grants", granted.map(grantRow(Names.worstClient)))
  yield* insertAll("grants", [grantRow(Names.growingClient)(Names.emptyOrganization(1))])
  yield* insertAll("grants", [grantRow(Names.bystanderClient)(Names.bystander)])
  for (const ending of endingClients) yield* insertAll("grants", granted.map(grantRow(ending)))
  yield* insertAll("tokens", [
    tokenRow(Names.worstClient, Names.primaryToken, null, null),
    tokenRow(Names.growingClient, Names.growingToken, null, null),
    tokenRow(Names.bystanderClient, Names.bystanderToken, Names.bystander, Names.primaryToken),
    ...[...Names.furnished, ...roomy].map((id) =>
      tokenRow(Names.worstClient, Names.scopedToken(id), id, Names.primaryToken)
    ),
    ...endingClients.map((client) => tokenRow(client, Names.endingToken(client), null, null))
  ])
})

/** A client has fewer tokens than these beside them. */
const otherTokens = 50

/** As many tokens as a client may have, all of them minted with one, for each client that has to do with it. */
export const manyTokens = Effect.gen(function* () {
  for (const [client, parent] of [
    [Names.worstClient, Names.primaryToken],
    ...endingClients.map((ending) => [ending, Names.endingToken(ending)] as const)
  ] as const) {
    yield* insertAll(
      "tokens",
      countTo(liveTokensMax - otherTokens, (number) =>
        tokenRow(client, `${number} of ${parent}`, granted[number % granted.length] ?? null, parent)
      )
    )
  }
})

/** Operators, with the sessions and links that requests use. */
export const writeOperators = Effect.gen(function* () {
  const people = countTo(sizes.records, (number) => ({
    id: Names.idOf("opr", number),
    name: alphabets.plane2.text(100, number),
    role: "admin",
    created_at: exampleMoment,
    revoked_at: null,
    used_at_ms: null
  }))
  const operator_id = Names.idOf("opr", 1)
  yield* insertAll("operators", people)
  const nowMs = Date.now()
  const sessions = [Names.sessionToken, ...countTo(sizes.signIns, Names.endingSession)]
  yield* insertAll(
    "operator_sessions",
    sessions.map((name) => ({
      digest: digest(name),
      operator_id,
      started_at_ms: nowMs,
      used_at_ms: nowMs,
      ends_at_ms: farMs
    }))
  )
  yield* insertAll(
    "operator_links",
    countTo(sizes.signIns, (number) => ({
      digest: digest(Names.signInLink(number)),
      operator_id,
      expires_at_ms: farMs
    }))
  )
})
