/**
 * Where the random commands of the model are sent, too: three nodes on one PostgreSQL, each request to any of them. Organizations, the
 * agency and grants are the operator's commands.
 */
import { textOf } from "../HttpCall.ts"
import type { OpenWorld } from "../ModelWorlds.ts"
import { commandsWith, credentialsOf } from "../operator/OnFile.ts"
import { databases } from "../Postgres.ts"
import { pageOf } from "../Walk.ts"
import { importAgencies } from "./Agencies.ts"
import { startNodes } from "./Nodes.ts"

const clientId = "cli_model"

export const openNodesWorld: OpenWorld = async (organizationIds, permissions) => {
  const databaseUrl = await databases().create()
  const commands = commandsWith({ DATABASE_URL: databaseUrl })
  for (const id of organizationIds) await commands.json("organizations", "create", "--name", id, "--id", id)
  await importAgencies(commands, organizationIds)
  const granted = organizationIds.flatMap((id) => ["--organization", id])
  const permitted = (names: ReadonlyArray<string>) => names.flatMap((name) => ["--permission", name])
  const named = ["--name", "Model", "--id", clientId]
  const created = await commands.json("clients", "create", ...named, ...granted, ...permitted(permissions))
  const { client_id, client_secret } = credentialsOf(created)
  const nodes = await startNodes({ databaseUrl })

  /** A token that no node knows yet, so that what it may do is looked up. */
  const mint = async (id: string): Promise<string> => {
    const form = { grant_type: "client_credentials", client_id, client_secret }
    const primary = textOf(await nodes.call("POST", "/oauth/token", { form }), "access_token")
    return textOf(await nodes.call("POST", `/v1/organizations/${id}/token`, { token: primary }), "access_token")
  }
  const tokens = new Map<string, string>()
  const agencies = new Map<string, string>()
  const ungranted = new Set<string>()
  for (const id of organizationIds) {
    const token = await mint(id)
    tokens.set(id, token)
    agencies.set(id, pageOf(await nodes.call("GET", "/v1/agencies", { token })).content[0]?.id ?? "")
  }
  const agencyOf = (token: string | undefined): string =>
    agencies.get([...tokens].find(([, each]) => each === token)?.[0] ?? "") ?? ""

  return {
    call: (method, path, request) => nodes.call(method, path.replace("agy_a", agencyOf(request?.token)), request),
    tokens,
    grant: async (id, changed) => {
      if (changed.length > 0) {
        await commands.json("clients", "grant", clientId, id, ...permitted(changed))
        tokens.set(id, await mint(id))
        ungranted.delete(id)
      } else if (!ungranted.has(id)) {
        // Without permissions there is no grant, and no token for it either.
        tokens.set(id, await mint(id))
        await commands.json("clients", "ungrant", clientId, id)
        ungranted.add(id)
      }
    },
    [Symbol.asyncDispose]: () => nodes[Symbol.asyncDispose]()
  }
}
