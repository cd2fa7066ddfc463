/**
 * Writes the indexes that the migrations make on PostgreSQL into `ExpectedIndexes.ts`, read from a database that they have just made.
 */
import { writeFileSync } from "node:fs"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import * as PostgresClient from "../../src/store/postgres/PostgresClient.ts"
import { diagnosePostgres } from "../../src/store/diagnosis/PostgresDiagnosis.ts"

await using server = await startPostgres()
const database = await server.create()
await Effect.runPromise(Effect.scoped(Layer.build(Database.layer(readTarget(database)))))
const session = PostgresClient.layer({
  url: Redacted.make(database),
  connections: 1,
  startWaitMs: 0,
  isBounded: true
})
const { indexes } = await Effect.runPromise(Effect.provide(diagnosePostgres("it"), session))
const lines = indexes.map(({ definition, name }) => `  ${name}: ${JSON.stringify(definition)}`)

writeFileSync(
  new URL("../../src/store/postgres/ExpectedIndexes.ts", import.meta.url),
  `/**
 * The indexes that the migrations make on PostgreSQL, written by \`pnpm generate\`: table and columns of each, by its name. C after a column
 * says that it sorts by its bytes.
 */
export const expectedIndexes: Readonly<Record<string, string>> = {
${lines.join(",\n")}
}
`
)
