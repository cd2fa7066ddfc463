/**
 * What the OpenAPI document shows of requests and answers: examples that their own schemas take, and samples of code with all that they
 * need to run. That the samples do run, a browser and a sandbox show (`apps/server/verify/docs`).
 */
import { strictParsing } from "@partner-api/domain/StrictDecoder"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { bodyExampleOf } from "../src/BodyExample.ts"
import { endpoints } from "../src/Endpoints.ts"
import { exampleClientId, exampleClientSecret } from "../src/ExampleCredentials.ts"
import { exampleOf, withExamples } from "../src/Examples.ts"
import { openApiDocument } from "../src/OpenApiDocument.ts"
import { pathTemplate } from "../src/Path.ts"
import { bodiesOf, type EndpointEntry } from "../src/Reflection.ts"
import { type Content, documentText, operationOf, publicUrl } from "./support.ts"

const caller = { clientId: "a-client", clientSecret: "a-secret", organizationId: "org_of_samples" }

const Samples = Schema.Array(Schema.Struct({ lang: Schema.String, label: Schema.String, source: Schema.String }))
const Operations = Schema.Record(
  Schema.String,
  Schema.Record(Schema.String, Schema.Struct({ "x-codeSamples": Samples }))
)
const readPaths = Schema.decodeUnknownSync(Schema.Struct({ paths: Operations }))
const documents = {
  elsewhere: readPaths(openApiDocument(publicUrl)).paths,
  sandbox: readPaths(openApiDocument(publicUrl, caller)).paths
}

/** The samples of an endpoint by their labels. */
const samplesOf = (where: keyof typeof documents, { method, path }: EndpointEntry): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (documents[where][pathTemplate(path)]?.[method.toLowerCase()]?.["x-codeSamples"] ?? []).map(({ label, source }) => [
      label,
      source
    ])
  )

/** The value of the only example of some content. */
const exampleIn = (content: Content = {}): unknown => Object.values(content)[0]?.example

describe.for(endpoints)("the examples of $id", (entry) => {
  const operation = operationOf(entry)

  it("show every parameter by a value that may be sent (docs/decisions, Examples)", () => {
    for (const { example, name } of operation.parameters) {
      assert.isDefined(example, name)
      assert.notInclude(["", "string", 0], example)
    }
  })

  it("show a body that its schema takes (docs/decisions, Examples)", () => {
    const content = operation.requestBody?.content
    const [media] = Object.keys(content ?? {})
    if (media === "application/json") {
      const example = exampleIn(content)
      assert.isDefined(example)
      if (entry.metadata.credentials !== true) assert.deepStrictEqual<unknown>(example, bodyExampleOf(entry))
    }
  })

  it("show an answer that its schema takes, member by member (docs/decisions, Examples)", () => {
    const [schema] = bodiesOf(entry.successes)
    const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? []
    if (answer?.content === undefined || schema === undefined) return
    const example = exampleIn(answer.content)
    const decode = Schema.decodeUnknownSync(Schema.make<Schema.Codec<unknown>>(schema.ast), strictParsing)
    assert.doesNotThrow(() => decode(example), `${JSON.stringify(example)}`)
    assert.notMatch(JSON.stringify(example), /"string"|:0[,}]/)
  })

  it("show each error that the answer describes, by its code (docs/decisions, Examples)", () => {
    const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
    for (const [, { content = {}, description }] of errors) {
      const codes = description.split(" | ").map((line) => /^`(\w+)`/.exec(line)?.[1])
      const shown = Object.values(content)[0]?.examples ?? {}
      assert.deepStrictEqual(Object.keys(shown), codes)
      assert.deepStrictEqual(
        Object.values(shown).map(({ value }) => Reflect.get(Object(value), "error")),
        codes
      )
    }
  })
})

