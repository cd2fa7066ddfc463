/**
 * What one side writes the other side reads: each request body of the contract, as it travels and back, and what is refused.
 *
 * Both sides are one schema read in two directions, under the options that the endpoint declares.
 */
import { NewFeePreview } from "@partner-api/domain/FeePreview"
import { ApplicationPatch, ApplicationTransition, NewApplication } from "@partner-api/domain/Application"
import { AgencyFeesUpdate } from "@partner-api/domain/AgencyFees"
import { JobPatch, NewJob } from "@partner-api/domain/JobWrites"
import { NewOrganization } from "@partner-api/domain/Organization"
import { strictParsing } from "@partner-api/domain/StrictDecoder"
import { NewUser, UserPatch } from "@partner-api/domain/User"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { endpoints } from "../src/Endpoints.ts"
import { RevocationRequest, TokenRequest } from "../src/OAuth.ts"
import { ScopedTokenRequest } from "../src/Organizations.ts"
import { ClientCredentials } from "../src/PartnerAuth.ts"
import { isStrict } from "../src/Reflection.ts"
import { operationOf, alternativesOf } from "./support.ts"

type Body = Readonly<Record<string, unknown>>

const endpoint = (id: string) => {
  const entry = endpoints.find((candidate) => candidate.id === id)
  if (entry === undefined) throw new Error(`there is no endpoint ${id}`)
  return entry
}

/** Both directions of an endpoint's body, with bodies as they travel: those it takes, and those it refuses. */
const body = <S extends Schema.ConstraintCodec<unknown, unknown>>(
  id: string,
  schema: S,
  taken: ReadonlyArray<Body>,
  refused: ReadonlyArray<Body>
) => {
  const entry = endpoint(id)
  const json = Schema.toCodecJson(schema)
  const read = Schema.decodeUnknownSync(json, isStrict(entry) ? strictParsing : {})
  const write = Schema.encodeSync(json)
  return { ...entry, taken, refused, read, rewrite: (input: unknown): unknown => write(read(input)) }
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

const bodies = [
  body(
    "oauth.token",
    TokenRequest,
    [
      { grant_type: "client_credentials", client_id: "cli_1", client_secret: "a+b c&d=é" },
      { grant_type: "client_credentials" }
    ],
    [{}, { grant_type: "password" }, { grant_type: "client_credentials", client_id: 1 }]
  ),
  body(
    "oauth.revoke",
    RevocationRequest,
    [{ token: "t", token_type_hint: "access_token", client_id: "cli_1", client_secret: "s" }, { token: "t" }],
    [{}, { token: 1 }, { token: "t", client_id: null }]
  ),
  body(
    "partnerAuth.token",
    ClientCredentials,
    [{ client_id: "cli_1", client_secret: "s" }],
    [{}, { client_id: "cli_1" }, { client_secret: "s" }, { client_id: "cli_1", client_secret: null }]
  ),
  body(
    "organizations.create",
    NewOrganization,
    [{ name: "Analytical Engines" }, { name: "é".repeat(200) }],
    [{}, { name: " " }, { name: "é".repeat(201) }, { name: null }]
  ),
  body(
    "organizations.token",
    ScopedTokenRequest,
    [{ permissions: [] }, { permissions: ["jobs:read", "fees:write"] }],
    [{}, { permissions: ["jobs:burn"] }, { permissions: "jobs:read" }]
  ),
  body(
    "applications.submit",
    NewApplication,
    [submission, { ...submission, agency_id: "agy_1", note: "a\nb", external_id: "C-1" }],
    [{}, { ...submission, candidate: {} }, { ...submission, job_id: "a/b" }, { ...submission, note: null }]
  ),
  body(
    "applications.update",
    ApplicationPatch,
    [{}, { candidate: { phone: null, first_name: "G" }, note: null, external_id: "C-2" }],
    [{ candidate: null }, { candidate: { email: null } }, { state: "HIRED" }, { note: 1 }]
  ),
  body(
    "applications.transition",
    ApplicationTransition,
    [
      { action: "keep" },
      { action: "reject", feedback: "Not enough compilers." },
      { action: "hire", hire },
      { action: "hire", hire: { ...hire, custom_fee: 1, expected_fee: { feeType: "OPTIMIZED_FEE" } } }
    ],
    [{}, { action: "jump" }, { action: "reject" }, { action: "hire", hire: { ...hire, start_date: "2026-02-30" } }]
  ),
  body(
    "jobs.create",
    NewJob,
    [{ title: "E", description: "B" }, job],
    [{}, { ...job, title: null }, { ...job, location: null }, { ...job, openings: 0 }, { ...job, id: "job_1" }]
  ),
  body(
    "jobs.update",
    JobPatch,
    [{}, job, { location: null, employment_type: null, openings: null, salary_min_cents: null, external_id: null }],
    [{ title: null }, { status: null }, { id: "job_1" }, { created_at: null }, { openings: "1" }]
  ),
  body(
    "users.create",
    NewUser,
    [
      person,
      { ...person, id: "partner-7", created_at: "2026-01-31T09:30:00.000Z", updated_at: "2026-01-31T09:30:00.001Z" }
    ],
    [{}, { ...person, id: null }, { ...person, id: "a/b" }, { ...person, email: "ada" }]
  ),
  body(
    "users.update",
    UserPatch,
    [{}, person, { status: "DISABLED" }, { ...person, status: "ACTIVE" }],
    [{ email: null }, { status: null }, { status: "AWAY" }, { email: "ada" }, { id: "usr_1" }, { created_at: null }]
  ),
  body(
    "agencies.setFees",
    AgencyFeesUpdate,
    [
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
    [
      { optimizedFee: null },
      { customFees: [fee, fee] },
      { customFees: [{ ...fee, feeCents: 0.5 }] },
      { customFees: [{ ...fee, feeType: "FLAT" }] },
      { customFees: [{ ...fee, unknown: 1 }] }
    ]
  ),
  body(
    "agencies.previewFees",
    NewFeePreview,
    [
      { base_salary_cents: 0, currency: "EUR" },
      { base_salary_cents: 7_200_000, currency: "JPY", optimizedFee: false, customFees: [fee] }
    ],
    [
      {},
      { currency: "EUR" },
      { base_salary_cents: 7_200_000 },
      { base_salary_cents: 0.5, currency: "EUR" },
      { base_salary_cents: 1, currency: "EUR", customFees: [fee, fee] }
    ]
  )
]

describe.for(endpoints.filter((entry) => operationOf(entry).requestBody !== undefined))(
  "the endpoint $id",
  ({ id }) => {
    it("has a body that is tried here", () =>
      assert.include(
        bodies.map((tried) => tried.id),
        id,
        `${id} takes a body: add a row to "bodies" in packages/contract/test/Payloads.test.ts.`
      ))
  }
)

describe.for(bodies)("the body of $id", ({ id, method, path, read, refused, rewrite, taken }) => {
  const content = operationOf({ method, path }).requestBody?.content ?? {}
  const [mediaType = ""] = Object.keys(content)
  const [first = {}] = taken

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
