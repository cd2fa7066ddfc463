/**
 * What a token allows (spec 5; decisions, Tokens): every kind of token against every kind of endpoint, and its lifetime.
 */
import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Forbidden, Unauthorized } from "../src/Errors.ts"
import { AgencyId, ClientId, OrganizationId } from "../src/Ids.ts"
import { organizationsCreate, type Permission, permissions } from "../src/Permission.ts"
import {
  type Access,
  AccessToken,
  checkAccess,
  checkLifetime,
  primaryLifetimeSeconds,
  ScopedAccessToken,
  scopedLifetimeSeconds,
  type TokenInfo
} from "../src/Token.ts"
import { integer } from "./support.ts"

const primary: TokenInfo = {
  tokenId: "tok_1",
  clientId: ClientId.make("cli_1"),
  expiresAtMs: 1_767_225_600_000,
  primary: true,
  organizationId: undefined,
  granted: [],
  permissions: undefined,
  agencyId: undefined,
  mayCreateOrganizations: false
}
const scoped: TokenInfo = {
  ...primary,
  primary: false,
  organizationId: OrganizationId.make("org_1"),
  granted: ["jobs:read", "users:read"]
}
const bound = { granted: permissions, agencyId: AgencyId.make("agy_1") }
const tokens = {
  primary,
  "primary of a creator": { ...primary, mayCreateOrganizations: true },
  scoped,
  "scoped of a creator": { ...scoped, mayCreateOrganizations: true },
  "scoped, narrowed to jobs:read": { ...scoped, permissions: ["jobs:read"] },
  "scoped, narrowed to nothing": { ...scoped, permissions: [] },
  "scoped, narrowed to what is not granted": { ...scoped, permissions: ["fees:write"] },
  "scoped, its grant gone": { ...scoped, granted: [] },
  "scoped, bound to an agency and stored with everything": { ...scoped, ...bound },
  "scoped, bound and narrowed to what it cannot hold": {
    ...scoped,
    ...bound,
    permissions: ["users:read", "fees:write"]
  },
  "of both levels (flow B)": { ...scoped, primary: true },
  "of no level": { ...primary, primary: false }
} satisfies Record<string, TokenInfo>

const scopedTo = (...anyOf: readonly [Permission, ...ReadonlyArray<Permission>]): Access => ({ level: "scoped", anyOf })
const accesses = {
  "anything public": { level: "public" },
  "the primary level": { level: "primary" },
  "the right to create organizations": { level: "primary", right: organizationsCreate },
  "jobs:read": scopedTo("jobs:read"),
  "users:read": scopedTo("users:read"),
  "fees:write": scopedTo("fees:write"),
  "jobs:read or fees:write": scopedTo("fees:write", "jobs:read")
} satisfies Record<string, Access>

/** For each token whether it may, in the order of `accesses`; a refusal names what is missing. */
const table: Record<keyof typeof tokens, ReadonlyArray<true | RegExp>> = {
  primary: [true, true, /organizations:create/, /scoped/, /scoped/, /scoped/, /scoped/],
  "primary of a creator": [true, true, true, /scoped/, /scoped/, /scoped/, /scoped/],
  scoped: [true, /primary/, /primary/, true, true, /fees:write/, true],
  "scoped of a creator": [true, /primary/, /primary/, true, true, /fees:write/, true],
  "scoped, narrowed to jobs:read": [true, /primary/, /primary/, true, /users:read/, /fees:write/, true],
  "scoped, narrowed to nothing": [
    true,
    /primary/,
    /primary/,
    /jobs:read/,
    /users:read/,
    /fees:write/,
    /fees:write or jobs:read/
  ],
  "scoped, narrowed to what is not granted": [
    true,
    /primary/,
    /primary/,
    /jobs:read/,
    /users:read/,
    /fees:write/,
    /fees:write or jobs:read/
  ],
  "scoped, its grant gone": [
    true,
    /primary/,
    /primary/,
    /jobs:read/,
    /users:read/,
    /fees:write/,
    /fees:write or jobs:read/
  ],
  "scoped, bound to an agency and stored with everything": [
    true,
    /primary/,
    /primary/,
    true,
    /users:read/,
    /fees:write/,
    true
  ],
  "scoped, bound and narrowed to what it cannot hold": [
    true,
    /primary/,
    /primary/,
    /jobs:read/,
    /users:read/,
    /fees:write/,
    /fees:write or jobs:read/
  ],
  "of both levels (flow B)": [true, true, /organizations:create/, true, true, /fees:write/, true],
  "of no level": [true, /primary/, /primary/, /scoped/, /scoped/, /scoped/, /scoped/]
}

const cases = Object.entries(table).flatMap(([kind, answers]) =>
  Object.entries(accesses).map(([what, access], index) => ({ kind, what, access, answer: answers[index] }))
)
const tokenOf: Readonly<Record<string, TokenInfo>> = tokens

describe("a token (spec 5; decisions, Tokens)", () => {
  it.for(cases)("$kind asked for $what is answered $answer", ({ kind, access, answer }) => {
    const result = checkAccess(tokenOf[kind] ?? assert.fail(`no token ${kind}`), access)
    if (answer === true) return assert.isTrue(Result.isSuccess(result))
    const refusal = Result.isFailure(result) ? result.failure : assert.fail("allowed")
    assert.instanceOf(refusal, Forbidden)
    assert.match(refusal.message, answer ?? assert.fail("no answer in the table"))
  })

  it.prop(
    "is good until the moment it expires, and not at that moment",
    { expiresAtMs: integer(1, 4_102_444_800_000), apart: integer(0, 86_400_000) },
    ({ expiresAtMs, apart }) => {
      const token = { ...primary, expiresAtMs }
      assert.isTrue(Result.isSuccess(checkLifetime(token, expiresAtMs - 1 - apart)))
      const refused = [expiresAtMs, expiresAtMs + apart].map((nowMs) => checkLifetime(token, nowMs))
      assert.isTrue(refused.every((result) => Result.isFailure(result) && result.failure instanceof Unauthorized))
    }
  )

  it("that expired is distinguished from none: the challenge says invalid_token (decisions, Tokens)", () => {
    const result = checkLifetime(primary, primary.expiresAtMs)
    assert.isTrue(Result.isFailure(result) && result.failure.credentialsSent)
  })

  it("lives 3600 seconds when primary and 86400 when scoped (spec 4.3, spec 8)", () =>
    assert.deepStrictEqual([primaryLifetimeSeconds, scopedLifetimeSeconds], [3_600, 86_400]))

  it.for([
    ["primary", AccessToken, { access_token: "hunter2", token_type: "bearer", expires_in: 3_600 }],
    ["scoped", ScopedAccessToken, { access_token: "hunter2", token_type: "Bearer", expires_in: 86_400, scope: "org_1" }]
  ] as const)("%s does not show its text inside the program (style rule 9)", ([, schema, answer]) => {
    const decoded = Schema.decodeUnknownSync(schema)(answer)
    assert.notInclude(JSON.stringify(decoded) + String(decoded.access_token) + inspect(decoded), "hunter2")
  })
})
