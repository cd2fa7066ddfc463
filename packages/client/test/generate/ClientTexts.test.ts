/**
 * What the client library has from the contract (design, C15): the committed texts are those of the contract, every endpoint that
 * partners call is a method of both entries, and a new endpoint is in all texts without a change to the library.
 */
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

const keys = Record.keys(filesOf)
const texts = generate(PartnerApi)
const committed = (key: keyof ClientTexts) => readFileSync(new URL(`../../${filesOf[key]}`, import.meta.url), "utf8")

/** A text on one line, without the commas and bars that a formatter adds where it breaks lines. */
const flat = (text: string) => text.replaceAll(/\s+/g, " ")

/** Every method that a text of methods declares, as `group.method`, with the thing that holds its group. */
const methodsOf = (text: string): ReadonlyArray<string> => {
  const interfaces = new Map(
    [...text.matchAll(/export interface (\w+) \{\n([^]*?)\n\}\n/g)].map(([, name = "", body = ""]) => [name, body])
  )
  return ["PartnerMethods", "OrganizationMethods"].flatMap((holder) =>
    [...(interfaces.get(holder) ?? "").matchAll(/^ *readonly (\w+): (\w+)$/gm)].flatMap(([, group = "", name = ""]) =>
      [...(interfaces.get(name) ?? "").matchAll(/^ *(\w+)\(/gm)].map(
        ([, method = ""]) => `${holder} ${group}.${method}`
      )
    )
  )
}

/** The endpoints that partners call, and what holds each. */
const called = endpoints
  .filter(({ metadata }) => metadata.credentials !== true)
  .map(({ metadata, id }) => `${metadata.access.level === "scoped" ? "OrganizationMethods" : "PartnerMethods"} ${id}`)

describe("the committed texts", () => {
  it.for(keys)("are those of the contract: %s; if not: npx -y pnpm@12 generate", (key) =>
    assert.strictEqual(
      committed(key),
      formatted(filesOf[key], texts[key]),
      `${filesOf[key]} is out of date. Write it again with: npx -y pnpm@12 generate`
    )
  )

  it("are the same each time", () => assert.deepStrictEqual(generate(PartnerApi), texts))

  it.for(["promiseMethods", "effectMethods"] as const)(
    "have a method for each endpoint that partners call: %s",
    (key) => assert.sameMembers([...methodsOf(committed(key))], called)
  )

  it("leave out what takes credentials or hands out tokens (design, 1.1)", () => {
    assert.isAbove(endpoints.length, called.length)
    assert.notMatch(
      `${texts.model}${texts.promiseMethods}`,
      /client_secret|access_token|TokenRequest|ScopedTokenRequest/
    )
  })

  it("have nothing of Effect for those who use promises", () =>
    assert.deepStrictEqual(
      [...`${committed("model")}${committed("promiseMethods")}`.matchAll(/from "(.*)"/g)].map(([, from]) => from),
      ["../core/CallOptions.ts", "../core/Model.ts", "./PendingCall.ts", "./PendingList.ts"]
    ))
})

describe("the reference", () => {
  it("has a line for each method", () => {
    const lines = [...texts.reference.matchAll(/^- `(\w+\.\w+)\(.*\)` gives `.*` or `.*`: .*\.$/gm)]
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
const Note = Schema.Struct({
  text: Schema.String,
  colour: Schema.optionalKey(Colour),
  shade: Shade
}).annotate({ identifier: "Note", description: "A note", "x-extension": true })
const NewNote = Schema.Struct({ text: Schema.String, colour: Colour, shade: Shade }).annotate({ identifier: "NewNote" })

const told = { title: "Do", description: "Does it.", paginated: false, retry: "safe", extension: undefined } as const
const inside = { level: "scoped", anyOf: ["jobs:read"] } as const
const outside = { level: "primary" } as const

/** An API with one group of its own. */
const apiOf = (group: HttpApiGroup.Constraint) => HttpApi.make("api").add(group)
const notes = HttpApiGroup.make("notes").annotateMerge(OpenApi.annotations({ title: "Notes", description: "Notes" }))

describe("a new endpoint (design, C15)", () => {
  const list = HttpApiEndpoint.get("list", "/v1/notes", { query: listQuery, success: listOf(Note) }).annotateMerge(
    metadata({ ...told, access: inside, paginated: true })
  )
  const set = HttpApiEndpoint.post("set", "/v1/jobs/:jobId/notes/:noteId", {
    params: { noteId: Schema.String, jobId: Schema.String },
    headers: { ...writeHeaders, ...ifMatchHeader },
    payload: NewNote,
    success: Note,
    error: [NotFound, Conflict]
  }).annotateMerge(metadata({ ...told, title: "Set a note", access: inside, extension: "notes" }))
  const erase = HttpApiEndpoint.delete("erase", "/v1/notes", { success: HttpApiSchema.NoContent }).annotateMerge(
    metadata({ ...told, access: { level: "primary", right: "organizations:create" } })
  )
  const made = generate(PartnerApi.add(notes.add(list, set, erase)))

  it("is a method of both entries, with what it takes and gives", () => {
    const set = `set( jobId: string, noteId: string, newNote: NewNote, options?: CallOptions & KeyOptions & MatchOptions )`
    const [promise, effect] = (["promiseMethods", "effectMethods"] as const).map((key) =>
      flat(formatted(filesOf[key], made[key]))
    )
    assert.include(promise, `${set}: PendingCall<Note>`)
    assert.include(effect, `${set}: Effect.Effect<Note, ClientError>`)
    assert.include(promise, "erase(options?: CallOptions): PendingCall<void>")
    assert.include(effect, "erase(options?: CallOptions): Effect.Effect<void, ClientError>")
    const query =
      "list( query?: { /** How many items a page has at most. */ readonly limit?: number /** Opaque cursor of the next page, from `next`. */ readonly cursor?: string }, options?: CallOptions )"
    assert.include(promise, `${query}: PendingList<Note>`)
    assert.include(effect, `${query}: Listing<Note>`)
    assert.match(made.promiseMethods, /import type \{.* NewNote, .*Note, .*\} from "\.\.\/core\/Model\.ts"/)
  })

  it("says what it does, needs, and may be refused with", () =>
    assert.include(
      flat(made.promiseMethods),
      "/** * Set a note. Does it. Needs the permission `jobs:read` in the organization. * * Extension `notes`: not in the specification. * * The service may refuse with `NotFound`, `Conflict`. */"
    ))

  it("is with those who may call it, in a group that both have as well", () => {
    assert.includeMembers(
      [...methodsOf(formatted(filesOf.promiseMethods, made.promiseMethods))],
      ["PartnerMethods notes.erase", "OrganizationMethods notes.list", "OrganizationMethods notes.set"]
    )
  })

  it("brings its types along; what only comes from the server may grow, what is sent may not", () => {
    const model = flat(formatted(filesOf.model, made.model))
    assert.include(
      model,
      '/** A note. Extension: not in the specification. */ export interface Note { readonly text: string readonly colour?: Colour /** A newer server may send others. */ readonly shade: "DARK" | "LIGHT" | (string & {}) }'
    )
    assert.include(
      model,
      'export interface NewNote { readonly text: string readonly colour: Colour readonly shade: "DARK" | "LIGHT" }'
    )
    assert.match(model, /\/\*\* A colour\. \*\/ export type Colour = "RED" \| "BLUE" (?!\|)/)
    assert.notInclude(model, "NotePage")
  })

  it("has its line in the reference", () => {
    assert.include(
      made.reference,
      "- `notes.set(jobId: string, noteId: string, newNote: NewNote, options?: CallOptions & KeyOptions & MatchOptions)` gives `PendingCall<Note>` or `Effect.Effect<Note, ClientError>`: Set a note. Does it. Needs the permission `jobs:read` in the organization. Extension `notes`.\n"
    )
    assert.include(made.reference, "- `notes.list(query?: { limit?: number; cursor?: string }, options?: CallOptions)`")
    assert.include(made.reference, "Needs the right `organizations:create` of your client.")
  })

  it("is compared with the contract", () => {
    assert.include(made.modelTypes, 'readonly "notes.list": Page<Note>')
    assert.match(
      made.modelTypes,
      /Answers[^]*readonly "notes.set": Note\n[^]*Requests[^]*readonly "notes.set": NewNote\n/
    )
  })

  it("is in no text when it takes credentials", () => {
    const login = HttpApiEndpoint.post("login", "/v1/notes", { payload: NewNote, success: Note }).annotateMerge(
      metadata({ ...told, access: outside, credentials: true })
    )
    assert.deepStrictEqual(generate(PartnerApi.add(notes.add(login))), texts)
  })
})

describe("a choice between values", () => {
  it("with a name may grow as long as nobody sends it", () => {
    const get = HttpApiEndpoint.get("get", "/v1/notes", { success: Note }).annotateMerge(
      metadata({ ...told, access: inside })
    )
    assert.include(
      flat(generate(apiOf(notes.add(get))).model),
      '/** A colour. A newer server may send others. */ export type Colour = "RED" | "BLUE" | (string & {})'
    )
  })

  it("is closed when it is sent in a query", () => {
    const get = HttpApiEndpoint.get("get", "/v1/notes", {
      query: { colour: Schema.optionalKey(Colour), text: Schema.String },
      success: Note
    }).annotateMerge(metadata({ ...told, access: inside }))
    const made = generate(apiOf(notes.add(get)))
    assert.match(flat(made.model), /export type Colour = "RED" \| "BLUE" (?!\|)/)
    assert.include(flat(made.promiseMethods), "(query: { readonly colour?: Colour readonly text: string }, options?")
  })
})

describe("what the library cannot offer stops the generator with a sentence", () => {
  const access = { ...told, access: inside }
  it.for([
    [
      "a header without an option",
      HttpApiEndpoint.get("get", "/n", { headers: { "x-new": Schema.String }, success: Note }),
      'The endpoint notes.get declares the header "x-new", and no option of a call carries it.'
    ],
    [
      "a body that is not JSON",
      HttpApiEndpoint.post("get", "/n", { payload: NewNote.pipe(HttpApiSchema.asFormUrlEncoded()), success: Note }),
      "The endpoint notes.get has a body of the kind FormUrlEncoded; the client sends JSON and nothing else."
    ],
    [
      "an error that is not of the domain",
      HttpApiEndpoint.get("get", "/n", { success: Note, error: NewNote.pipe(HttpApiSchema.status(400)) }),
      'The endpoint notes.get declares the error "NewNote", which is not one of the domain.'
    ],
    [
      "a body on some days",
      HttpApiEndpoint.get("get", "/n", { success: [Note, HttpApiSchema.NoContent] }),
      "The endpoint notes.get answers sometimes with a body and sometimes without."
    ],
    [
      "two types of one name",
      HttpApiEndpoint.post("get", "/n", { payload: NewNote.annotate({ identifier: "Note" }), success: Note }),
      'Two different types have the identifier "Note". Give one of them another.'
    ]
  ] as const)("%s", ([, endpoint, message]) =>
    assert.throws(() => generate(apiOf(notes.add(endpoint.annotateMerge(metadata(access))))), message)
  )

  it("a list without its envelope", () => {
    const list = HttpApiEndpoint.get("list", "/n", { success: Note }).annotateMerge(
      metadata({ ...access, paginated: true })
    )
    assert.throws(
      () => generate(apiOf(notes.add(list))),
      "notes.list is paginated, and its answer has no list named content."
    )
  })

  it("a group that would have the name of what holds all groups", () => {
    const get = HttpApiEndpoint.get("get", "/n", { success: Note }).annotateMerge(metadata(access))
    assert.throws(() => generate(apiOf(HttpApiGroup.make("partner").add(get))), "Rename the group.")
  })
})
