/**
 * The options of a test server as a schema: JavaScript has no compiler that finds a wrong one. The records of a seed are not looked at
 * here; they are read one by one where the memory is filled.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import { StoredSettings } from "@partner-api/domain/OrganizationSettings"
import { Permission } from "@partner-api/domain/Permission"
import { problem } from "@partner-api/domain/Problem"
import * as Schema from "effect/Schema"
import { readName, readOptions } from "./Mistakes.ts"
import { AnyFunction, Integer, NotNegative, optional, Positive } from "./OptionShapes.ts"
import { baseUrlDefault, type TestOrganization, type TestServerOptions } from "./Options.ts"
import type { TestClientChoice } from "./TestServer.ts"

const items = "must be an array of records, or { count, item }"

const Items = Schema.Union([
  Schema.Array(Schema.Unknown),
  Schema.Struct({ count: NotNegative.check(Schema.isInt(problem("type", "must be an integer"))), item: AnyFunction })
])

/** The options of an organization. The compiler refuses a list that lacks one. */
const Organization = Schema.Struct({
  id: OrganizationId,
  name: Schema.String,
  permissions: optional(Schema.Array(Permission), "must be an array"),
  settings: optional(StoredSettings, "must be an object"),
  jobs: optional(Items, items),
  users: optional(Items, items),
  agencies: optional(Items, items),
  applications: optional(Items, items)
} satisfies Readonly<Record<keyof TestOrganization, unknown>>)

const isAddress = Schema.makeFilter<string>(
  (text) => /^https?:\/\//.test(text) && URL.canParse(text),
  problem("format", `must be an address such as ${baseUrlDefault}`)
)

/** The options of a test server. The compiler refuses a list that lacks one. */
const Options = Schema.Struct({
  organizations: optional(Schema.Array(Organization), "must be an array"),
  defaultOrganization: optional(Schema.NullOr(Schema.String), "must be the id of an organization, or null"),
  mayCreateOrganizations: optional(Schema.Boolean, "must be true or false"),
  tokens: optional(
    Schema.Struct({
      primaryLifetimeSeconds: optional(Positive, "must be a number"),
      scopedLifetimeSeconds: optional(Positive, "must be a number")
    }),
    "must be an object"
  ),
  plain: optional(
    Schema.Union([Schema.Boolean, Schema.Struct({ lists: Schema.Literals(["array", "envelope"]) })]),
    "must be true, false or { lists }"
  ),
  rateLimit: optional(Schema.Struct({ perSecond: Positive, burst: Positive }), "must be an object"),
  scanner: optional(Schema.Boolean, "must be true or false"),
  baseUrl: optional(Schema.String.check(isAddress), "must be a string"),
  startMs: optional(Integer, "must be a number")
} satisfies Readonly<Record<keyof TestServerOptions, unknown>>)

const ClientChoice = Schema.Struct({
  agencyId: optional(Schema.String, "must be the id of an agency")
} satisfies Readonly<Record<keyof TestClientChoice, unknown>>)

/** Checks which client a test wants. Throws where the choice is wrong. */
export const checkClientChoice = (given: TestClientChoice): TestClientChoice =>
  readOptions(ClientChoice, given, "client")

/** The names of the options. */
export const testServerOptionNames: ReadonlyArray<string> = Object.keys(Options.fields)

/** Checks options, all but the records in them. Throws where one is wrong. */
export const checkOptions = (given: TestServerOptions): void => {
  const { defaultOrganization, organizations } = readOptions(Options, given, "createTestServer")
  if (typeof defaultOrganization !== "string" || organizations === undefined) return
  const ids = organizations.map(({ id }) => id)
  readName(defaultOrganization, ids, "organization")
}
