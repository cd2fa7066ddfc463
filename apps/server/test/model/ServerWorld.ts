/**
 * The world of the model on the server, over HTTP: the sandbox with three organizations more. The clients are the sandbox's.
 */
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { migratedDatabase } from "../Postgres.ts"
import { startServer, type TestServerOptions } from "../TestServer.ts"
import {
  callersOf,
  feesApplyOf,
  type OpenWorld,
  organizationIds,
  ownershipDaysOf,
  permissionsOf,
  startMs,
  tokensOf,
  type World
} from "./World.ts"

const secrets = new Map([
  ["sandbox-client", "sandbox-secret"],
  ["sandbox-partner", "sandbox-partner-secret"],
  ["sandbox-reader", "sandbox-reader-secret"]
])

const agencyIds = ["agy_a", "agy_b"]

const openServer = async (options: TestServerOptions): Promise<World> => {
  const server = await startServer({ ...options, startMs })
  const { query } = server
  const callers = callersOf([...secrets.keys()], () => agencyIds)
  for (const id of organizationIds) {
    const settings = JSON.stringify({ fees_apply: feesApplyOf(id), ownership_days: ownershipDaysOf(id) })
    await query("INSERT INTO organizations (id, name, created_at, settings) VALUES (?, ?, '2026', ?)", id, id, settings)
    for (const agencyId of agencyIds) {
      await query(
        `INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
         VALUES (?, ?, 'A', '[]', 1, '[]')`,
        id,
        agencyId
      )
    }
  }
  for (const caller of callers) {
    await query(
      "INSERT INTO grants (client_id, organization_id, permissions, agency_id) VALUES (?, ?, ?, ?)",
      caller.clientId,
      caller.organizationId,
      JSON.stringify(permissionsOf(caller)),
      caller.agencyId ?? null
    )
  }
  const tokens = await tokensOf(callers, async ({ clientId, organizationId }) =>
    server.scoped(await server.primary(clientId, secrets.get(clientId)), organizationId)
  )
  return {
    callers,
    call: (caller, method, path, request) => server.call(method, path, { ...request, token: tokens.get(caller) ?? "" }),
    placementOf: async ({ organizationId }, applicationId) => {
      const [row] = await query(
        "SELECT id FROM placements WHERE organization_id = ? AND application_id = ? AND status <> 'CANCELLED'",
        organizationId,
        applicationId
      )
      return String(row?.["id"] ?? "plc_none")
    },
    grant: async ({ clientId, organizationId }, changed) => {
      await query(
        "UPDATE grants SET permissions = ? WHERE client_id = ? AND organization_id = ?",
        JSON.stringify(changed),
        clientId,
        organizationId
      )
      // In force within a second.
      await server.advance(1_000)
    },
    [Symbol.asyncDispose]: () => server.stop()
  }
}

/** The server, on a file. */
export const openServerWorld: OpenWorld = () => openServer({})

/** The server, on PostgreSQL. */
export const openPostgresWorld: OpenWorld = async () => openServer({ database: readTarget(await migratedDatabase()) })
