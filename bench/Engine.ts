/**
 * What a comparison needs of the database that it runs on: a seeded one, and a copy of it for each server.
 */
export interface Engine {
  /** Makes a database without anything in it, and gives its DATABASE_URL. */
  readonly create: () => Promise<string>
  /**
   * Adds the table of the peers, fresh applications and the clients that request tokens to a database that `partner-api seed` filled,
   * and makes it ready to be copied.
   */
  readonly complete: (databaseUrl: string, freshApplications: number) => Promise<void>
  /** Copies a database that nobody has open. */
  readonly copy: (databaseUrl: string) => Promise<string>
  /** The rows of a statement that only reads. */
  readonly read: (databaseUrl: string, statement: string) => Promise<ReadonlyArray<object>>
  /** Seconds on the processor of processes of its own, so far. */
  readonly cpuSeconds: () => number
  readonly stop: () => Promise<void>
}
