/**
 * Deprecation is one declaration (recruiting 12): a test deprecates an endpoint and members of an API of its own, finds them in the document and the headers, and
 * takes them away again. The declarations of the product keep to the policy.
 */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { CalendarDate } from "@partner-api/domain/CalendarDate"
import { deprecated, type Deprecation, sunsetMistake } from "@partner-api/domain/Deprecation"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { withDeprecationTable } from "../scripts/DeprecationTable.ts"
import { apiDocument } from "../src/ApiDocument.ts"
import { scoped } from "../src/declare/Declaration.ts"
import { filteredList } from "../src/declare/List.ts"
import { create, created } from "../src/declare/Write.ts"
import { deprecatedUsesOf } from "../src/DeprecatedUse.ts"
import { deprecationHeadersOf, readDeprecation } from "../src/DeprecationHeaders.ts"
import { endpoints } from "../src/Endpoints.ts"
import { operatorEndpoints } from "../src/operator/OperatorEndpoints.ts"
import { endpointsOf } from "../src/Reflection.ts"

const ofEndpoint: Deprecation = { since: "2026-11-28", sunset: "2028-01-01", replacement: "call `jobs.list`" }
const ofMember: Deprecation = { since: "2026-12-01", sunset: "2027-12-01", replacement: 'send "text", or `texts`' }

/** An API with a list and a write, of which parts are deprecated or none is. */
const sketchApi = (isDeprecated: boolean) => {
  const old = isDeprecated ? deprecated(ofMember) : {}
  const line = Schema.String.annotate({ description: "A line", ...old })
  const Part = Schema.Struct({ line: Schema.optionalKey(line), text: Schema.optionalKey(Schema.String) }).annotate({
    identifier: "Part"
  })
  const NewSketch = Schema.Struct({ parts: Schema.Array(Part) }).annotate({
    identifier: "NewSketch",
    examples: [{ parts: [] }]
  })
  const Sketch = Schema.Struct({ id: Schema.String }).annotate({ identifier: "Sketch" })
  return HttpApi.make("sketches").add(
    HttpApiGroup.make("sketches").add(
      filteredList("list", "/v1/sketches", {
        title: "List sketches",
        description: "The sketches.",
        access: scoped("jobs:read"),
        ...(isDeprecated ? { deprecated: ofEndpoint } : {}),
        items: Sketch,
        filter: { line: Schema.optionalKey(line) }
      }),
      create("add", "/v1/sketches", {
        title: "Add a sketch",
        description: "Adds a sketch.",
        access: scoped("jobs:write"),
        payload: NewSketch,
        success: created(Sketch)
      })
    )
  )
}

const documentOf = (isDeprecated: boolean) =>
  JSON.parse(
    JSON.stringify(
      apiDocument(sketchApi(isDeprecated), {
        publicUrl: "https://api.example.com",
        introduction: "",
        docsPath: "/docs",
        securitySchemes: {},
        primarySchemes: {}
      })
    )
  )

const usesIn = (isDeprecated: boolean) => endpointsOf(sketchApi(isDeprecated)).flatMap(deprecatedUsesOf)

const namesUsed = (body: unknown, query: Readonly<Record<string, unknown>>) =>
  usesIn(true)
    .filter(({ isUsedBy }) => isUsedBy(body, query))
    .map(({ name }) => name)

