/**
 * The world of the model on three nodes with one PostgreSQL, each request to any of them. Organizations, agencies, clients and grants are
 * made by the operator's commands.
 */
import { textOf } from "../HttpCall.ts"
import {
  type Caller,
  callersOf,
  feesApplyOf,
  type OpenWorld,
  organizationIds,
  ownershipDaysOf,
  permissionsOf,
  tokensOf,
  type World
} from "../model/World.ts"
import { commandsWith, credentialsOf } from "../operator/OnFile.ts"
import { databases, migratedDatabase } from "../Postgres.ts"
import { pageOf } from "../Walk.ts"
import { importAgencies } from "./Agencies.ts"
import { type Nodes, startNodes } from "./Nodes.ts"

const employer = "cli_employer"
const clientIds = [employer, "cli_agency_one", "cli_agency_two"]

/** A token that no node knows yet, so that what it may do is looked up. */
const mint = async ({ call }: Nodes, organizationId: string, client: ReturnType<typeof credentialsOf>) => {
  const form = { grant_type: "client_credentials", ...client }
  const token = textOf(await call("POST", "/oauth/token", { form }), "access_token")
  return textOf(await call("POST", `/v1/organizations/${organizationId}/token`, { token }), "access_token")
}

/** The ids that the import has made, by organization. */
const agencyIdsOf = async (nodes: Nodes, client: ReturnType<typeof credentialsOf>) => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const id of organizationIds) {
    const { content } = pageOf(await nodes.call("GET", "/v1/agencies", { token: await mint(nodes, id, client) }))
    found.set(
      id,
      content.map(({ id }) => id)
    )
  }
  return found
}

export const openNodesWorld: OpenWorld = async (): Promise<World> => {
  const databaseUrl = await migratedDatabase()
  const commands = commandsWith({ DATABASE_URL: databaseUrl })
  for (const id of organizationIds) {
    await commands.json("organizations", "create", "--name", id, "--id", id)
    const settings = JSON.stringify({ fees_apply: feesApplyOf(id), ownership_days: ownershipDaysOf(id) })
    await databases().run(databaseUrl, `UPDATE organizations SET settings = '${settings}' WHERE id = '${id}'`)
  }
  await importAgencies(commands, organizationIds)
  // The agencies of the model have no other name.
  await databases().run(databaseUrl, "UPDATE agencies SET external_id = NULL")
  const clients = new Map<string, ReturnType<typeof credentialsOf>>()
  for (const id of clientIds) {
    clients.set(id, credentialsOf(await commands.json("clients", "create", "--name", id, "--id", id)))
  }
  const credentials = ({ clientId }: Pick<Caller, "clientId">) =>
    clients.get(clientId) ?? { client_id: clientId, client_secret: "" }
  const grant = (caller: Pick<Caller, "clientId" | "organizationId" | "agencyId">, names: ReadonlyArray<string>) =>
    commands.json(
      "clients",
      "grant",
      caller.clientId,
      caller.organizationId,
      ...(caller.agencyId === undefined ? [] : ["--agency", caller.agencyId]),
      ...names.flatMap((name) => ["--permission", name])
    )

  for (const organizationId of organizationIds) {
    await grant({ clientId: employer, organizationId, agencyId: undefined }, ["agencies:read"])
  }
  const nodes = await startNodes({ databaseUrl })
  const agencyIds = await agencyIdsOf(nodes, credentials({ clientId: employer }))
  const callers = callersOf(clientIds, (id) => agencyIds.get(id) ?? [])
  for (const caller of callers) await grant(caller, permissionsOf(caller))
  const tokens = await tokensOf(callers, (caller) => mint(nodes, caller.organizationId, credentials(caller)))
  const ungranted = new Set<Caller>()

  return {
    callers,
    call: (caller, method, path, request) => nodes.call(method, path, { ...request, token: tokens.get(caller) ?? "" }),
    placementOf: async ({ organizationId }, applicationId) => {
      const [row] = await databases().run(
        databaseUrl,
        `SELECT id FROM placements WHERE organization_id = '${organizationId}' AND application_id = '${applicationId}' AND status <> 'CANCELLED'`
      )
      return String(Object(row).id ?? "plc_none")
    },
    grant: async (caller, changed) => {
      const remint = async () => void tokens.set(caller, await mint(nodes, caller.organizationId, credentials(caller)))
      if (changed.length > 0) {
        await grant(caller, changed)
        await remint()
        ungranted.delete(caller)
      } else if (!ungranted.has(caller)) {
        // Without permissions there is no grant, and no token for it either.
        await remint()
        await commands.json("clients", "ungrant", caller.clientId, caller.organizationId)
        ungranted.add(caller)
      }
    },
    [Symbol.asyncDispose]: () => nodes[Symbol.asyncDispose]()
  }
}
