/**
 * How large the body of each endpoint may be (decisions, Limits): derived from its schema, and no endpoint without one.
 */
import { AgencyFeesUpdate } from "@partner-api/domain/AgencyFees"
import { JobPatch, NewJob } from "@partner-api/domain/JobWrites"
import { NewOrganization } from "@partner-api/domain/Organization"
import { NewUser } from "@partner-api/domain/User"
import { isTokenOptional } from "@partner-api/domain/Token"
import { permissions } from "@partner-api/domain/Permission"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import {
  bodyBytesCeiling,
  bodyBytesMaxOf,
  jsonBytesMaxOf,
  largestBodyBytes,
  publicBodyBytesMax
} from "../src/BodyBound.ts"
import { endpoints } from "../src/Endpoints.ts"
import { ScopedTokenRequest } from "../src/Organizations.ts"
import { operationOf } from "./support.ts"

/** Every character as JSON escapes it. */
const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`

const write = (value: Schema.Json): string => {
  if (Array.isArray(value)) return `[${value.map(write).join()}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${escaped(name)}:${write(member)}`)
      .join()}}`
  }
  return typeof value === "string" ? escaped(value) : JSON.stringify(value)
}

const emoji = (count: number) => "\u{1F600}".repeat(count)
const moment = `2026-01-31T09:30:00.${"0".repeat(30)}+01:00`

const user = {
  id: "a".repeat(64),
  created_at: moment,
  updated_at: moment,
  first_name: emoji(100),
  last_name: emoji(100),
  email: `${"a".repeat(242)}@example.com`
}
const bounds = endpoints.map((entry) => ({ ...entry, bodyBytesMax: bodyBytesMaxOf(entry.declaration) }))
const fees = {
  optimizedFee: false,
  customFees: Array.from({ length: 20 }, (_, index) => ({
    feeType: "FLAT_FEE",
    currency: "EUR",
    feeCents: 1_000_000_000_000 - index,
    note: emoji(500)
  }))
}

const job = {
  title: emoji(200),
  description: emoji(20_000),
  status: "ON_HOLD",
  location: emoji(200),
  employment_type: "INTERNSHIP",
  openings: 10_000,
  salary_min_cents: 1_000_000_000_000,
  salary_max_cents: 1_000_000_000_000,
  currency: "EUR",
  external_id: emoji(128),
  custom_fields: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`field_${index}`, emoji(500)]))
}

describe("the bound of a body", () => {
  it.for([
    ["a user", NewUser, user, 8_192],
    ["fees", AgencyFeesUpdate, fees, 131_072],
    ["an organization", NewOrganization, { name: emoji(200) }, 4_096],
    ["permissions", ScopedTokenRequest, { permissions: [...permissions] }, 2_048]
  ] as const)(
    "takes the largest body with every character escaped: %s (decisions, Limits)",
    ([, schema, value, bound]) => {
      // The value is valid, so the text is one that must be read.
      Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(value)
      const bytes = Buffer.byteLength(write(value))
      assert.isAtMost(bytes, largestBodyBytes(schema))
      assert.isBelow(largestBodyBytes(schema), 2 * bytes + 1_024)
      assert.isAtMost(bytes, bound)
      assert.strictEqual(jsonBytesMaxOf(schema), bound)
      // Half of it would not do.
      assert.isAbove(largestBodyBytes(schema), bound / 2)
    }
  )

  it.for([
    ["a job", NewJob],
    ["a patch of a job", JobPatch]
  ] as const)(
    "is the ceiling for %s, which takes the largest one without escapes (decisions, Limits)",
    ([, schema]) => {
      Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(job)
      assert.strictEqual(jsonBytesMaxOf(schema), bodyBytesCeiling)
      assert.isAtMost(Buffer.byteLength(JSON.stringify(job)), bodyBytesCeiling)
    }
  )

  it.for([
    ["text", Schema.Struct({ text: Schema.String })],
    ["a list", Schema.Struct({ list: Schema.Array(Schema.Boolean) })],
    ["a record", Schema.Record(Schema.String, Schema.Boolean)],
    ["anything", Schema.Struct({ any: Schema.Unknown })]
  ] as const)("is the ceiling where a schema does not bound %s", ([, schema]) => {
    assert.strictEqual(largestBodyBytes(schema), Number.POSITIVE_INFINITY)
    assert.strictEqual(jsonBytesMaxOf(schema), bodyBytesCeiling)
  })

  it("is shown in the OpenAPI document", () => {
    const described = bounds.flatMap(({ method, path, bodyBytesMax }) =>
      bodyBytesMax === undefined ? [] : [[operationOf({ method, path }).requestBody, bodyBytesMax] as const]
    )
    for (const [body, bytesMax] of described) {
      assert.include(JSON.stringify(body), `"description":"At most ${bytesMax} bytes."`)
    }
    assert.isNotEmpty(described)
  })

  it("is there for every endpoint that takes a body, small where no token is needed (decisions, Limits)", () => {
    const bounded = bounds.filter(({ bodyBytesMax }) => bodyBytesMax !== undefined)
    assert.deepStrictEqual(
      bounded.map(({ id }) => id),
      endpoints
        .filter(
          ({ metadata, method, payload }) =>
            method !== "GET" && (payload.size > 0 || metadata.optionalBody !== undefined)
        )
        .map(({ id }) => id)
    )
    for (const { metadata, bodyBytesMax } of bounded) {
      const { access } = metadata
      if (access.level === "public" || isTokenOptional(access)) assert.strictEqual(bodyBytesMax, publicBodyBytesMax)
      assert.isAtMost(bodyBytesMax ?? 0, bodyBytesCeiling)
    }
  })
})
