/**
 * The queries of the feed (decisions, Journal).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { EventSelection, selectTypes, WaitText } from "../src/EventQuery.ts"
import { EventTypeName, permissionOf } from "../src/EventType.ts"
import { permissions } from "../src/Permission.ts"

const all = EventTypeName.literals
const read = (text: string) => Schema.decodeSync(EventSelection)(text)
const selected = (text: string) => Result.getOrThrow(selectTypes({ types: read(text) }, permissions))

describe("types of events in an address (decisions, Journal)", () => {
  it.for([
    ["job.closed", ["job.closed"]],
    ["job.*", all.filter((type) => type.startsWith("job."))],
    ["job.closed,application.*", all.filter((type) => type === "job.closed" || type.startsWith("application."))],
    ["application.*,application.hired", all.filter((type) => type.startsWith("application."))],
    ["agency_fees.*", ["agency_fees.set"]],
    ["*", all]
  ] as const)("%s", ([text, types]) => assert.deepStrictEqual(selected(text), types))

  it("are the same however they are spelled", () => {
    const write = Schema.encodeSync(EventSelection)
    assert.strictEqual(write(read("job.closed,agency_fees.set,job.closed")), "agency_fees.set,job.closed")
  })

  it.for([
    "",
    "job",
    "job.",
    "job.opend",
    "job.*.x",
    "jobs.*",
    "users.*",
    "agencies.*",
    "applications.*",
    "Job.opened",
    "job.closed,"
  ])("cannot be %s: an unknown type is refused, never an empty feed", (text) =>
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(EventSelection)(text)))
  )
})

describe("the wildcard of a noun (decisions, Journal)", () => {
  const nouns = [...new Set(all.map((type) => type.slice(0, type.indexOf("."))))]

  it.for(nouns)("%s stands for its types, or is distinguished from that of its records", (noun) => {
    const ofNoun = all.filter((type) => type.startsWith(`${noun}.`))
    const found = Schema.decodeUnknownResult(EventSelection)(`${noun}.*`)
    if (ofNoun.join() !== `${noun}.imported`) return assert.deepStrictEqual(selected(`${noun}.*`), ofNoun)
    assert.include(String(Result.isFailure(found) ? found.failure : ""), "an import has one type")
  })
})

describe("the types that a reader gets (decisions, Journal)", () => {
  const types = (
    filter: { readonly types?: ReadonlyArray<string> },
    held: ReadonlyArray<(typeof permissions)[number]>
  ) => Result.match(selectTypes(filter, held), { onFailure: ({ message }) => message, onSuccess: (found) => found })

  it("are all that the token may read where none are named", () => {
    for (const permission of permissions) {
      const readable = all.filter((type) => permissionOf(type) === permission)
      assert.deepStrictEqual(types({}, [permission]), readable)
      assert.deepStrictEqual(types({ types: ["*"] }, [permission]), readable)
    }
    assert.deepStrictEqual(types({}, []), [])
  })

  it("are refused where one is named that the token may not read", () => {
    const lacks = "The token lacks the permission users:read, which events of the type user.created need."
    assert.strictEqual(types({ types: ["user.*", "job.opened"] }, ["jobs:read"]), lacks)
    assert.strictEqual(types({ types: ["user.created"] }, []), lacks)
  })
})

describe("how long to wait (decisions, Journal)", () => {
  it("is 0 to 10 whole seconds", () => {
    const wait = (text: string) => Result.getOrUndefined(Schema.decodeUnknownResult(WaitText)(text))
    assert.deepStrictEqual(["0", "1", "10"].map(wait), [0, 1, 10])
    assert.deepStrictEqual(["", "11", "-1", "01", "1.5", "1e1", "ten", "99999"].map(wait), Array(8).fill(undefined))
  })
})
