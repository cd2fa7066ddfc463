/**
 * What the client library has from the contract (design, C15): the committed texts are those of the contract, every endpoint that
 * partners call is a method of both entries, and a new endpoint is in all texts without a change to the library.
 */
import { hasMethod } from "@partner-api/contract/EndpointMetadata"
import { readFileSync } from "node:fs"
import { PartnerApi } from "@partner-api/contract/Api"
import { endpoints } from "@partner-api/contract/Endpoints"
import { metadata } from "@partner-api/contract/EndpointMetadata"
import { listOf, listQuery } from "@partner-api/contract/declare/List"
import { ifMatchHeader, writeHeaders } from "@partner-api/contract/RequestHeaders"
import { Conflict, NotFound } from "@partner-api/contract/WireErrors"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { assert, describe, it } from "@effect/vitest"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { type ClientTexts, filesOf, generate } from "../../scripts/ClientTexts.ts"
import { formatted } from "../../scripts/Formatter.ts"
import { ClientFailure, clientFaults } from "../../src/core/ClientError.ts"
import { methodsOfEndpoint } from "../MethodNames.ts"

const keys = Record.keys(filesOf)
const texts = generate(PartnerApi)
const committed = (key: keyof ClientTexts) => readFileSync(new URL(`../../${filesOf[key]}`, import.meta.url), "utf8")

/** A text on one line, without the commas and bars that a formatter adds where it breaks lines. */
const flat = (text: string) => text.replaceAll(/\s+/g, " ")

