/**
 * The law of lists (spec 4.8; decisions, Lists): a row that exists unchanged during a whole walk is seen exactly once.
 *
 * The store is a sorted set of keys; between two pages other rows come and go as they like.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

import { emailMax } from "../src/Email.ts"
import { EventId } from "../src/EventId.ts"
import { idLengthMax, UserId } from "../src/Ids.ts"
import { jsonTextOf } from "../src/JsonText.ts"
import { makePage } from "../src/Page.ts"
import {
  type FoundRows,
  Limit,
  limitDefault,
  limitMax,
  LimitText,
  lookAhead,
  pageBytesMax,
  type PageRows,
  shortTextBytesMax,
  toPage,
  withinBytes
} from "../src/Pagination.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { User, userNameMax } from "../src/User.ts"
import { attemptsKeptMax, WebhookDelivery } from "../src/WebhookDelivery.ts"
import { faults, integer } from "./support.ts"

const keyOf = (number: number) => `key_${String(number).padStart(4, "0")}`
const keys = (minimum: number, maximum: number) =>
  Arbitrary.map(Arbitrary.array(integer(minimum, maximum), { maxLength: 350 }), (numbers) => numbers.map(keyOf))

/** What a store answers: keys greater than `after`, ascending, one more than the page holds. */
const pageOf = (store: ReadonlySet<string>, after: string | undefined, limit: number): PageRows<string> => {
  const found = [...store].filter((key) => after === undefined || key > after).toSorted()
  return toPage(found.slice(0, lookAhead(limit)), limit, (key) => key)
}

/** Walks a list to its end, and lets `meanwhile` change the store between two pages. */
const walk = (
  store: ReadonlySet<string>,
  limit: number,
  meanwhile: (store: ReadonlySet<string>, page: number) => ReadonlySet<string> = (same) => same
): ReadonlyArray<PageRows<string>> => {
  const pages: Array<PageRows<string>> = []
  let [current, after, open] = [store, undefined as string | undefined, true]
  while (open) {
    const page = pageOf(current, after, limit)
    pages.push(page)
    after = page.nextAfter
    open = after !== undefined
    current = meanwhile(current, pages.length - 1)
  }
  return pages
}

const limit = integer(1, limitMax)

describe("a walk through a list (spec 4.8; decisions, Lists)", () => {
  it.prop(
    "sees every row that stays exactly once, whatever is inserted and deleted between pages",
    {
      // Small limits make long walks, large ones are rare among small lists: both come up.
      limit: Arbitrary.flatMap(integer(0, 2), (size) => integer(1, [3, 20, limitMax][size] ?? 1)),
      staying: keys(0, 999),
      passing: keys(0, 999),
      changes: Arbitrary.array(
        Arbitrary.array(Arbitrary.all({ insert: Arbitrary.schema(Schema.Boolean), number: integer(0, 999) }), {
          maxLength: 40
        }),
        { maxLength: 60 }
      )
    },
    ({ limit, staying, passing, changes }) => {
      const stays = new Set(staying)
      const pages = walk(new Set([...staying, ...passing]), limit, (store, page) => {
        const next = new Set(store)
        for (const { insert, number } of changes[page] ?? []) {
          const key = keyOf(number)
          if (insert) next.add(key)
          else if (!stays.has(key)) next.delete(key)
        }
        return next
      })
      const seen = pages.flatMap((page) => page.rows)
      assert.deepStrictEqual(seen, [...new Set(seen)].toSorted())
      assert.deepStrictEqual(
        seen.filter((key) => stays.has(key)),
        [...stays].toSorted()
      )
      assert.isTrue(pages.every((page) => page.rows.length <= limit))
    },
    { arbitrary: { runs: 150, size: 350 } }
  )

  it.prop(
    "of k full pages ends with the k-th: a full last page has no next",
    { limit, k: integer(1, 4) },
    ({ limit, k }) => {
      const pages = walk(new Set(Array.from({ length: k * limit }, (_, index) => keyOf(index))), limit)
      assert.deepStrictEqual(
        pages.map((page) => page.rows.length),
        Array.from({ length: k }, () => limit)
      )
      assert.strictEqual(pages.at(-1)?.nextAfter, undefined)
    }
  )

  it.prop("fills every page but the last", { limit, rows: integer(0, 400) }, ({ limit, rows }) => {
    const pages = walk(new Set(Array.from({ length: rows }, (_, index) => keyOf(index))), limit)
    assert.strictEqual(pages.length, Math.max(1, Math.ceil(rows / limit)))
    assert.isTrue(pages.slice(0, -1).every((page) => page.rows.length === limit))
  })

  it("of an empty list is one empty page without a next", () =>
    assert.deepStrictEqual(walk(new Set(), 100), [{ rows: [], nextAfter: undefined }]))
})

