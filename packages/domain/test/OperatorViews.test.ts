/**
 * What operators see and send: the examples that the documentation shows, and the bounds of what is sent (docs/decisions/0067).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ClientGrant } from "../src/ClientGrant.ts"
import * as ClientView from "../src/operator/ClientView.ts"
import * as HealthView from "../src/operator/HealthView.ts"
import * as OrganizationView from "../src/operator/OrganizationView.ts"
import * as WebhookView from "../src/operator/WebhookView.ts"
import { permissions } from "../src/Permission.ts"

const view = <A, E>(name: string, schema: Schema.Codec<A, E>) => ({ name, schema: Schema.toCodecJson(schema) })

const views = [
  view("ClientGrant", ClientGrant),
  view("NewClientGrant", ClientView.NewClientGrant),
  view("ClientSummary", ClientView.ClientSummary),
  view("ClientDetails", ClientView.ClientDetails),
  view("NewOperatedClient", ClientView.NewOperatedClient),
  view("ClientSecretRotation", ClientView.ClientSecretRotation),
  view("OrganizationSummary", OrganizationView.OrganizationSummary),
  view("OrganizationDetails", OrganizationView.OrganizationDetails),
  view("WebhookEndpointView", WebhookView.WebhookEndpointView)
]

const examplesOf = (schema: Schema.Top): ReadonlyArray<unknown> => {
  const examples = Schema.resolveAnnotations(schema)?.["examples"]
  return Array.isArray(examples) ? examples : []
}

describe("an example of the operator's API (docs/decisions/0067)", () => {
  it.for(views)("of $name is one", ({ schema }) => {
    const examples = examplesOf(schema)
    assert.isNotEmpty(examples)
    for (const example of examples) assert.isTrue(Result.isSuccess(Schema.decodeUnknownResult(schema)(example)))
  })
})

describe("what operators send (docs/decisions/0067)", () => {
  const grant = { organization_id: "org_acme" }
  const takes = (schema: Schema.Codec<unknown, unknown>, value: unknown) =>
    Result.isSuccess(Schema.decodeUnknownResult(schema)(value))

  it.for([
    [{ ...grant, permissions }, true],
    [{ ...grant, permissions: [...permissions, permissions[0]] }, false],
    [{ ...grant, permissions: ["everything"] }, false],
    [{ ...grant, role: "reader" }, true],
    [{ ...grant, role: "owner" }, false],
    [{ permissions }, false]
  ] as const)("takes the grant %j: %s", ([value, isTaken]) =>
    assert.strictEqual(takes(ClientView.NewClientGrant, value), isTaken)
  )

  it.for([
    [ClientView.firstGrantsMax, true],
    [ClientView.firstGrantsMax + 1, false]
  ] as const)("takes a client with %i grants: %s", ([count, isTaken]) =>
    assert.strictEqual(
      takes(ClientView.NewOperatedClient, { name: "Hirewell", grants: Array.from({ length: count }, () => grant) }),
      isTaken
    )
  )

  it.for([
    ["add", true],
    ["end_older", true],
    ["replace", true],
    ["end", true],
    ["finish", false]
  ] as const)("takes the step %s of a rotation: %s", ([step, isTaken]) =>
    assert.strictEqual(takes(ClientView.ClientSecretRotation, { step }), isTaken)
  )

  it("shows a finding with what to do where it has that alone", () => {
    const finding = { check: "backup", state: "look", seen: "none", remedy: "Run it." }
    const { remedy: _, ...well } = finding
    const read = Schema.decodeUnknownSync(HealthView.HealthFinding)
    assert.deepStrictEqual<unknown>([read(finding), read(well)], [finding, well])
    assert.isFalse(takes(HealthView.HealthFinding, { ...finding, state: "fine" }))
  })
})
