/**
 * Agencies and their fees: what an update changes and what it keeps, the two kinds of fees and their bounds (spec 4.6; decisions,
 * Resources and Fees).
 */
import { FeesChange } from "@partner-api/domain/FeesHistory"
import { Page } from "@partner-api/domain/Page"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { errorOf, mistakesOf, withoutRequestId } from "./ErrorAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { sharedServer, startServer } from "./TestServer.ts"
import { walk } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens } = server
const token = tokens.acme
const fees = "/v1/agencies/agy_hirewell/fees"
const set = (json: unknown) => call("POST", fees, { token, json })
const setNumber = (number: string) =>
  call("POST", fees, {
    token,
    body: `{"customFees":[{"feeType":"FLAT_FEE","currency":"EUR","feeCents":${number}}],"optimizedFee":false}`,
    headers: { "content-type": "application/json" }
  })
const read = async () => (await call("GET", fees, { token })).json

const flat = (feeCents: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  feeType: "FLAT_FEE",
  currency: "EUR",
  feeCents,
  ...more
})
const percentage = (feeBasisPoints: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  feeType: "PERCENTAGE_FEE",
  feeBasisPoints,
  ...more
})
const stored = { optimizedFee: false, customFees: [flat(100, { note: "stored" }), percentage(2_000)] }
const many = (count: number) => Array.from({ length: count }, (_, index) => flat(index))

describe("an agency", () => {
  const hirewell = {
    id: "agy_hirewell",
    name: "Hirewell",
    status: "ACTIVE",
    optimizedFee: true,
    recruiters: [
      {
        id: "rec_hirewell_1",
        first_name: "Robin",
        last_name: "Doe",
        email: "robin@hirewell.example",
        status: "ACTIVE"
      }
    ]
  }

  it("is listed and read with its name and recruiters (decisions, Resources)", async () => {
    await using fresh = await startServer()
    const asPartner = { token: await fresh.partner() }
    const list = await fresh.call("GET", "/v1/agencies?limit=1", asPartner)
    assert.include(list.text, `{"content":[${JSON.stringify(hirewell)}],"next":"http`)
    assert.deepStrictEqual((await fresh.call("GET", "/v1/agencies/agy_hirewell", asPartner)).json, hirewell)
  })

  it("shows the optimized fee that was set (decisions, Resources)", async () => {
    for (const optimizedFee of [false, true]) {
      await set({ optimizedFee })
      assert.deepStrictEqual((await call("GET", "/v1/agencies/agy_hirewell", { token })).json, {
        ...hirewell,
        optimizedFee
      })
    }
  })

  it("has the optimized fee and no custom ones at first (decisions, Fees)", async () =>
    assert.deepStrictEqual((await call("GET", "/v1/agencies/agy_northwind/fees", { token })).json, {
      optimizedFee: true,
      customFees: []
    }))

  it.for(["", "/fees"])("of another organization is like an unknown one: GET …%s (decisions, Tokens)", async (rest) => {
    const [foreign, unknown] = [
      await call("GET", `/v1/agencies/agy_contoso${rest}`, { token }),
      await call("GET", `/v1/agencies/agy_unknown${rest}`, { token })
    ]
    assert.strictEqual(errorOf(foreign), "404 not_found")
    assert.deepStrictEqual(withoutRequestId(foreign), withoutRequestId(unknown))
  })

  it("of another organization is like an unknown one when fees are set, and keeps its own (decisions, Tokens)", async () => {
    const [foreign, unknown] = [
      await call("POST", "/v1/agencies/agy_contoso/fees", { token, json: { optimizedFee: false } }),
      await call("POST", "/v1/agencies/agy_unknown/fees", { token, json: { optimizedFee: false } })
    ]
    assert.strictEqual(errorOf(foreign), "404 not_found")
    assert.deepStrictEqual(withoutRequestId(foreign), withoutRequestId(unknown))
    const own = await call("GET", "/v1/agencies/agy_contoso/fees", { token: tokens.globex })
    assert.deepStrictEqual(own.json, { optimizedFee: true, customFees: [] })
  })
})

