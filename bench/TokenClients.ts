/**
 * Clients that request tokens. Each is one of many, because before each token the server counts what its client has: a partner has a few,
 * and one client under load would have all that it may have. One more client does, for the comparison of answers.
 */
import * as Crypto from "node:crypto"
import { digits, digitsOf, numbersBelow, place } from "./Place.ts"

/** A client that may request tokens. */
export interface TokenClient {
  readonly id: string
  readonly secret: string
}

/** As long as the secrets that the product makes. */
const secretLength = 43

const numbered = (number: string): TokenClient => ({
  id: `cli_bench_${number}`,
  secret: `${"bench-secret".padEnd(secretLength - digits, "-")}${number}`
})

/** A client by its number; there are {@link tokenClients} of them. */
export const tokenClient = (number: number): TokenClient => numbered(digitsOf(number))

/** The client whose number is put in the place of it. */
export const anyTokenClient = numbered(place)

/** A comparison makes some tens of thousands of tokens: a few more for each client. */
export const tokenClients = 5_000

/** The live tokens that each client has before: a partner with several processes, each with a token of its own. */
const heldByEach = 10

/** The client with all the tokens that a client may have: the next one ends its oldest. */
export const fullClient: TokenClient = { id: "cli_bench_full", secret: "bench-secret-full".padEnd(secretLength, "-") }

/** The product's limit. */
const liveTokensMax = 10_000

/** What the digests of those tokens begin with. Nobody knows a token that has such a digest. */
export const heldPrefix = "held-"

/** None of them expires while the programs run, and each expires before a new one, as older tokens do. */
const lifetimeMs = 3_000_000

/** Adds primary tokens to the clients that a condition names. */
const heldStatement = (count: number, condition: string): string => `
  INSERT INTO tokens (digest, client_id, is_primary, expires_at_ms)
  ${numbersBelow(count)}
  SELECT '${heldPrefix}' || id || '-' || n, id, 1, ${Date.now() + lifetimeMs} + n
  FROM clients CROSS JOIN numbers WHERE ${condition}`

/** Adds these clients to a database, with their secrets and the tokens they have. Both engines understand it. */
export const tokenClientStatements = (): ReadonlyArray<string> => {
  const clients = [...Array.from({ length: tokenClients }, (_, number) => tokenClient(number)), fullClient]
  const now = new Date().toISOString()
  const clientRows = clients.map(({ id }) => `('${id}', 'Bench', 0, 0, '${now}')`)
  const secretRows = clients.map(
    ({ id, secret }) => `('${Crypto.hash("sha256", secret, "base64url")}', '${id}', '${now}')`
  )
  return [
    `INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at) VALUES ${clientRows.join(", ")}`,
    `INSERT INTO client_secrets (digest, client_id, created_at) VALUES ${secretRows.join(", ")}`,
    heldStatement(heldByEach, `id >= '${tokenClient(0).id}' AND id <= '${tokenClient(tokenClients - 1).id}'`),
    heldStatement(liveTokensMax, `id = '${fullClient.id}'`)
  ]
}