/** Every method that a text of methods declares, as `group.method`, with the thing that holds its group. */
const methodsOf = (text: string): ReadonlyArray<string> => {
  const interfaces = new Map(
    [...text.matchAll(/export interface (\w+)<Kind extends MethodKind> \{\n([^]*?)\n\}\n/g)].map(
      ([, name = "", body = ""]) => [name, body]
    )
  )
  return ["PartnerMethods", "OrganizationMethods"].flatMap((holder) =>
    [...(interfaces.get(holder) ?? "").matchAll(/^ *readonly (\w+): (\w+)<Kind>$/gm)].flatMap(
      ([, group = "", name = ""]) =>
        [...(interfaces.get(name) ?? "").matchAll(/^ *(\w+)\(/gm)].map(
          ([, method = ""]) => `${holder} ${group}.${method}`
        )
    )
  )
}

/** The methods that partners call, and what holds each. */
const called = endpoints
  .filter(({ metadata }) => hasMethod(metadata))
  .flatMap((entry) =>
    methodsOfEndpoint(entry).map(
      (id) => `${entry.metadata.access.level === "scoped" ? "OrganizationMethods" : "PartnerMethods"} ${id}`
    )
  )

describe("the committed texts", () => {
  it.for(keys)("are those of the contract: %s; if not: npx -y pnpm@12 generate", (key) =>
    assert.strictEqual(
      committed(key),
      formatted(filesOf[key], texts[key]),
      `${filesOf[key]} is out of date. Write it again with: npx -y pnpm@12 generate`
    )
  )

  it("are the same each time", () => assert.deepStrictEqual(generate(PartnerApi), texts))

  it("have a method for each endpoint that partners call", () =>
    assert.sameMembers([...methodsOf(committed("methods"))], called))

  it("leave out what takes credentials or hands out tokens (design, 1.1)", () => {
    assert.isAbove(endpoints.length, called.length)
    assert.notMatch(`${texts.model}${texts.methods}`, /access_token|TokenRequest|ScopedTokenRequest/)
    // The client that an invitation makes, and the secret that a client makes for itself.
    const withSecret = /export interface (?:AcceptedInvitation|NewOwnSecret) \{[^}]*\}/g
    assert.strictEqual(texts.model.match(withSecret)?.length, 2)
    assert.notMatch(texts.model.replaceAll(withSecret, "").replaceAll(/\/\*\*[^]*?\*\//g, ""), /client_secret/)
  })

  it("have nothing of Effect for those who use promises", () =>
    assert.deepStrictEqual(
      [...`${committed("model")}${committed("methods")}`.matchAll(/from "(.*)"/g)].map(([, from]) => from),
      ["./CallOptions.ts", "./MethodKind.ts", "./Model.ts", "./pages/Page.ts"]
    ))
})

describe("the reference", () => {
  it("has a line for each method", () => {
    const lines = [...texts.reference.matchAll(/^- `(\w+\.\w+)\(.*\)` gives `[^`]*`: .*\.$/gm)]
    assert.sameMembers(
      lines.map(([, id]) => id),
      called.map((line) => line.split(" ")[1])
    )
  })

  it("has a place for each error, where the error says it is", () => {
    const anchors = [...texts.reference.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title.toLowerCase().replaceAll(" ", "-")
    )
    const tags = [
      ...partnerErrors.map((error) => error.fields._tag.schema.literal),
      ...(["Network", "InvalidConfiguration"] as const)
    ]
    const places = tags.map((tag) => {
      const failure = { tag, message: "", outcome: "unknown" } as const
      return new ClientFailure(tag, failure, { operation: undefined, attempts: 1 }).docs.split("#")[1]
    })
    assert.deepStrictEqual(
      places.filter((place) => place === undefined || !anchors.includes(place)),
      []
    )
    assert.strictEqual(new Set(anchors).size, anchors.length)
    assert.includeMembers(
      anchors,
      Object.keys(clientFaults).map((tag) => tag.toLowerCase())
    )
  })
})

const Colour = Schema.Literals(["RED", "BLUE"]).annotate({ identifier: "Colour", description: "A colour" })
const Shade = Schema.Literals(["DARK", "LIGHT"])
const Sketch = Schema.Struct({
  text: Schema.String,
  colour: Schema.optionalKey(Colour),
  shade: Shade
}).annotate({ identifier: "Sketch", description: "A sketch", "x-extension": true })
const NewSketch = Schema.Struct({ text: Schema.String, colour: Colour, shade: Shade }).annotate({
  identifier: "NewSketch"
})

const described = {
  title: "Do",
  description: "Does it.",
  paginated: false,
  retry: "safe",
  extension: undefined
} as const
const inside = { level: "scoped", anyOf: ["jobs:read"] } as const
const outside = { level: "primary" } as const

/** An API with one group of its own. */
const apiOf = (group: HttpApiGroup.Constraint) => HttpApi.make("api").add(group)
const sketches = HttpApiGroup.make("sketches").annotateMerge(
  OpenApi.annotations({ title: "Sketches", description: "Sketches" })
)

describe("a new endpoint (design, C15)", () => {
  const list = HttpApiEndpoint.get("list", "/v1/sketches", { query: listQuery, success: listOf(Sketch) }).annotateMerge(
    metadata({ ...described, access: inside, paginated: true })
  )
  const set = HttpApiEndpoint.post("set", "/v1/jobs/:jobId/sketches/:sketchId", {
    params: { sketchId: Schema.String, jobId: Schema.String },
    headers: { ...writeHeaders, ...ifMatchHeader },
    payload: NewSketch,
    success: Sketch,
    error: [NotFound, Conflict]
  }).annotateMerge(metadata({ ...described, title: "Set a sketch", access: inside, extension: "sketches" }))
  const erase = HttpApiEndpoint.delete("erase", "/v1/sketches", { success: HttpApiSchema.NoContent }).annotateMerge(
    metadata({ ...described, access: { level: "primary", right: "organizations:create" } })
  )
  const made = generate(PartnerApi.add(sketches.add(list, set, erase)))

  it("is a method of every kind, with what it takes and gives", () => {
    const set = `set( jobId: string, sketchId: string, newSketch: NewSketch, options?: CallOptions & KeyOptions & MatchOptions )`
    const methods = flat(formatted(filesOf.methods, made.methods))
    assert.include(methods, `${set}: CallOf<Kind, Sketch>`)
    assert.include(methods, "erase(options?: CallOptions): CallOf<Kind, void>")
    const query =
      "list( query?: { /** The maximum number of items of a page. */ readonly limit?: number /** Opaque cursor of the next page, from `next`. */ readonly cursor?: string }, options?: CallOptions )"
    assert.include(methods, `${query}: ListOf<Kind, Sketch>`)
    assert.match(made.methods, /import type \{.* NewSketch, .*Sketch, .*\} from "\.\/Model\.ts"/)
  })

  it("says what it does, needs, and may be refused with", () =>
    assert.include(
      flat(made.methods),
      "/** * Set a sketch. Does it. Needs the permission `jobs:read` in the organization. * * Extension `sketches`: not in the specification. * * The service may refuse with `NotFound`, `Conflict`. */"
    ))

  it("is with those who may call it, in a group that both have as well", () => {
    assert.includeMembers(
      [...methodsOf(formatted(filesOf.methods, made.methods))],
      ["PartnerMethods sketches.erase", "OrganizationMethods sketches.list", "OrganizationMethods sketches.set"]
    )
  })

  it("brings its types along; what only comes from the server may grow, what is sent may not", () => {
    const model = flat(formatted(filesOf.model, made.model))
    assert.include(
      model,
      '/** A sketch. Extension: not in the specification. */ export interface Sketch { readonly text: string readonly colour?: Colour /** A newer server may send others. */ readonly shade: "DARK" | "LIGHT" | (string & {}) }'
    )
    assert.include(
      model,
      'export interface NewSketch { readonly text: string readonly colour: Colour readonly shade: "DARK" | "LIGHT" }'
    )
    assert.match(model, /\/\*\* A colour\. \*\/ export type Colour = "RED" \| "BLUE" (?!\|)/)
    assert.notInclude(model, "SketchPage")
  })

  it("has its line in the reference", () => {
    assert.include(
      made.reference,
      "- `sketches.set(jobId: string, sketchId: string, newSketch: NewSketch, options?: CallOptions & KeyOptions & MatchOptions)` gives `PendingCall<Sketch>`: Set a sketch. Does it. Needs `jobs:read`. Extension `sketches`.\n"
    )
    assert.include(
      made.reference,
      "- `sketches.list(query?: { limit?: number; cursor?: string }, options?: CallOptions)`"
    )
    assert.include(made.reference, "Needs the right `organizations:create` of your client.")
  })

  it("is compared with the contract", () => {
    assert.include(made.modelTypes, 'readonly "sketches.list": SentPage<Sketch>')
    assert.match(
      made.modelTypes,
      /Answers[^]*readonly "sketches.set": Sketch\n[^]*Requests[^]*readonly "sketches.set": NewSketch\n/
    )
  })

  it("is in no text when it takes credentials", () => {
    const login = HttpApiEndpoint.post("login", "/v1/sketches", { payload: NewSketch, success: Sketch }).annotateMerge(
      metadata({ ...described, access: outside, credentials: true })
    )
    assert.deepStrictEqual(generate(PartnerApi.add(sketches.add(login))), texts)
  })
})

describe("the types of events (decisions, Journal)", () => {
  it("have the members of every event in one envelope, and each kind of data once", () => {
    const { model } = texts
    const events = [...model.matchAll(/^export interface (\w+Event) (.*)$/gm)].filter(
      ([, name]) => name !== "PingEvent"
    )
    assert.isAbove(events.length, 1)
    assert.deepStrictEqual(
      events.filter(([, , rest]) => rest !== "extends EventEnvelope {"),
      []
    )
    assert.lengthOf([...model.matchAll(/readonly sequence: number/g)], 1)
    // Of the events of a job, and of `job.assigned`, which has the assignment too.
    assert.lengthOf([...model.matchAll(/readonly job: JobSnapshot/g)], 2)
    assert.include(
      flat(model),
      'export interface JobOpenedEvent extends EventEnvelope { readonly type: "job.opened" readonly data: JobEventData }'
    )
  })

  it("are not in a model without them", () => {
    const get = HttpApiEndpoint.get("get", "/v1/sketches", { success: Sketch }).annotateMerge(
      metadata({ ...described, access: inside })
    )
    assert.notInclude(generate(apiOf(sketches.add(get))).model, "EventEnvelope")
  })
})

describe("a choice between values", () => {
  it("with a name may grow as long as nobody sends it", () => {
    const get = HttpApiEndpoint.get("get", "/v1/sketches", { success: Sketch }).annotateMerge(
      metadata({ ...described, access: inside })
    )
    assert.include(
      flat(generate(apiOf(sketches.add(get))).model),
      '/** A colour. A newer server may send others. */ export type Colour = "RED" | "BLUE" | (string & {})'
    )
  })

  it("is closed when it is sent in a query", () => {
    const get = HttpApiEndpoint.get("get", "/v1/sketches", {
      query: { colour: Schema.optionalKey(Colour), text: Schema.String },
      success: Sketch
    }).annotateMerge(metadata({ ...described, access: inside }))
    const made = generate(apiOf(sketches.add(get)))
    assert.match(flat(made.model), /export type Colour = "RED" \| "BLUE" (?!\|)/)
    assert.include(flat(made.methods), "(query: { readonly colour?: Colour readonly text: string }, options?")
  })
})

describe("what the library cannot offer stops the generator with a sentence", () => {
  const access = { ...described, access: inside }
  it.for([
    [
      "a header without an option",
      HttpApiEndpoint.get("get", "/n", { headers: { "x-new": Schema.String }, success: Sketch }),
      'The endpoint sketches.get declares the header "x-new", and no option of a call carries it.'
    ],
    [
      "a body that is not JSON",
      HttpApiEndpoint.post("get", "/n", { payload: NewSketch.pipe(HttpApiSchema.asFormUrlEncoded()), success: Sketch }),
      "The endpoint sketches.get has a body of the kind FormUrlEncoded; the client sends JSON and nothing else."
    ],
    [
      "an error that is not of the domain",
      HttpApiEndpoint.get("get", "/n", { success: Sketch, error: NewSketch.pipe(HttpApiSchema.status(400)) }),
      'The endpoint sketches.get declares the error "NewSketch", which is not one of the domain.'
    ],
    [
      "a body on some days",
      HttpApiEndpoint.get("get", "/n", { success: [Sketch, HttpApiSchema.NoContent] }),
      "The endpoint sketches.get answers sometimes with a body and sometimes without."
    ],
    [
      "two types of one name",
      HttpApiEndpoint.post("get", "/n", { payload: NewSketch.annotate({ identifier: "Sketch" }), success: Sketch }),
      'Two different types have the identifier "Sketch". Give one of them another.'
    ]
  ] as const)("%s", ([, endpoint, message]) =>
    assert.throws(() => generate(apiOf(sketches.add(endpoint.annotateMerge(metadata(access))))), message)
  )

  it("a list without its envelope", () => {
    const list = HttpApiEndpoint.get("list", "/n", { success: Sketch }).annotateMerge(
      metadata({ ...access, paginated: true })
    )
    assert.throws(
      () => generate(apiOf(sketches.add(list))),
      "sketches.list is paginated, and its answer has no list named content."
    )
  })

  it("a group that would have the name of what holds all groups", () => {
    const get = HttpApiEndpoint.get("get", "/n", { success: Sketch }).annotateMerge(metadata(access))
    assert.throws(() => generate(apiOf(HttpApiGroup.make("partner").add(get))), "Rename the group.")
  })
})