describe("a deprecated endpoint and deprecated members", () => {
  const list = "sketches.list"
  const filter = "sketches.list ?line"
  const member = "sketches.add /parts/*/line"

  it("are found from their declarations, and gone with these", () => {
    assert.deepStrictEqual(
      usesIn(true).map(({ deprecation, name }) => [name, deprecation]),
      [
        [list, ofEndpoint],
        [filter, ofMember],
        [member, ofMember]
      ]
    )
    assert.deepStrictEqual(usesIn(false), [])
  })

  it("are used by the requests that have them, and by no others", () => {
    assert.deepStrictEqual(namesUsed(undefined, {}), [list])
    assert.deepStrictEqual(namesUsed(undefined, { line: "a" }), [list, filter])
    assert.deepStrictEqual(namesUsed({ parts: [{ text: "a" }, { line: "a" }] }, {}), [list, member])
    for (const body of [{ parts: [{ text: "a" }] }, { parts: "line" }, { line: "a" }, null, "line", []]) {
      assert.deepStrictEqual(namesUsed(body, {}), [list])
    }
  })

  it("are marked in the document, with their dates and what replaces them, and with the headers of their answers", () => {
    const { components, paths } = documentOf(true)
    const { get, post } = paths["/v1/sketches"]
    assert.strictEqual(get.deprecated, true)
    assert.include(get.description, "Deprecated since 2026-11-28 and may be gone from 2028-01-01 on: call `jobs.list`.")
    assert.notProperty(post, "deprecated")
    const [parameter] = get.parameters.filter((one: { readonly name: string }) => one.name === "line")
    const sentence = 'Deprecated since 2026-12-01 and may be gone from 2027-12-01 on: send "text", or `texts`. A line'
    assert.deepInclude(parameter, { deprecated: true, description: sentence })
    assert.deepInclude(components.schemas.Part.properties.line, { deprecated: true, description: sentence })
    assert.notProperty(components.schemas.Part.properties.text, "deprecated")
    assert.containsAllKeys(get.responses["200"].headers, ["Deprecation", "Sunset", "Link"])
    assert.containsAllKeys(components.headers, ["Deprecation", "Sunset", "Link"])
    // The list has links to its pages.
    assert.property(get.responses["200"].headers.Link, "schema")
  })

  it("leave nothing in the document when they are taken away", () =>
    assert.notMatch(JSON.stringify(documentOf(false)), /deprecat|sunset/i))

  it("are headers with the earliest moments and a link for each, which the client reads again (RFC 9745, RFC 8594)", () => {
    const page = "https://api.example.com/docs#deprecations"
    const headers = deprecationHeadersOf([ofEndpoint, ofMember], page)
    assert.deepStrictEqual(headers, {
      deprecation: "@1795824000",
      sunset: "Wed, 01 Dec 2027 00:00:00 GMT",
      link: `<${page}>; rel="deprecation"; type="text/html"; title="call \`jobs.list\`", <${page}>; rel="deprecation"; type="text/html"; title="send \\"text\\", or \`texts\`"`
    })
    assert.deepStrictEqual(readDeprecation(headers), {
      sinceMs: Date.UTC(2026, 10, 28),
      sunsetMs: Date.UTC(2027, 11, 1),
      replacements: ["call `jobs.list`", 'send "text", or `texts`'],
      page
    })
  })

  it("are read from the headers of other services too, and from nothing else", () => {
    assert.isUndefined(readDeprecation({}))
    assert.isUndefined(readDeprecation({ deprecation: "true", sunset: "Wed, 01 Dec 2027 00:00:00 GMT" }))
    assert.deepStrictEqual(
      readDeprecation({
        deprecation: "@0",
        sunset: "soon",
        link: "<https://a>; rel=next, <https://b> ; rel=deprecation"
      }),
      { sinceMs: 0, sunsetMs: undefined, replacements: [], page: "https://b" }
    )
  })
})

describe("the declarations of the product", () => {
  const declared = [...endpoints, ...operatorEndpoints].flatMap(deprecatedUsesOf)

  it("have hire.custom_fee among them (recruiting 12)", () =>
    assert.include(
      declared.map(({ name }) => name),
      "applications.transition /hire/custom_fee"
    ))

  it("are the table of docs/versions.md; if not: npx -y pnpm@12 generate", () => {
    const page = readFileSync(new URL("../../../docs/versions.md", import.meta.url), "utf8")
    assert.strictEqual(withDeprecationTable(page, endpoints), page)
    for (const { name } of declared) assert.include(page, `| \`${name}\``)
  })

  it.for(declared)("keep to the policy: $name", ({ deprecation }) => {
    assert.isUndefined(sunsetMistake(deprecation))
    for (const day of [deprecation.since, deprecation.sunset]) assert.isTrue(Schema.is(CalendarDate)(day))
    // It is the value of a header, and goes on after a colon.
    assert.match(deprecation.replacement, /^[a-z][\x20-\x7e]*[^.]$/)
  })
})
