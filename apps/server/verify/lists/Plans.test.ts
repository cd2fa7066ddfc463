/**
 * No statement of the stores reads all rows of an organization on SQLite, which plans without statistics: each statement that the laws of the
 * stores run is explained.
 */
import { assert, describe, it } from "@effect/vitest"
import { storeLaws } from "@partner-api/service/laws/StoreLaws"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { connectionsTo } from "../../test/LawConnections.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { planOf, statementsOf } from "./Plans.ts"

const folder = sharedFolder()

/** A step that goes through all rows of a table, or through all of an organization. */
const readsAll =
  /^(SCAN (?!\d|CONSTANT ROW|wanted|.* USING COVERING INDEX|.*VIRTUAL TABLE)|SEARCH .* \(organization_id=\?\)$)/

/** Statements that end with what they need: a page in its order, or a single row. */
const isBounded = (text: string) => /LIMIT \S+( OFFSET \S+)?\s*\)?/.test(text)

/** Tables of a few rows for each client or organization, of which all are read. */
const isSmall =
  /\b(organizations|grants|clients|client_secrets|cursor_keys|journal_counters|attachment_totals|write_probes|rejection_reasons)\b/

/** What operators list whole: endpoints of webhooks, of which a client has ten in an organization. Partners' statements have a condition. */
const isWholeList = /\bFROM webhook_endpoints w JOIN webhook_positions p ON p\.endpoint_id = w\.id ORDER BY\b/

describe("the statements of the stores", () => {
  it.live("read no more than they give, on SQLite (decisions, Filters)", () =>
    Effect.gen(function* () {
      const all = new Map<string, ReadonlyArray<unknown>>()
      for (const [index, [, holds]] of storeLaws.entries()) {
        const target = readTarget(`sqlite:${folder.file(`plans-${index}.db`)}`)
        const [first, second] = yield* connectionsTo(target)
        for (const [text, values] of yield* statementsOf(holds(first, second))) all.set(text, values)
      }
      const context = yield* Layer.build(Database.layer(readTarget(`sqlite:${folder.file("plans-0.db")}`)))
      const selects = [...all].filter(([text]) => /^\s*(SELECT|WITH|UPDATE|DELETE)/.test(text))
      assert.isAbove(selects.length, 50)
      const found: Array<string> = []
      for (const [text, values] of selects) {
        const plan = yield* Effect.provideContext(planOf(text, values), context)
        if (
          plan.some((step) => readsAll.test(step)) &&
          !isBounded(text) &&
          !isSmall.test(text) &&
          !isWholeList.test(text)
        ) {
          found.push(`${text.replaceAll(/\s+/g, " ")}\n  ${plan.join("\n  ")}`)
        }
      }
      assert.deepStrictEqual(found, [])
    }).pipe(Effect.scoped)
  )
})
