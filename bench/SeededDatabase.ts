/**
 * A database that `partner-api seed` filled, and what the requests that are measured need of it.
 */
import type { Engine } from "./Engine.ts"
import { isAlive, product, seed, startServer, tokenFor } from "./Process.ts"
import { jobTagOf } from "./SameAnswers.ts"

/** Each has one seeded application and its agencies. */
const seededOrganizations = 10

interface SeededDatabase {
  readonly url: string
  /** A token of the first organization; it is good for each copy of the database. */
  readonly token: string
  /** The tag of the job that is read one by one. */
  readonly jobTag: string
}

/** Seeds a database with jobs. Nobody has it open afterwards. */
export const seedDatabase = async (engine: Engine, jobs: number): Promise<SeededDatabase> => {
  const url = await engine.create()
  const seeded = await seed(url, seededOrganizations, jobs, seededOrganizations)
  const issuer = await startServer(product, url, isAlive)
  try {
    const token = await tokenFor(issuer.port, seeded, seeded.organizations[0])
    return { url, token, jobTag: await jobTagOf(issuer, token) }
  } finally {
    await issuer.stop()
  }
}
