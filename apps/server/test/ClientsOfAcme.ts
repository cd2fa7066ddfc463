/**
 * The clients that act for the parties of an application in Acme, beside the one that may do everything.
 */
import type { TestServer } from "./TestServer.ts"

/** Binds the client `sandbox-partner` to Hirewell, and returns its token. */
export const agencyClient = async ({ partner, query }: Pick<TestServer, "partner" | "query">): Promise<string> => {
  await query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
  return partner()
}

/** Gives the client `sandbox-reader` the permissions of `sandbox-partner`, and returns its token: another client of the employer, which submitted nothing. */
export const employerClient = async ({ partner, query }: Pick<TestServer, "partner" | "query">): Promise<string> => {
  await query(
    "UPDATE grants SET permissions = (SELECT permissions FROM grants WHERE client_id = 'sandbox-partner' LIMIT 1) WHERE client_id = 'sandbox-reader'"
  )
  return partner("sandbox-reader")
}
