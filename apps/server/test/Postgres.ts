/**
 * The PostgreSQL of a run of tests (`packages/test-postgres`), which starts with the run and ends with it.
 */
import { type TestDatabases, testDatabases } from "@partner-api/test-postgres/TestDatabases"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inject } from "vitest"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"

/** Its databases. */
export const databases = (): TestDatabases => testDatabases(inject("postgresFolder"))

const makeTemplate = async (): Promise<string> => {
  const url = await databases().create()
  await Effect.runPromise(Effect.scoped(Layer.build(Database.layer(readTarget(url)))))
  return url
}

let template: Promise<string> | undefined

/** A new database at the present schema: a copy, which takes an eighth of the time of migrations. */
export const migratedDatabase = async (): Promise<string> => databases().create(await (template ??= makeTemplate()))