const wide = (length: number) => "\u{20000}".repeat(length)
const at = timestampFromMillis(0)
const largestUser: User = {
  id: UserId.make("u".repeat(idLengthMax)),
  created_at: at,
  updated_at: at,
  first_name: wide(userNameMax),
  last_name: wide(userNameMax),
  email: wide(emailMax),
  status: "DISABLED"
}
const largestDelivery: WebhookDelivery = {
  event_id: EventId.make("evt_00000000000070000000000000"),
  type: "application.submitted",
  status: "pending",
  attempts: Array.from({ length: attemptsKeptMax }, () => ({ at, failure: "connection", duration_ms: 15_000 })),
  next_attempt_at: at
}

describe("the bytes of a page (decisions, Lists)", () => {
  /** Rows of these sizes, each at a position of its own. */
  const foundOf = (sizes: ReadonlyArray<number>, lookedTo?: string): FoundRows<number> => ({
    rows: sizes.map((row, index) => ({ position: keyOf(index), row })),
    lookedTo
  })
  const same = (size: number) => size
  const half = pageBytesMax / 2

  it.for([
    ["of which all fit", [half, half], 2, undefined],
    ["of which the last exceeds them by a byte", [half, half, 1], 2, keyOf(1)],
    ["of which the first alone exceeds them", [pageBytesMax + 1, 1], 1, keyOf(0)],
    ["of which the only one exceeds them", [pageBytesMax + 1], 1, undefined],
    ["of a search that ended at its bound", [1, half], 2, "end"],
    ["of none", [], 0, undefined]
  ] as const)("hold rows %s", ([, sizes, count, lookedTo]) => {
    const found = withinBytes(foundOf(sizes, lookedTo === "end" ? "end" : undefined), same)
    assert.deepStrictEqual([found.rows.length, found.lookedTo], [count, lookedTo])
  })

  it.prop(
    "end a page as late as they can, and a walk has each row once",
    { limit, sizes: Arbitrary.array(integer(0, pageBytesMax), { maxLength: 40 }) },
    ({ limit, sizes }) => {
      const seen: Array<number> = []
      let isOpen = true
      while (isOpen) {
        const start = seen.length
        const rows = sizes.slice(start, start + lookAhead(limit))
        const found = withinBytes(foundOf(rows), same)
        const page = toPage(found.rows, limit, ({ position }) => position, found.lookedTo)
        const held = page.rows.map(({ row }) => row)
        const sum = held.reduce((all, size) => all + size, 0)
        const next = sizes[start + held.length]
        assert.isTrue(held.length <= 1 || sum <= pageBytesMax)
        assert.isTrue(next === undefined || held.length === limit || sum + next > pageBytesMax)
        assert.strictEqual(page.nextAfter === undefined, next === undefined)
        seen.push(...held)
        isOpen = page.nextAfter !== undefined
      }
      assert.deepStrictEqual(seen, [...sizes])
    }
  )

  it.for([
    ["user", jsonTextOf(User)(largestUser)],
    ["delivery", jsonTextOf(WebhookDelivery)(largestDelivery)]
  ] as const)(
    "hold a page of the largest %s without a bound of bytes (docs/decisions, Pages end at 1 MiB)",
    ([, text]) => assert.isAtMost(Buffer.byteLength(text), shortTextBytesMax)
  )

  it("hold the rows of the largest page where each has a short text", () =>
    assert.isAtMost(lookAhead(limitMax) * shortTextBytesMax, pageBytesMax))
})

describe("the limit of a page (spec 4.4, spec 8; decisions, Lists)", () => {
  it("is 100 by default and at most", () => assert.deepStrictEqual([limitDefault, limitMax], [100, 100]))

  it.prop("is any integer from 1 to 100, in decimal digits", { limit: integer(-50, 150) }, ({ limit }) => {
    const expected = limit >= 1 && limit <= 100 ? [] : [" range"]
    assert.deepStrictEqual(faults(LimitText, String(limit)), expected)
    assert.deepStrictEqual(faults(Limit, limit), expected)
  })

  it.for(["", " ", "1 ", "01", "+1", "1.0", "1e1", "0x10", "١", "ten", "100 000", "1,2"])(
    "is refused as '%s', never clamped",
    (text) => assert.deepStrictEqual(faults(LimitText, text), [" range"])
  )

  it("decodes from text and encodes to it", () => {
    assert.strictEqual(Schema.decodeUnknownSync(LimitText)("42"), 42)
    assert.strictEqual(Schema.encodeSync(LimitText)(42), "42")
  })
})

describe("the envelope (spec 2, Paginated list; spec 4.8)", () => {
  it.prop("counts the items of this answer", { items: keys(0, 9) }, ({ items }) =>
    assert.deepStrictEqual(makePage(items, null), { content: items, next: null, count: [...items].length })
  )
})