describe("setting fees", () => {
  it.for<[what: string, update: unknown, expected: unknown]>([
    ["changes nothing when nothing is given", {}, stored],
    ["keeps customFees when only optimizedFee is given", { optimizedFee: true }, { ...stored, optimizedFee: true }],
    [
      "keeps optimizedFee when only customFees are given",
      { customFees: [percentage(1)] },
      { optimizedFee: false, customFees: [percentage(1)] }
    ],
    ["replaces the list as a whole", { customFees: [flat(1)] }, { optimizedFee: false, customFees: [flat(1)] }],
    ["empties the list", { customFees: [] }, { optimizedFee: false, customFees: [] }],
    [
      "keeps the order given",
      { customFees: [flat(3), percentage(9), flat(1), flat(2)] },
      { optimizedFee: false, customFees: [flat(3), percentage(9), flat(1), flat(2)] }
    ],
    [
      "takes custom fees beside the optimized one, where they lie dormant",
      { optimizedFee: true, customFees: [flat(1)] },
      { optimizedFee: true, customFees: [flat(1)] }
    ],
    ["takes 20 fees", { customFees: many(20) }, { optimizedFee: false, customFees: many(20) }],
    [
      "takes fees that differ only in the note",
      { customFees: [flat(1), flat(1, { note: "" }), flat(1, { note: "a" })] },
      { optimizedFee: false, customFees: [flat(1), flat(1, { note: "" }), flat(1, { note: "a" })] }
    ],
    [
      "takes the least",
      { customFees: [flat(0), percentage(0)] },
      { optimizedFee: false, customFees: [flat(0), percentage(0)] }
    ],
    [
      "takes the most",
      { customFees: [flat(1_000_000_000_000, { note: "😀".repeat(500) }), percentage(10_000)] },
      { optimizedFee: false, customFees: [flat(1_000_000_000_000, { note: "😀".repeat(500) }), percentage(10_000)] }
    ],
    [
      "takes a currency without cents",
      { customFees: [flat(500_000, { currency: "JPY" })] },
      { optimizedFee: false, customFees: [flat(500_000, { currency: "JPY" })] }
    ],
    [
      "takes XOF",
      { customFees: [flat(1, { currency: "XOF" })] },
      { optimizedFee: false, customFees: [flat(1, { currency: "XOF" })] }
    ]
  ])("%s (decisions, Fees)", async ([, update, expected]) => {
    assert.strictEqual((await set(stored)).status, 200)
    const answer = await set(update)
    assert.deepStrictEqual([answer.status, answer.json], [200, expected])
    assert.deepStrictEqual(await read(), expected)
  })

  it.for<[what: string, update: unknown, details: ReadonlyArray<string>]>([
    ["null", { optimizedFee: null, customFees: null }, ["body /customFees type", "body /optimizedFee type"]],
    ["the other spelling", { optimisedFee: false }, ["body /optimisedFee unknown"]],
    ["one fee without its list", { customFees: flat(1) }, ["body /customFees type"]],
    ["21 fees", { customFees: many(21) }, ["body /customFees length"]],
    ["a fee twice", { customFees: [flat(1), percentage(1), flat(1)] }, ["body /customFees/2 duplicate"]],
    [
      "two fees twice",
      { customFees: [flat(1), flat(1), percentage(1), percentage(1)] },
      ["body /customFees/1 duplicate", "body /customFees/3 duplicate"]
    ],
    ["no type", { customFees: [{ currency: "EUR", feeCents: 1 }] }, ["body /customFees/0/feeType not_allowed"]],
    [
      "an unknown type",
      { customFees: [{ feeType: "flat_fee", currency: "EUR", feeCents: 1 }] },
      ["body /customFees/0/feeType not_allowed"]
    ],
    ["no currency", { customFees: [{ feeType: "FLAT_FEE", feeCents: 1 }] }, ["body /customFees/0/currency required"]],
    [
      "a currency in small letters",
      { customFees: [flat(1, { currency: "eur" })] },
      ["body /customFees/0/currency format"]
    ],
    [
      "a currency no longer in use",
      { customFees: [flat(1, { currency: "DEM" })] },
      ["body /customFees/0/currency format"]
    ],
    ["gold", { customFees: [flat(1, { currency: "XAU" })] }, ["body /customFees/0/currency format"]],
    [
      "less than nothing",
      { customFees: [flat(-1), percentage(-1)] },
      ["body /customFees/0/feeCents range", "body /customFees/1/feeBasisPoints range"]
    ],
    [
      "too much",
      { customFees: [flat(1_000_000_000_001), percentage(10_001)] },
      ["body /customFees/0/feeCents range", "body /customFees/1/feeBasisPoints range"]
    ],
    [
      "parts of a cent",
      { customFees: [flat(0.5), percentage(0.2)] },
      ["body /customFees/0/feeCents type", "body /customFees/1/feeBasisPoints type"]
    ],
    [
      "numbers as text",
      { customFees: [flat("1"), percentage("20%")] },
      ["body /customFees/0/feeCents type", "body /customFees/1/feeBasisPoints type"]
    ],
    [
      "a note of 501 characters",
      { customFees: [flat(1, { note: "a".repeat(501) })] },
      ["body /customFees/0/note length"]
    ],
    ["a note of null", { customFees: [flat(1, { note: null })] }, ["body /customFees/0/note type"]],
    [
      "members of the other kind",
      { customFees: [percentage(1, { currency: "EUR" })] },
      ["body /customFees/0/currency unknown"]
    ],
    [
      "everything at once",
      { optimizedFee: "no", customFees: [flat(-1, { tax: 1 }), { feeType: "X" }], x: 1 },
      [
        "body /customFees/0/feeCents range",
        "body /customFees/0/tax unknown",
        "body /customFees/1/feeType not_allowed",
        "body /optimizedFee type",
        "body /x unknown"
      ]
    ]
  ])("refuses %s, names it, and changes nothing (decisions, Fees)", async ([, update, details]) => {
    await set(stored)
    assert.sameMembers(mistakesOf(await set(update)), [...details])
    assert.deepStrictEqual(await read(), stored)
  })

  it.for([
    ["1e2", 100],
    ["1.0", 1],
    ["-0", 0]
  ] as const)("reads %s as the integer it is (decisions, Fees)", async ([number, feeCents]) => {
    const answer = await setNumber(number)
    assert.deepStrictEqual([answer.status, await read()], [200, { ...stored, customFees: [flat(feeCents)] }])
  })

  it.for(["1e400", "9007199254740993", "1.0000000000000001e1"])(
    "refuses %s, which no double holds (decisions, Fees)",
    async (number) => assert.strictEqual(errorOf(await setNumber(number)), "422 unprocessable_entity")
  )
})

