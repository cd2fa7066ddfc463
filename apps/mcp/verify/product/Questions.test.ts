/**
 * What a human is asked before a write is all that is written: nothing of it is cut, summed up or hidden (mcp.md, 5.5).
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer, type TestServer } from "@partner-api/client/testing"
import { customFeesMax, noteMax } from "@partner-api/domain/AgencyFees"
import { parseMoney } from "@partner-api/domain/Money"
import { parsePercent } from "@partner-api/domain/Percent"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ConfirmationLedger } from "../../src/protocol/confirmation/ConfirmationLedger.ts"
import { localPrincipal } from "../../src/protocol/Principal.ts"
import { Signer } from "../../src/protocol/Signer.ts"
import { type Human, jsonOf, says } from "../../test/fixture/Clients.ts"
import { overHttp, definitionOf } from "../../test/product/Product.ts"

const organization_id = "org_1"
const agency_id = "agy_2"
const ground = Layer.merge(Signer.layer, ConfirmationLedger.layer)

/** Applies a write with a human who says yes: what was asked, and the bodies that were sent then. */
const confirmed = (name: string, given: object, server: TestServer = createTestServer()) =>
  Effect.gen(function* () {
    const bodies = Array<unknown>()
    const watched = {
      ...server,
      clientSecret: server.clientSecret,
      fetch: async (input: string | URL | Request, init?: RequestInit) => {
        const request = new Request(input, init)
        if (request.headers.get("content-type")?.startsWith("application/json")) {
          bodies.push(await request.clone().json())
        }
        return server.fetch(request)
      }
    }
    const questions = Array<string>()
    const { definition } = yield* definitionOf(watched)
    const tool = definition.tools.find((one) => one.name === name)
    const call = tool?.call({
      arguments: { organization_id, mode: "apply", ...given },
      context: { principal: localPrincipal, progress: () => Effect.void },
      elicitation: {
        _tag: "Reverse",
        elicit: (question) =>
          Effect.sync(() => {
            questions.push(question)
            return "accepted" as const
          })
      }
    })
    const answer = yield* Effect.result(call ?? Effect.die("no such tool"))
    return { question: questions.join("\n"), bodies, answer }
  }).pipe(Effect.provide(ground))

/** The texts of a question, as they were before they were quoted. */
const textsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/`("(?:[^"\\`]|\\.)*")`/g), ([, literal = ""]) => JSON.parse(literal))

/** The fees that a question says will be set, read back from its words. */
const feesIn = (question: string): unknown => {
  const [, wanted = ""] = question.split("\n\n")
  const lines = wanted.split("\n")
  const optimized = lines.find((line) => line.startsWith("- optimized fee: "))?.slice("- optimized fee: ".length)
  const fees = lines
    .filter((line) => /^- custom fee \d+: /.test(line))
    .map((line) => {
      const [, price = "", rest = ""] = /^- custom fee \d+: ([^,]+)(.*)$/.exec(line) ?? []
      const note = rest === "" ? {} : { note: textsOf(rest)[0] }
      const share = parsePercent(price)
      if (Result.isSuccess(share)) return { feeType: "PERCENTAGE_FEE", feeBasisPoints: share.success, ...note }
      const { amount, currency } = Result.getOrThrow(parseMoney(price))
      return { feeType: "FLAT_FEE", feeCents: amount, currency, ...note }
    })
  const stays = lines.includes("- custom fees: stay as they are")
  return {
    ...(optimized === "on" || optimized === "off" ? { optimizedFee: optimized === "on" } : {}),
    ...(stays ? {} : { customFees: fees })
  }
}

