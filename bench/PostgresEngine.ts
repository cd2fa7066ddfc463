/**
 * {@link Engine} on PostgreSQL: one cluster with fsync for all servers, each with a database of its own. The cluster is tied to no core:
 * it takes time from servers and load wherever the system puts it.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { copyStatement } from "./CopiedJobs.ts"
import type { Engine } from "./Engine.ts"
import { freshStatement } from "./FreshApplications.ts"
import { columnStatements } from "./peers/Columns.ts"
import { cpuSecondsOf } from "./Process.ts"
import { tokenClientStatements } from "./TokenClients.ts"

/** The pools of all servers and the connections of the program itself fit in. What is read and written stays in memory. */
const settings = { max_connections: "200", shared_buffers: "512MB" }

/** The seconds of a process that may end meanwhile: then its parent has them. */
const secondsOfChild = (pid: string): number => {
  try {
    return cpuSecondsOf(pid)
  } catch {
    return 0
  }
}

export const postgresEngine = async (): Promise<Engine> => {
  const postgres = await startPostgres({ fsync: true, settings })
  const [pid = ""] = Fs.readFileSync(Path.join(postgres.folder, "data", "postmaster.pid"), "utf8").split("\n")
  return {
    create: () => postgres.create(),
    complete: async (databaseUrl, freshApplications) => {
      const clients = tokenClientStatements()
      const statements = [
        copyStatement(),
        ...columnStatements("postgres"),
        ...clients,
        freshStatement(freshApplications)
      ]
      await postgres.run(databaseUrl, ...statements, "VACUUM ANALYZE")
    },
    copy: (databaseUrl) => postgres.create(databaseUrl),
    read: (databaseUrl, statement) => postgres.run(databaseUrl, statement),
    cpuSeconds: () => {
      const processes = Fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
      const ofChildren = processes.reduce((sum, child) => sum + secondsOfChild(child), 0)
      return ofChildren + cpuSecondsOf(pid)
    },
    stop: postgres.stop
  }
}
