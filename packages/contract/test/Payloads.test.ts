/**
 * What one side writes the other side reads: each request body of the contract, as it travels and back, and what is refused.
 *
 * Both sides are one schema read in two directions, under the options that the endpoint declares.
 */
import { strictParsing } from "@partner-api/domain/StrictDecoder"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { bodyExampleOf, bodySchemaOf } from "../src/BodyExample.ts"

import { endpoints } from "../src/Endpoints.ts"
import { isStrict } from "../src/Reflection.ts"
import { operationOf, alternativesOf } from "./support.ts"

type Body = Readonly<Record<string, unknown>>

/** Bodies as they travel: those that an endpoint takes beside its example, and those that it refuses. */
interface Bodies {
  readonly taken: ReadonlyArray<Body>
  readonly refused: ReadonlyArray<Body>
}

const job = {
  title: "Engineer",
  description: "Builds\nengines.",
  status: "OPEN",
  location: "Berlin",
  employment_type: "FULL_TIME",
  openings: 1,
  salary_min_cents: 0,
  salary_max_cents: 1_000_000_000_000,
  currency: "EUR",
  external_id: "hr-1"
}
const person = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
const fee = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000 }

const submission = { job_id: "job_1", candidate: person }
const hire = { start_date: "2026-03-01", base_salary_cents: 7_200_000, currency: "EUR" }

const bodies: Readonly<Record<string, Bodies>> = {
  "oauth.token": {
    taken: [
      { grant_type: "client_credentials", client_id: "cli_1", client_secret: "a+b c&d=é" },
      { grant_type: "client_credentials" }
    ],
    refused: [{}, { grant_type: "password" }, { grant_type: "client_credentials", client_id: 1 }]
  },
  "oauth.revoke": {
    taken: [{ token: "t", token_type_hint: "access_token", client_id: "cli_1", client_secret: "s" }, { token: "t" }],
    refused: [{}, { token: 1 }, { token: "t", client_id: null }]
  },
  "partnerAuth.token": {
    taken: [{ client_id: "cli_1", client_secret: "s" }],
    refused: [{}, { client_id: "cli_1" }, { client_secret: "s" }, { client_id: "cli_1", client_secret: null }]
  },
  "organizations.create": {
    taken: [{ name: "Analytical Engines" }, { name: "é".repeat(200) }],
    refused: [{}, { name: " " }, { name: "é".repeat(201) }, { name: null }]
  },
  "organizations.token": {
    taken: [{ permissions: [] }, { permissions: ["jobs:read", "fees:write"] }],
    refused: [{ permissions: ["jobs:burn"] }, { permissions: "jobs:read" }]
  },
  "applications.submit": {
    taken: [submission, { ...submission, agency_id: "agy_1", note: "a\nb", external_id: "C-1" }],
    refused: [{}, { ...submission, candidate: {} }, { ...submission, job_id: "a/b" }, { ...submission, note: null }]
  },
  "applications.update": {
    taken: [{}, { candidate: { phone: null, first_name: "G" }, note: null, external_id: "C-2" }],
    refused: [{ candidate: null }, { candidate: { email: null } }, { state: "HIRED" }, { note: 1 }]
  },
  "applications.transition": {
    taken: [
      { action: "keep" },
      { action: "reject", feedback: "Not enough compilers." },
      { action: "hire", hire },
      { action: "hire", hire: { ...hire, custom_fee: 1, expected_fee: { feeType: "OPTIMIZED_FEE" } } }
    ],
    refused: [
      {},
      { action: "jump" },
      { action: "reject" },
      { action: "hire", hire: { ...hire, start_date: "2026-02-30" } }
    ]
  },
  "jobs.create": {
    taken: [{ title: "E", description: "B" }, job],
    refused: [{}, { ...job, title: null }, { ...job, location: null }, { ...job, openings: 0 }, { ...job, id: "job_1" }]
  },
  "jobs.update": {
    taken: [
      {},
      job,
      { location: null, employment_type: null, openings: null, salary_min_cents: null, external_id: null }
    ],
    refused: [{ title: null }, { status: null }, { id: "job_1" }, { created_at: null }, { openings: "1" }]
  },
  "users.create": {
    taken: [
      person,
      { ...person, id: "partner-7", created_at: "2026-01-31T09:30:00.000Z", updated_at: "2026-01-31T09:30:00.001Z" }
    ],
    refused: [{}, { ...person, id: null }, { ...person, id: "a/b" }, { ...person, email: "ada" }]
  },
  "users.update": {
    taken: [{}, person, { status: "DISABLED" }, { ...person, status: "ACTIVE" }],
    refused: [
      { email: null },
      { status: null },
      { status: "AWAY" },
      { email: "ada" },
      { id: "usr_1" },
      { created_at: null }
    ]
  },
  "agencies.setFees": {
    taken: [
      {},
      { optimizedFee: true },
      { customFees: [] },
      {
        optimizedFee: false,
        customFees: [
          { ...fee, feeCents: 1_000_000_000_000, note: "Senior roles" },
          { feeType: "PERCENTAGE_FEE", feeBasisPoints: 0 },
          { ...fee, currency: "JPY", note: "" }
        ]
      }
    ],
    refused: [
      { optimizedFee: null },
      { customFees: [fee, fee] },
      { customFees: [{ ...fee, feeCents: 0.5 }] },
      { customFees: [{ ...fee, feeType: "FLAT" }] },
      { customFees: [{ ...fee, unknown: 1 }] }
    ]
  },
  "agencies.previewFees": {
    taken: [
      { base_salary_cents: 0, currency: "EUR" },
      { base_salary_cents: 7_200_000, currency: "JPY", optimizedFee: false, customFees: [fee] }
    ],
    refused: [
      {},
      { currency: "EUR" },
      { base_salary_cents: 7_200_000 },
      { base_salary_cents: 0.5, currency: "EUR" },
      { base_salary_cents: 1, currency: "EUR", customFees: [fee, fee] }
    ]
  }
}

