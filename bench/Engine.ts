/**
 * What a comparison asks of the database that it runs on: a seeded one, and a copy of it for each server.
 */
export interface Engine {
  /** Makes a database without anything in it, and gives its DATABASE_URL. */
  readonly create: () => Promise<string>
  /** Adds the table of the peers to a database that `partner-api seed` filled, and makes it ready to be copied. */
  readonly complete: (databaseUrl: string) => Promise<void>
  /** Copies a database that nobody has open. */
  readonly copy: (databaseUrl: string) => Promise<string>
  /** The journal's entry of the user that was created, as JSON. */
  readonly userCreated: (databaseUrl: string) => Promise<string>
  /** Seconds on the processor of processes of its own, so far. */
  readonly cpuSeconds: () => number
  readonly stop: () => Promise<void>
}

/** The statement of {@link Engine.userCreated}; `json` is how the engine reads the column of that name as JSON. */
export const userCreatedSql = (json: string): string =>
  `SELECT json FROM journal WHERE ${json} ->> 'action' = 'user.created'`
