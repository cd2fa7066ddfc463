/**
 * The world of the model in memory: the service as a function, without a server.
 */
import { AgencyId, ApplicationId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { Permission } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { digestOf, makeSecret } from "@partner-api/service/crypto/Secrets"
import { makeMemory, Memory } from "@partner-api/service/store/memory/Memory"
import * as MemoryPlacementStore from "@partner-api/service/store/memory/MemoryPlacementStore"
import type { MemoryState } from "@partner-api/service/store/memory/MemoryState"
import { stateOf } from "@partner-api/service/testing/MemorySeed"
import { makeMemoryService } from "@partner-api/service/testing/MemoryService"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Answer, type Call, textOf, toRequest } from "../HttpCall.ts"
import {
  type Caller,
  callersOf,
  feesApplyOf,
  type OpenWorld,
  organizationIds,
  ownershipDaysOf,
  permissionsOf,
  startMs,
  tokensOf
} from "./World.ts"

const readPermissions = Schema.decodeUnknownSync(Schema.Array(Permission))

const clientIds = ["cli_employer", "cli_agency_a", "cli_agency_b"]
const agencyIds = ["agy_a", "agy_b"]
const baseUrl = "http://model.example"

const withGrant = (state: MemoryState, caller: Caller, permissions: ReadonlyArray<string>): MemoryState => ({
  ...state,
  grants: state.grants.put({
    clientId: ClientId.make(caller.clientId),
    grant: {
      organizationId: OrganizationId.make(caller.organizationId),
      permissions: readPermissions(permissions),
      ...(caller.agencyId === undefined ? {} : { agencyId: AgencyId.make(caller.agencyId) })
    }
  })
})

/** A state with a client of an agency more; all clients have one secret each. */
const withClient = (state: MemoryState, id: string, secret: Redacted.Redacted, startMs: number): MemoryState => {
  const [clientId, createdAt] = [ClientId.make(id), timestampFromMillis(startMs)]
  return {
    ...state,
    secrets: state.secrets.put({ digest: digestOf(secret), clientId, createdAt, lastUsedAt: undefined }),
    clients: state.clients.put({
      id: clientId,
      name: id,
      mayCreateOrganizations: false,
      defaultOrganizationId: undefined,
      isSandbox: false,
      createdAt,
      revokedAt: undefined
    })
  }
}

const stateWith = (secrets: ReadonlyMap<string, Redacted.Redacted>, callers: ReadonlyArray<Caller>): MemoryState => {
  const [[clientId, secret] = ["", Redacted.make("")], ...bound] = secrets
  const seeded = stateOf({
    organizations: organizationIds.map((id) => ({
      id,
      name: id,
      settings: { fees_apply: feesApplyOf(id), ownership_days: ownershipDaysOf(id) },
      agencies: agencyIds.map((agencyId) => ({ id: agencyId, name: "A" }))
    })),
    clientId,
    secret,
    mayCreateOrganizations: false,
    defaultOrganization: null,
    startMs
  })
  return callers.reduce(
    (state, caller) => withGrant(state, caller, permissionsOf(caller)),
    bound.reduce((state, [id, secret]) => withClient(state, id, secret, startMs), seeded)
  )
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: text === "" ? undefined : JSON.parse(text)
  }
}

/** The service, in memory. */
export const openMemoryWorld: OpenWorld = async () => {
  const callers = callersOf(clientIds, () => agencyIds)
  const secrets = new Map(clientIds.map((id) => [id, Effect.runSync(makeSecret)] as const))
  const memory = makeMemory(stateWith(secrets, callers))
  const placements = MemoryPlacementStore.layer.pipe(Layer.provide(Layer.succeed(Memory, memory)))
  const handle = makeMemoryService({
    memory,
    baseUrl,
    clock: { nowMs: () => startMs, sleep: () => Promise.reject(new Error("nothing sleeps here")) },
    tokens: { primaryLifetimeSeconds: 3_600, scopedLifetimeSeconds: 86_400 }
  })
  const send = async (method: string, path: string, request: Call): Promise<Answer> =>
    answerOf(await handle(toRequest(baseUrl + path, method, request)))
  const tokens = await tokensOf(callers, async ({ clientId, organizationId }) => {
    const secret = secrets.get(clientId)
    const json = { client_id: clientId, client_secret: secret === undefined ? "" : Redacted.value(secret) }
    const token = textOf(await send("POST", "/v1/auth/token", { json }), "access_token")
    return textOf(await send("POST", `/v1/organizations/${organizationId}/token`, { token }), "access_token")
  })
  return {
    callers,
    call: (caller, method, path, request) => send(method, path, { ...request, token: tokens.get(caller) ?? "" }),
    placementOf: async ({ organizationId }, applicationId) => {
      const find = Effect.flatMap(PlacementStore, (store) =>
        store.lockOf(OrganizationId.make(organizationId), ApplicationId.make(applicationId))
      )
      const found = await Effect.runPromise(Effect.provide(find, placements))
      return found.find(({ placement }) => placement.status !== "CANCELLED")?.placement.id ?? "plc_none"
    },
    grant: (caller, changed) =>
      Effect.runPromise(memory.write((state) => [withGrant(state, caller, changed), undefined])),
    [Symbol.asyncDispose]: () => Promise.resolve()
  }
}