/** Every endpoint that takes a body, with both directions of it under the options that it declares. */
const endpointsWithBody = endpoints.flatMap((entry) => {
  const schema = bodySchemaOf(entry)
  if (schema === undefined) return []
  const read = Schema.decodeUnknownSync(schema, isStrict(entry) ? strictParsing : {})
  const write = Schema.encodeSync(schema)
  const example = bodyExampleOf(entry)
  const { refused = [], taken = [] } = bodies[entry.id] ?? {}
  const shown = example === undefined ? [] : [example]
  const rewrite = (input: unknown): unknown => write(read(input))
  return [{ ...entry, taken: [...shown, ...taken], refused, read, rewrite }]
})

it("knows no body of an endpoint that takes none", () =>
  assert.includeMembers(
    endpointsWithBody.map(({ id }) => id),
    Object.keys(bodies)
  ))

describe.for(endpointsWithBody)("the body of $id", ({ id, method, path, read, refused, rewrite, taken }) => {
  const content = operationOf({ method, path }).requestBody?.content ?? {}
  const [mediaType = ""] = Object.keys(content)
  const [first = {}] = taken

  it("is shown by an example", () => assert.isAbove(taken.length, 0, `annotate the body of ${id} with "examples"`))

  it("comes back as it was written", () => {
    const travelled =
      mediaType === "application/json"
        ? (text: unknown): unknown => JSON.parse(JSON.stringify(text))
        : (form: unknown): unknown =>
            Object.fromEntries(new URLSearchParams(new URLSearchParams(Object(form)).toString()).entries())
    const written = taken.map(rewrite)
    assert.deepStrictEqual<unknown>(written, taken)
    assert.deepStrictEqual<unknown>(written.map(travelled).map(rewrite), taken)
  })

  it("is refused when it is wrong", () => {
    for (const wrong of refused) assert.throws(() => read(wrong), Error, undefined, JSON.stringify(wrong))
    for (const other of [null, undefined, "text", 1, [first]]) assert.throws(() => read(other))
  })

  it("refuses unknown members if the document says so, and ignores them at a token endpoint (decisions, Errors)", () => {
    const isTokenEndpoint = id.startsWith("oauth.") || id === "partnerAuth.token"
    for (const schema of alternativesOf(content[mediaType]?.schema)) {
      assert.strictEqual(schema.additionalProperties, isTokenEndpoint ? undefined : false)
    }
    if (isTokenEndpoint) assert.deepStrictEqual<unknown>(rewrite({ ...first, unknown: 1 }), first)
    else assert.throws(() => read({ ...first, unknown: 1 }), /unknown/i)
  })
})