describe("guarantee and payment terms", () => {
  it("are set beside fees, kept by other updates, in history and event, and the guarantee is removed by 0 days (recruiting 8)", async () => {
    const made = await call("POST", "/v1/agencies", { token, json: { name: "Guaranteed" } })
    const path = `/v1/agencies/${textOf(made, "id")}/fees`
    const setTerms = (json: unknown) => call("POST", path, { token, json })
    const guarantee = { days: 90, refund: "PRORATED" }
    const first = await setTerms({ guarantee, paymentTermsDays: 30 })
    assert.strictEqual(
      first.text,
      `{"optimizedFee":true,"customFees":[],"guarantee":${JSON.stringify(guarantee)},"paymentTermsDays":30}`
    )
    assert.deepStrictEqual(membersOf(await setTerms({ optimizedFee: false })), {
      optimizedFee: false,
      customFees: [],
      guarantee,
      paymentTermsDays: 30
    })
    assert.strictEqual(
      (await setTerms({ guarantee: { days: 0 } })).text,
      '{"optimizedFee":false,"customFees":[],"paymentTermsDays":30}'
    )
    const history = await call("GET", `${path}/history`, { token })
    assert.deepStrictEqual(
      Object(history.json).content.map((change: unknown) => Object(change).changed),
      [["guarantee", "paymentTermsDays"], ["optimizedFee"], ["guarantee"]]
    )
    assert.include(history.text, `"after":${first.text}`)
    const feed = await call("GET", "/v1/events?types=agency_fees.set&limit=100", { token })
    assert.include(feed.text, `"customFees":[],"guarantee":${JSON.stringify(guarantee)},"paymentTermsDays":30`)
    assert.deepStrictEqual(mistakesOf(await setTerms({ guarantee: { days: 90 }, paymentTermsDays: 366 })), [
      "body /guarantee/refund required",
      "body /paymentTermsDays range"
    ])
  })
})