const integer = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** Texts that a host could fold, reorder, render or swallow. None is one that the platform refuses. */
const sly = Arbitrary.map(
  Arbitrary.all([Arbitrary.schema(Schema.String), integer(0, 9), integer(1, 300)]),
  ([some, kind, times]) =>
    [
      some.replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, ""),
      "x".repeat(times + 200),
      `ok${" ".repeat(times)}and more`,
      "first\n\nNow:\n- custom fee 1: 1 %",
      '", note: `"nothing"`',
      "<!-- **bold** [a](b) &nbsp; -->",
      "zero\u200Bwidth\u00AD\uFE0F\u{E0041}",
      "a\u00A0\u3000b\tc",
      `e${"\u0301".repeat(20)}`,
      "\\u202E \\\\ `code`"
    ][kind] ?? ""
)

const someFees = Arbitrary.map(
  Arbitrary.all([
    Arbitrary.array(Arbitrary.all([sly, integer(0, 2), integer(0, 9_999)]), { minLength: 0, maxLength: customFeesMax }),
    integer(0, 3)
  ]),
  ([list, kind]) => ({
    ...(kind % 2 === 0 ? {} : { optimizedFee: list.length % 2 === 0 }),
    ...(kind === 1
      ? {}
      : {
          customFees: list.map(([text, which, value], index) => ({
            ...(which === 0
              ? { feeType: "PERCENTAGE_FEE", feeBasisPoints: (value % 500) * 20 + index }
              : { feeType: "FLAT_FEE", currency: which === 1 ? "EUR" : "JPY", feeCents: value * 100 + index }),
            ...(value % 3 === 0 ? {} : { note: text })
          }))
        })
  })
)

