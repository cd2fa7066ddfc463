/**
 * What is stored of the users of an organization, read behind the service's back: each user with the entries that tell of it.
 */
import type { TestDatabases } from "@partner-api/test-postgres/TestDatabases"
import * as Schema from "effect/Schema"
import { organizationId } from "./Partner.ts"
import type { StoredUser } from "./KeyedWriters.ts"

const decodeUsers = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, email: Schema.String, entries: Schema.Int }))
)

/** An entry without a user is a user without an address. */
const query = `WITH logged AS (
    SELECT json::json ->> 'resource_id' AS id, count(*)::int AS entries FROM journal
    WHERE organization_id = '${organizationId}' AND json::json ->> 'action' = 'user.created' GROUP BY 1)
  SELECT id, coalesce(email, '') AS email, coalesce(entries, 0) AS entries
  FROM (SELECT id, email FROM users WHERE organization_id = '${organizationId}') AS found FULL JOIN logged USING (id)`

export const storedUsers = async (
  databases: Pick<TestDatabases, "run">,
  databaseUrl: string
): Promise<ReadonlyArray<StoredUser>> => decodeUsers(await databases.run(databaseUrl, query))