describe.for(endpoints)("the samples of $id", (entry) => {
  const { group, metadata, method, name, path } = entry

  it("are of curl, of the library unless it lacks the operation, and of the command where there is one", () => {
    assert.deepStrictEqual(Object.keys(samplesOf("sandbox", entry)), [
      ...(entry.id === "oauth.revoke" || metadata.file !== undefined ? [] : ["@partner-api/client"]),
      ...(metadata.command === undefined ? [] : ["partner"]),
      "curl"
    ])
  })

  it("name the endpoint, with no empty parameter and nothing to fill in", () => {
    const { "@partner-api/client": library, curl = "", partner } = samplesOf("sandbox", entry)
    assert.match(curl, new RegExp(`^curl -s .*${path.replaceAll(/:\w+/g, "\\w+")}['"? ]?`, "m"))
    if (method !== "GET" && method !== "POST") assert.include(curl, `-X ${method} `)
    if (library !== undefined && metadata.credentials !== true) {
      assert.include(library, `await${metadata.paginated || metadata.line !== undefined ? " (const " : " "}`)
      assert.include(library, `partner.${group.identifier}.${name}(`)
    }
    for (const source of [library, curl, partner]) assert.notMatch(source ?? "", /=(?:&|'|"|$)|''|""|[{<](?:\w+)[}>]/m)
  })

  it("begin with the credentials of the sandbox, and anywhere else with those of the environment", () => {
    const [shown, hidden] = [Object.values(samplesOf("sandbox", entry)), Object.values(samplesOf("elsewhere", entry))]
    const needs = metadata.access.level !== "public" || metadata.credentials === true
    for (const source of needs ? shown : []) assert.include(source, caller.clientSecret)
    for (const source of shown) assert.notInclude(source, "CLIENT_SECRET =")
    assert.notInclude(hidden.join(), caller.clientSecret)
    assert.notInclude(hidden.join() + documentText, "sandbox-secret")
  })
})

describe("the document of a sandbox", () => {
  const text = JSON.stringify(openApiDocument(publicUrl, caller))

  it("shows its credentials where another shows nobody's (docs/decisions, Examples)", () => {
    assert.notInclude(text, exampleClientId)
    assert.notInclude(text, exampleClientSecret)
    assert.include(text, "| `a-client` | `a-secret` | `org_of_samples` |")
    assert.notInclude(documentText, "This is a sandbox")
  })
})

describe("the titles of operations", () => {
  it.for(endpoints)("say in the imperative what is done: $id", ({ metadata: { title } }) =>
    assert.match(
      title,
      /^(?:Accept|Add|Assign|Change|Check|Create|Delete|Get|Invite|List|Preview|Recover|Redeliver|Resend|Revoke|Rotate|Set|Show|Submit|Take|Test) [^.?!]+$/
    )
  )
})

describe("an example of a schema", () => {
  const schemas = { Named: { type: "string", examples: ["Ada"] }, Loop: { $ref: "#/components/schemas/Loop" } }

  it("is its own, else that of what it is made of", () => {
    const named = { $ref: "#/components/schemas/Named" }
    assert.strictEqual(exampleOf({ examples: [0] }, schemas), 0)
    assert.isNull(exampleOf({ type: ["string", "null"], examples: [null] }, schemas))
    assert.strictEqual(exampleOf({ enum: ["a", "b"] }, schemas), "a")
    assert.strictEqual(exampleOf({ const: "c" }, schemas), "c")
    assert.strictEqual(exampleOf({ default: 7 }, schemas), 7)
    assert.deepStrictEqual(exampleOf({ type: "array", items: named }, schemas), ["Ada"])
    assert.strictEqual(exampleOf({ oneOf: [{ type: "string" }, named] }, schemas), "Ada")
    const person = { type: "object", properties: { name: named, age: { type: "integer" } } }
    assert.deepStrictEqual(exampleOf(person, schemas), { name: "Ada" })
    assert.isUndefined(exampleOf({ ...person, required: ["age"] }, schemas))
  })

  it("is missing where nothing is known, and where a schema refers to itself", () => {
    for (const schema of [undefined, "text", {}, { type: "array", items: {} }, { $ref: "#/components/schemas/Loop" }]) {
      assert.isUndefined(exampleOf(schema, schemas))
    }
    assert.deepStrictEqual(withExamples({ content: { "text/plain": { schema: {} } } }, schemas), {
      content: { "text/plain": { schema: {} } }
    })
  })
})
