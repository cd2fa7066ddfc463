/**
 * Identifiers (decisions, Resources): any `[A-Za-z0-9_-]{1,64}` when a partner brings its own.
 */
import { assert, describe, it } from "@effect/vitest"

import { AgencyId, ClientId, JobId, OrganizationId, UserId } from "../src/Ids.ts"
import { faults } from "./support.ts"

const schemas = { OrganizationId, JobId, UserId, AgencyId, ClientId }

describe.for(Object.entries(schemas))("%s that a partner gives (decisions, Resources)", ([, schema]) => {
  it.for(["a", "0", "_", "-", "job_1", "A-Z_09", "x".repeat(64)])("may be %s", (id) =>
    assert.deepStrictEqual(faults(schema, id), [])
  )

  it.for(["", "x".repeat(65), "a b", "a/b", "a.b", "ä", "a\n", "%61", "😀"])("may not be %j", (id) =>
    assert.deepStrictEqual(faults(schema, id), [" format"])
  )

  it("is text", () => assert.deepStrictEqual(faults(schema, 1), [" type"]))
})