describe("the preview of fees", () => {
  const preview = (json: unknown) => call("POST", `${fees}/preview`, { token, json })
  const salary = { base_salary_cents: 7_200_000, currency: "EUR" }

  it("says what a hire would cost under each stored fee, and changes nothing (decisions, Fees)", async () => {
    await set(stored)
    const answer = await preview(salary)
    assert.deepStrictEqual(
      [answer.status, answer.json],
      [
        200,
        {
          optimizedFee: false,
          fees: [
            { fee: flat(100, { note: "stored" }), fee_amount_cents: 100 },
            { fee: percentage(2_000), fee_amount_cents: 1_440_000 }
          ]
        }
      ]
    )
    assert.deepStrictEqual(await read(), stored)
  })

  it("takes the place of stored fees by those that are given, and changes nothing (decisions, Fees)", async () => {
    await set(stored)
    assert.deepStrictEqual((await preview({ ...salary, customFees: [percentage(1)] })).json, {
      optimizedFee: false,
      fees: [{ fee: percentage(1), fee_amount_cents: 720 }]
    })
    assert.deepStrictEqual((await preview({ ...salary, optimizedFee: true })).json, {
      optimizedFee: true,
      fees: [{ fee: { feeType: "OPTIMIZED_FEE" } }]
    })
    assert.deepStrictEqual(await read(), stored)
  })

  it.for<[what: string, body: object, details: ReadonlyArray<string>]>([
    ["no salary", { currency: "EUR" }, ["body /base_salary_cents required"]],
    ["a salary that is too large", { ...salary, base_salary_cents: 1e12 + 1 }, ["body /base_salary_cents range"]],
    ["fees that set would refuse", { ...salary, customFees: [flat(1), flat(1)] }, ["body /customFees/1 duplicate"]]
  ])("refuses %s and names it (decisions, Fees)", async ([, body, details]) =>
    assert.sameMembers(mistakesOf(await preview(body)), [...details])
  )
})

const decodeHistory = Schema.decodeUnknownSync(Page(FeesChange))

const cents = (feeCents: number) => ({ feeType: "FLAT_FEE", currency: "EUR", feeCents }) as const

describe("the history of fees", () => {
  it("has what the fees were and became at each change, the oldest first, page by page (decisions, Fees)", async () => {
    await using fresh = await startServer()
    const asPartner = { token: await fresh.partner() }
    for (const customFees of [[{ ...cents(1), note: "private" }], [cents(2)], [cents(2)]])
      await fresh.call("POST", fees, { ...asPartner, json: { optimizedFee: false, customFees } })
    const pages = await walk(fresh.call, asPartner.token, `${fees}/history?limit=1`)
    assert.lengthOf(pages, 2)
    assert.deepStrictEqual(
      pages.flatMap(({ json }) => decodeHistory(json).content.map(({ after, before }) => [before, after])),
      [
        [
          { optimizedFee: true, customFees: [] },
          { optimizedFee: false, customFees: [cents(1)] }
        ],
        [
          { optimizedFee: false, customFees: [cents(1)] },
          { optimizedFee: false, customFees: [cents(2)] }
        ]
      ]
    )
    for (const { text } of pages) assert.notInclude(text, "private")
  })
})
