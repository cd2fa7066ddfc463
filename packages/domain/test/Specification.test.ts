/**
 * Goldens: what the specification shows, byte for byte in meaning. Each sample is decoded and encoded again and stays itself;
 * each list of fields is compared with the tables of spec 2. The error object of spec 2 is the contract's: here only its code.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { AgencyFees, AgencyFeesUpdate, FlatFee } from "../src/AgencyFees.ts"
import { Unauthorized } from "../src/Errors.ts"
import { Job } from "../src/Job.ts"
import { Organization } from "../src/Organization.ts"
import { Page } from "../src/Page.ts"
import { AccessToken, ScopedAccessToken } from "../src/Token.ts"
import { User } from "../src/User.ts"
import { faults, strict } from "./support.ts"

const token = { access_token: "vT3_-x", token_type: "bearer", expires_in: 3_600 }
const scopedToken = { access_token: "vT3_-x", token_type: "Bearer", expires_in: 86_400, scope: "org_1" }
const organization = { id: "org_1", name: "Example" }
const job = { id: "job_1", title: "Engineer", description: "Builds engines." }
const flatFee = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles" }
const page = { content: [job], next: "https://api.example.com/v1/jobs?cursor=abc", count: 1 }
const user = {
  id: "usr_1",
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.com"
}

const roundTrip = <S extends Schema.ConstraintCodec<unknown, unknown>>(schema: S, sample: unknown): unknown =>
  Schema.encodeUnknownSync(schema, strict)(Schema.decodeUnknownSync(schema, strict)(sample))

/** Through JSON text and the schema and back. */
const samples = [
  ["the answer of /oauth/token (spec 4.1)", token, roundTrip(AccessToken, token)],
  ["the answer of /v1/auth/token (spec 4.5)", token, roundTrip(AccessToken, token)],
  ["the answer of the mint endpoint (spec 4.3)", scopedToken, roundTrip(ScopedAccessToken, scopedToken)],
  ["a list of organizations (spec 4.2)", [organization], roundTrip(Schema.Array(Organization), [organization])],
  ["a job of three fields (spec 2, Job)", job, roundTrip(Job, job)],
  ["a plain array of jobs (spec 4.4)", [job], roundTrip(Schema.Array(Job), [job])],
  ["a page of jobs (spec 2, Paginated list)", page, roundTrip(Page(Job), page)],
  ["a last page (spec 4.8)", { ...page, next: null }, roundTrip(Page(Job), { ...page, next: null })],
  ["a user (spec 2, User)", user, roundTrip(User, user)],
  ["a flat fee (spec 2, Flat Fee)", flatFee, roundTrip(FlatFee, flatFee)],
  [
    "agency fees (spec 4.6)",
    { optimizedFee: false, customFees: [flatFee] },
    roundTrip(AgencyFees, { optimizedFee: false, customFees: [flatFee] })
  ],
  ["an update without members (spec 4.6: both are optional)", {}, roundTrip(AgencyFeesUpdate, {})]
] as const

describe("the samples of the specification", () => {
  it.for(samples)("%s comes back as the same JSON", ([, sample, encoded]) =>
    assert.strictEqual(JSON.stringify(encoded), JSON.stringify(sample))
  )
})

describe("the fields of the specification (spec 2)", () => {
  it.for([
    ["Organization", Organization.fields, ["id", "name"]],
    ["Flat Fee object", FlatFee.fields, ["feeType", "currency", "feeCents", "note"]],
    ["Access token response", AccessToken.fields, ["access_token", "token_type", "expires_in"]],
    ["Scoped access token response", ScopedAccessToken.fields, ["access_token", "token_type", "expires_in", "scope"]],
    ["Paginated list", Page(Job).fields, ["content", "next", "count"]]
  ] as const)("of the %s are $2", ([, fields, expected]) => assert.deepStrictEqual(Object.keys(fields), [...expected]))

  it("of the Agency fees are those, and what may be agreed beside them", () => {
    const names = Object.keys(AgencyFees.fields)
    assert.deepStrictEqual(names, ["optimizedFee", "customFees", "guarantee", "paymentTermsDays"])
    assert.deepStrictEqual(faults(AgencyFees, {}), ["/optimizedFee required", "/customFees required"])
  })

  it("of the User are those, and a status that may be absent", () => {
    const names = Object.keys(User.fields)
    assert.deepStrictEqual(names.slice(0, 6), ["id", "created_at", "updated_at", "first_name", "last_name", "email"])
    assert.deepStrictEqual(names.slice(6), ["status"])
    assert.deepStrictEqual(
      faults(User, {}),
      names.slice(0, 6).map((name) => `/${name} required`)
    )
  })

  it("of the Job are id, title, description; all others may be absent", () => {
    assert.deepStrictEqual(Object.keys(Job.fields).slice(0, 3), ["id", "title", "description"])
    assert.deepStrictEqual(faults(Job, {}), ["/id required", "/title required", "/description required"])
  })
})

describe("the values that the specification fixes", () => {
  it.for([
    ["expires_in of a scoped token is 86400 (spec 4.3)", ScopedAccessToken, { ...scopedToken, expires_in: 3_600 }],
    ["token_type of a scoped token is Bearer (spec 4.3)", ScopedAccessToken, { ...scopedToken, token_type: "bearer" }],
    ["token_type of a primary token is bearer (spec 4.5)", AccessToken, { ...token, token_type: "Bearer" }],
    ["feeType of a flat fee is FLAT_FEE (spec 2)", FlatFee, { ...flatFee, feeType: "FLAT" }]
  ] as const)("%s", ([, schema, sample]) =>
    assert.deepStrictEqual(
      faults(schema, sample).map((fault) => fault.split(" ")[1]),
      ["not_allowed"]
    )
  )

  it.for(["content", "next", "count"] as const)("a page needs %s (spec 2, Paginated list)", (member) => {
    const { [member]: _, ...rest } = page
    assert.deepStrictEqual(faults(Page(Job), rest), [`/${member} required`])
  })

  it("the code of wrong credentials is unauthorized (spec 7)", () =>
    assert.strictEqual(new Unauthorized({ message: "" }).code, "unauthorized"))
})
