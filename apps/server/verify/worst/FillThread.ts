/**
 * Writes the worst rows into a database in a thread of its own: a file and PostgreSQL are filled at the same time.
 */
import { once } from "node:events"
import { parentPort, Worker, workerData } from "node:worker_threads"
import * as Effect from "effect/Effect"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { parts } from "../../test/worst/WorstRows.ts"

/** Fills the database at an address. */
export const fillInThread = async (url: string): Promise<void> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } })
  await once(worker, "exit")
}

const fill = async (url: string) => {
  for (const [, write] of parts) await Effect.runPromise(Effect.provide(write, Database.layer(readTarget(url))))
}

const { url }: { readonly url?: string } = workerData ?? {}
if (parentPort !== null && url !== undefined) await fill(url)