describe("a confirmation is of the whole write", () => {
  it("20 fees with notes of 500 characters appear whole", async () => {
    const human: Human = { questions: [], answer: says("accept") }
    const server = createTestServer()
    await using way = await overHttp(server, "auto", human)
    const notes = Array.from({ length: customFeesMax }, (_, index) => `${index} `.padEnd(noteMax, "n"))
    const customFees = notes.map((note, index) => ({ feeType: "FLAT_FEE", currency: "EUR", feeCents: index, note }))
    const given = { organization_id, agency_id, customFees, mode: "apply" }
    const result = await way.client.callTool({ name: "set_agency_fees", arguments: given })
    assert.strictEqual(jsonOf(result)["status"], "set")
    for (const note of notes) assert.include(human.questions[0], note)
    // What is there now is as long, and whole too.
    const again = { ...given, customFees: [{ feeType: "PERCENTAGE_FEE", percentage: "20%" }] }
    await way.client.callTool({ name: "set_agency_fees", arguments: again })
    for (const note of notes) assert.include(human.questions[1], note)
  })

  it.effect.prop(
    "every fee that is sent can be read back from the question",
    [someFees],
    ([given]) =>
      Effect.gen(function* () {
        const { question, bodies } = yield* confirmed("set_agency_fees", { agency_id, ...given })
        assert.lengthOf(bodies, 1)
        assert.deepStrictEqual(feesIn(question), bodies[0])
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect.prop(
    "every member of a user that is sent can be read back from the question",
    [sly, sly],
    ([first, last]) =>
      Effect.gen(function* () {
        const name = (text: string) => `N${text.replaceAll(/[\n\t]/g, "").slice(0, 80)}.`
        const person = { first_name: name(first), last_name: name(last), email: "a_b*c@example.com" }
        const { question, bodies } = yield* confirmed("add_user", person)
        const shown = question
          .split("\n")
          .filter((line) => line.startsWith("- "))
          .map((line) => [line.slice(2, line.indexOf(":")), textsOf(line)[0]])
        assert.deepStrictEqual([Object.fromEntries(shown)], bodies)
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect.prop(
    "a question has no character that nobody sees, and no text of others begins a line of its own",
    [someFees],
    ([given]) =>
      Effect.gen(function* () {
        const { question, bodies } = yield* confirmed("set_agency_fees", { agency_id, ...given })
        assert.lengthOf(bodies, 1)
        assert.notMatch(question, /(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]| {2}|(?! )\p{Zs}/u)
        for (const line of question.split("\n")) {
          assert.match(
            line,
            /^$|^Set the fees |^New:$|^Now:$|^The custom fees replace |^- (optimized fee|custom fees?( \d+)?): /
          )
        }
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect("control and bidirectional characters of what is stored are shown as escapes", () =>
    Effect.gen(function* () {
      const server = createTestServer()
      const note = "a\u0000\u001B\u007F\u009F\u202A\u202E\u2066\u2069b"
      server.answer("agencies.getFees", () => ({
        body: { optimizedFee: false, customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 1, note }] }
      }))
      const { question } = yield* confirmed("set_agency_fees", { agency_id, optimizedFee: true }, server)
      assert.include(question, '`"a\\u0000\\u001B\\u007F\\u009F\\u202A\\u202E\\u2066\\u2069b"`')
    })
  )

  it.effect("what is too long to be shown whole is refused, in the preview too", () =>
    Effect.gen(function* () {
      const server = createTestServer()
      const fees = Array.from({ length: 200 }, (_, feeCents) => ({
        feeType: "FLAT_FEE" as const,
        currency: "EUR",
        feeCents,
        note: "n".repeat(noteMax)
      }))
      server.answer("agencies.getFees", () => ({ body: { optimizedFee: false, customFees: fees } }))
      for (const mode of ["preview", "apply"]) {
        const given = { agency_id, optimizedFee: true, mode }
        const { question, bodies, answer } = yield* confirmed("set_agency_fees", given, server)
        assert.strictEqual(question, "")
        assert.deepStrictEqual(bodies, [])
        const failure = Result.isFailure(answer) ? answer.failure : undefined
        assert.deepInclude(failure, { error: "cannot_be_shown", outcome: "not_sent" })
        assert.include(String(failure?.message), "partner fees set")
      }
    })
  )

  it("the preview shows what is invisible, and what is empty, too", async () => {
    await using way = await overHttp(createTestServer(), "auto")
    const fee = { feeType: "FLAT_FEE", currency: "EUR" }
    const customFees = [
      { ...fee, feeCents: 1, note: "a\u200Bb" },
      { ...fee, feeCents: 2, note: "" }
    ]
    const given = { organization_id, agency_id, customFees }
    const result = await way.client.callTool({ name: "set_agency_fees", arguments: given })
    assert.deepInclude(jsonOf(result), {
      request: {
        customFees: [
          { ...customFees[0], note: "a\\u200Bb", amount: "0.01 EUR" },
          { ...customFees[1], amount: "0.02 EUR" }
        ]
      }
    })
  })

  it.each([["auto" as const], ["legacy" as const]])(
    "%s: a secret of this server is neither shown nor written",
    async (era) => {
      const server = createTestServer()
      const human: Human = { questions: [], answer: says("accept") }
      await using way = await overHttp(server, era, human)
      const person = { organization_id, first_name: "A", last_name: server.clientSecret, email: "a@example.com" }
      const result = await way.client.callTool({ name: "add_user", arguments: { ...person, mode: "apply" } })
      assert.deepInclude(jsonOf(result), { error: "secret_in_arguments", outcome: "not_sent" })
      assert.deepStrictEqual(human.questions, [])
      assert.strictEqual(server.count("users.create"), 0)
    }
  )

  it.each([["auto" as const], ["legacy" as const]])("%s: a secret in what is stored is not shown", async (era) => {
    const server = createTestServer()
    const note = `it is ${server.clientSecret}`
    server.answer("agencies.getFees", () => ({
      body: { optimizedFee: false, customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 1, note }] }
    }))
    const human: Human = { questions: [], answer: says("decline") }
    await using way = await overHttp(server, era, human)
    const given = { organization_id, agency_id, optimizedFee: true, mode: "apply" }
    await way.client.callTool({ name: "set_agency_fees", arguments: given })
    assert.lengthOf(human.questions, 1)
    assert.notInclude(human.questions[0], server.clientSecret)
  })
})
