/**
 * Claims: when one is in force, whom it keeps out, how long it lasts, and what ends it (recruiting 7).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Arbitrary from "effect/Arbitrary"

import type { Application } from "../src/Application.ts"
import { ApplicationState } from "../src/ApplicationState.ts"
import {
  blocks,
  type Claim,
  claimTerm,
  excludes,
  hasLastingClaim,
  holdsClaim,
  isInForce,
  ownershipOf,
  restoredEnd,
  strongestClaim,
  termOf
} from "../src/Claim.ts"
import { personalEmail } from "../src/Email.ts"
import { refusedKnownSince } from "../src/KnownSince.ts"
import { AgencyId, ApplicationId } from "../src/Ids.ts"
import { PlacementStatus } from "../src/PlacementStatus.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { integer } from "./support.ts"

const [agency, rival] = [AgencyId.make("agy_a"), AgencyId.make("agy_b")]
const id = ApplicationId.make("app_a")
const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 5, 1)

const claims: Arbitrary.Arbitrary<Claim> = Arbitrary.map(
  Arbitrary.schema(
    Schema.Struct({
      sinceMs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })),
      lastsMs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })),
      whose: Schema.Literals([agency, rival, "the employer's"]),
      isHeld: Schema.Boolean
    })
  ),
  ({ isHeld, lastsMs, sinceMs, whose }) => ({
    applicationId: id,
    agencyId: whose === "the employer's" ? undefined : AgencyId.make(whose),
    sinceMs,
    expiresAtMs: sinceMs + lastsMs,
    // The employer's is held by no application.
    isHeld: isHeld && whose !== "the employer's"
  })
)

describe("a claim (recruiting 7)", () => {
  it.for(ApplicationState.literals)("is held by an application in %s as here it is", (state) => {
    const erased_at = timestampFromMillis(nowMs)
    const isActive = ["AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER"].includes(state)
    for (const placement of PlacementStatus.literals) {
      const isHeld = placement === "AWAITING_START" || placement === "IN_GUARANTEE"
      const holds = state === "HIRED" ? isHeld : isActive
      assert.strictEqual(holdsClaim({ state }, [placement]), holds, placement)
      // An earlier hire of the application that was cancelled changes nothing.
      assert.strictEqual(holdsClaim({ state }, ["CANCELLED", placement]), holds, placement)
      assert.strictEqual(holdsClaim({ state, erased_at }, [placement]), holds && !isActive, placement)
    }
    assert.strictEqual(holdsClaim({ state }, []), isActive)
  })

  it.prop(
    "keeps out every agency but its own, as long as it is in force",
    [claims, integer(0, 3_000)],
    ([claim, now]) => {
      assert.strictEqual(isInForce(claim, now), claim.isHeld || now < claim.expiresAtMs)
      for (const one of [agency, rival]) {
        assert.strictEqual(excludes(claim, one, now), claim.agencyId !== one && isInForce(claim, now))
      }
    }
  )

  it.prop(
    "that is held keeps out its own agency's other applications too",
    [claims, integer(0, 3_000)],
    ([claim, now]) => {
      const other = { agency_id: agency, id: ApplicationId.make("app_b") }
      assert.strictEqual(blocks(claim, other, now), claim.isHeld || excludes(claim, agency, now))
      assert.strictEqual(blocks(claim, { agency_id: agency, id }, now), excludes(claim, agency, now))
    }
  )

  it.prop(
    "goes on with another confirmation of its agency, else begins with it",
    [claims, integer(0, 3_000)],
    ([claim, now]) => {
      const term = claimTerm(claim, { agencyId: agency, expiresAtMs: now + 5, nowMs: now })
      const goesOn = claim.agencyId === agency && isInForce(claim, now)
      assert.deepStrictEqual(
        term,
        goesOn ? { sinceMs: claim.sinceMs, expiresAtMs: claim.expiresAtMs } : { sinceMs: now, expiresAtMs: now + 5 }
      )
    }
  )

  it.prop(
    "is shown with its end where it lasts, and read back",
    [integer(0, 1_000), integer(0, 1_000)],
    ([sinceMs, ms]) => {
      const term = { sinceMs, expiresAtMs: ms === 0 ? 0 : sinceMs + ms }
      const shown = ownershipOf(term)
      assert.strictEqual(shown.expires_at === undefined, ms === 0)
      assert.deepStrictEqual(termOf(shown), term)
    }
  )

  it("of a restored rejection keeps the end that it had", () => {
    const shown = { confirmed_at: timestampFromMillis(nowMs), updated_at: timestampFromMillis(nowMs) }
    assert.strictEqual(restoredEnd(shown, 10), nowMs + 10 * dayMs)
    const ownership = ownershipOf({ sinceMs: nowMs, expiresAtMs: nowMs + 180 * dayMs })
    assert.strictEqual(restoredEnd({ ...shown, ownership }, 10), nowMs + 180 * dayMs)
    assert.strictEqual(restoredEnd({ ...shown, ownership: { since: ownership.since } }, 10), 0)
    assert.strictEqual(restoredEnd(shown, 0), 0)
  })

  it("lasts until it is given up or over", () => {
    const ownership = ownershipOf({ sinceMs: nowMs, expiresAtMs: nowMs + dayMs })
    assert.isTrue(hasLastingClaim({ ownership }, nowMs))
    assert.isFalse(hasLastingClaim({ ownership }, nowMs + dayMs))
    assert.isFalse(hasLastingClaim({ ownership: { ...ownership, ended_at: ownership.since } }, nowMs))
    assert.isFalse(hasLastingClaim({ ownership: { since: ownership.since } }, nowMs))
    assert.isFalse(hasLastingClaim({}, nowMs))
  })

  it.prop(
    "decides among several that is held, else the one that lasts longest",
    [Arbitrary.array(claims, { maxLength: 5 })],
    ([some]) => {
      const strongest = strongestClaim(some)
      assert.strictEqual(strongest === undefined, some.length === 0)
      for (const one of some) {
        assert.isTrue(strongest?.isHeld === true || (!one.isHeld && (strongest?.expiresAtMs ?? 0) >= one.expiresAtMs))
      }
    }
  )
})

describe("a person (recruiting 7)", () => {
  it.for([
    ["Ada@Example.com", "ada@example.com"],
    ["ada+jobs@example.com", "ada@example.com"],
    ["ada+a+b@example.com", "ada@example.com"],
    ["+ada@example.com", "+ada@example.com"],
    ["ada+@example.com", "ada@example.com"],
    ["a.d.a@example.com", "a.d.a@example.com"]
  ] as const)("with the email %s is known by %s", ([email, person]) => assert.strictEqual(personalEmail(email), person))
})

describe("a rejection of a person whom the employer knew (recruiting 7)", () => {
  const application = (state: Application["state"], confirmedDaysAgo = 14) => ({
    state,
    confirmed_at: timestampFromMillis(nowMs - confirmedDaysAgo * dayMs)
  })
  const codeOf = (...args: Parameters<typeof refusedKnownSince>) => refusedKnownSince(...args)?.code

  it.for(ApplicationState.literals)("in %s states it where the application is new", (state) => {
    const isNew = state === "AWAITING_SORT" || state === "REVIEWING"
    assert.strictEqual(codeOf(application(state), "2026-05-01", nowMs), isNew ? undefined : "conflict")
  })

  it.for([
    ["2026-05-18", undefined],
    ["2026-05-19", "unprocessable_entity"],
    ["2024-05-18", undefined],
    ["2024-05-17", "unprocessable_entity"]
  ] as const)("confirmed on 2026-05-18 takes the day %s: %s", ([day, code]) =>
    assert.strictEqual(codeOf(application("AWAITING_SORT"), day, nowMs), code)
  )

  it("is too late on the fifteenth day", () =>
    assert.strictEqual(codeOf(application("REVIEWING", 14.1), "2026-05-01", nowMs), "conflict"))

  it("counts from the begin of a claim that goes on: the agency had brought the person then", () => {
    const later = (daysAgo: number) => ({
      ...application("AWAITING_SORT", 1),
      ownership: { since: timestampFromMillis(nowMs - daysAgo * dayMs) }
    })
    assert.strictEqual(codeOf(later(60), "2026-03-01", nowMs), "conflict")
    assert.strictEqual(codeOf(later(10), "2026-05-30", nowMs), "unprocessable_entity")
    assert.isUndefined(codeOf(later(10), "2026-05-20", nowMs))
  })
})
