/**
 * Starts one PostgreSQL for a run of vitest; tests find it with `inject("postgresFolder")`. Where it cannot start, the run fails with
 * that reason: what is to be tested on PostgreSQL is not left out.
 */
import type { TestProject } from "vitest/node"
import { startPostgres } from "./PostgresServer.ts"

/** More than the pools of all tests together. */
const connectionsMax = "300"

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ settings: { max_connections: connectionsMax } })
  project.provide("postgresFolder", server.folder)
  return server.stop
}
