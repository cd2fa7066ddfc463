/** Two nodes that deliver from one PostgreSQL, 99,960 times (decisions, Delivery). */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, describe } from "@effect/vitest"
import { deliverOnce } from "../../verify/webhooks/DeliveringNodes.ts"

const postgres = await startPostgres()
afterAll(postgres.stop)

describe("two nodes that deliver from one PostgreSQL", () => deliverOnce(postgres, 1_666))
