/**
 * The PostgreSQL of a run of tests (`packages/test-postgres`), which starts with the run and ends with it.
 */
import { type TestDatabases, testDatabases } from "@partner-api/test-postgres/TestDatabases"
import { inject } from "vitest"

/** Its databases. */
export const databases = (): TestDatabases => testDatabases(inject("postgresFolder"))
