/**
 * A partner of a database, brought in with the commands of the operator, and its requests.
 */
import type { Answer, Call } from "../HttpCall.ts"
import { textOf } from "../HttpCall.ts"
import { commandsWith, credentialsOf } from "../operator/OnFile.ts"

export type CallServer = (method: string, path: string, request?: Call) => Promise<Answer>

export const organizationId = "org_acme"

/** Creates an organization and a client that may do everything in it. */
export const onboard = async (databaseUrl: string) => {
  const commands = commandsWith({ DATABASE_URL: databaseUrl })
  await commands.json("organizations", "create", "--name", "Acme", "--id", organizationId)
  const another = async (id: string) => {
    const created = await commands.json(
      "clients",
      "create",
      "--name",
      "N",
      "--id",
      id,
      "--organization",
      organizationId,
      "--as",
      "employer"
    )
    const credentials = credentialsOf(created)
    return {
      id,
      credentials,
      /** A token for the organization. */
      token: async (call: CallServer): Promise<string> =>
        textOf(await call("POST", "/v1/auth/token", { json: credentials }), "access_token")
    }
  }
  return { commands, another, ...(await another("cli_nodes")) }
}

/** A user that nobody else sends. */
export const userOf = (name: string) => ({ first_name: "Ada", last_name: "Lovelace", email: `${name}@example.com` })

/** Adds a user under a key. */
export const addUser = (call: CallServer, token: string, name: string): Promise<Answer> =>
  call("POST", "/v1/users", { token, json: userOf(name), headers: { "idempotency-key": name } })
