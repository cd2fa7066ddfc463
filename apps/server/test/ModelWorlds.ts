/**
 * Where the random commands of the model are sent: the server over HTTP, and the service in memory through its function.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { Permission } from "@partner-api/domain/Permission"
import { makeSecret } from "@partner-api/service/crypto/Secrets"
import { stateOf } from "@partner-api/service/testing/MemorySeed"
import { makeMemoryService } from "@partner-api/service/testing/MemoryService"
import { makeMemory } from "@partner-api/service/store/memory/Memory"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Answer, type Call, textOf, toRequest } from "./HttpCall.ts"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { databases } from "./Postgres.ts"
import { startServer, type TestServerOptions } from "./TestServer.ts"

/** A service that holds some organizations, with an agency `agy_a` each, and lets one client do everything in them. */
interface ModelWorld {
  readonly call: (method: string, path: string, request?: Call) => Promise<Answer>
  /** A token for each organization. */
  readonly tokens: ReadonlyMap<string, string>
  /** Changes what the client may do in an organization, from the next request on. */
  readonly grant: (organizationId: string, permissions: ReadonlyArray<string>) => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Fills a world. */
export type OpenWorld = (
  organizationIds: ReadonlyArray<string>,
  permissions: ReadonlyArray<string>
) => Promise<ModelWorld>

const tokensOf = async (organizationIds: ReadonlyArray<string>, scoped: (id: string) => Promise<string>) => {
  const tokens = new Map<string, string>()
  for (const id of organizationIds) tokens.set(id, await scoped(id))
  return tokens
}

const openServer = async (
  [organizationIds, permissions]: Parameters<OpenWorld>,
  options: TestServerOptions
): Promise<ModelWorld> => {
  const server = await startServer(options)
  const { query } = server
  for (const id of organizationIds) {
    await query("INSERT INTO organizations (id, name, created_at) VALUES (?, ?, '2026')", id, id)
    await query(
      `INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
       VALUES (?, 'agy_a', 'A', '[]', 1, '[]')`,
      id
    )
    await query(
      "INSERT INTO grants (client_id, organization_id, permissions) VALUES ('sandbox-client', ?, ?)",
      id,
      JSON.stringify(permissions)
    )
  }
  const primary = await server.primary()
  return {
    call: server.call,
    tokens: await tokensOf(organizationIds, (id) => server.scoped(primary, id)),
    grant: async (id, changed) => {
      await query(
        "UPDATE grants SET permissions = ? WHERE client_id = 'sandbox-client' AND organization_id = ?",
        JSON.stringify(changed),
        id
      )
      // In force within a second.
      await server.advance(1_000)
    },
    [Symbol.asyncDispose]: () => server.stop()
  }
}

/** The server, on a file. */
export const openServerWorld: OpenWorld = (...filled) => openServer(filled, {})

/** The server, on PostgreSQL. */
export const openPostgresWorld: OpenWorld = async (...filled) =>
  openServer(filled, { database: readTarget(await databases().create()) })

const readPermissions = Schema.decodeUnknownSync(Schema.Array(Permission))

/** The service, in memory. */
export const openMemoryWorld: OpenWorld = async (organizationIds, permissions) => {
  const clientId = "cli_model"
  const secret = Effect.runSync(makeSecret)
  const startMs = Date.now()
  const memory = makeMemory(
    stateOf({
      organizations: organizationIds.map((id) => ({
        id,
        name: id,
        permissions,
        agencies: [{ id: "agy_a", name: "A" }]
      })),
      clientId,
      secret,
      mayCreateOrganizations: true,
      defaultOrganization: undefined,
      startMs
    })
  )
  const baseUrl = "http://model.example"
  const handle = makeMemoryService({
    memory,
    baseUrl,
    clock: { nowMs: () => startMs, sleep: () => Promise.reject(new Error("nothing sleeps here")) },
    tokens: { primaryLifetimeSeconds: 3_600, scopedLifetimeSeconds: 86_400 }
  })
  const call: ModelWorld["call"] = async (method, path, request = {}) => {
    const answer = await handle(toRequest(baseUrl + path, method, request))
    const text = await answer.text()
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text,
      json: text === "" ? undefined : JSON.parse(text)
    }
  }
  const credentials = { client_id: clientId, client_secret: Redacted.value(secret) }
  const token = textOf(await call("POST", "/v1/auth/token", { json: credentials }), "access_token")
  return {
    call,
    tokens: await tokensOf(organizationIds, async (id) =>
      textOf(await call("POST", `/v1/organizations/${id}/token`, { token }), "access_token")
    ),
    grant: (id, changed) => {
      const grant = { organizationId: OrganizationId.make(id), permissions: readPermissions(changed) }
      return Effect.runPromise(
        memory.write((state) => [
          { ...state, grants: state.grants.put({ clientId: ClientId.make(clientId), grant }) },
          undefined
        ])
      )
    },
    [Symbol.asyncDispose]: () => Promise.resolve()
  }
}
