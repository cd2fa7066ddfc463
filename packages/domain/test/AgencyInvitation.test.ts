/**
 * Invitations of agencies as rules (recruiting 2, Invitations): how long a link works, when one gives another secret, and the bounds. How requests behave is
 * in `AgencyInvitations.test.ts` of the server.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { AgencyInvitationId, personEndMs, statusOf } from "../src/AgencyInvitation.ts"
import { acceptInvitation, inviteAgency, isRepeatable } from "../src/commands/AgencyInvitation.ts"
import { AgencyId, OrganizationId } from "../src/Ids.ts"

const dayMs = 24 * 3_600_000
const nowMs = Date.UTC(2026, 0, 31, 9)
const id = AgencyInvitationId.make("inv_1")
const person = { first_name: "Kim", last_name: "Berg", email: "kim@talentnorth.example" }

const inviting = (use: { readonly pending: number; readonly linksOfDay: number }) =>
  inviteAgency(
    OrganizationId.make("org_acme"),
    { company_name: "Talent North", ...person },
    { permissions: [], use: { ...use, nextEndMs: nowMs + dayMs } },
    { id, digest: "digest", nowMs }
  )

const retryAfterOf = (refusal: object) => ("retryAfterSeconds" in refusal ? refusal.retryAfterSeconds : undefined)

const { next: invited } = Result.getOrThrow(inviting({ pending: 0, linksOfDay: 0 }))

describe("a link (recruiting 2)", () => {
  it("works for 14 days, to the millisecond", () =>
    assert.deepStrictEqual(
      [14 * dayMs - 1, 14 * dayMs].map((ms) => statusOf(invited, nowMs + ms)),
      ["PENDING", "EXPIRED"]
    ))

  it("is the hundredth of a day, and the hundredth that is pending, and none after them", () =>
    assert.deepStrictEqual(
      [
        { pending: 99, linksOfDay: 99 },
        { pending: 100, linksOfDay: 0 },
        { pending: 0, linksOfDay: 100 }
      ].map((use) => Result.isSuccess(inviting(use))),
      [true, false, false]
    ))

  it("says when the next one may be made: at the end of the first pending one, or of the day", () =>
    assert.deepStrictEqual(
      [
        { pending: 100, linksOfDay: 0 },
        { pending: 0, linksOfDay: 100 }
      ].map((use) => Result.match(inviting(use), { onFailure: retryAfterOf, onSuccess: () => undefined })),
      [86_400, 15 * 3_600]
    ))
})

it("the invited person is kept for 30 days after the end (recruiting 2)", () =>
  assert.strictEqual(nowMs - personEndMs(nowMs), 30 * dayMs))

describe("a link that has made a client (recruiting 2)", () => {
  const agencyId = AgencyId.make("agy_1")
  const { next: accepted } = acceptInvitation(invited, { agencyId, secretDigest: "secret", nowMs })
  const unused = { digest: "secret", lastUsedAt: undefined }
  const endMs = nowMs + 14 * dayMs

  it.for([
    ["until its end", accepted, [unused], endMs - 1, true],
    ["not after it", accepted, [unused], endMs, false],
    ["not once the client has logged in", accepted, [{ ...unused, lastUsedAt: "2026-01-31" }], nowMs, false],
    ["not beside another secret", accepted, [unused, unused], nowMs, false],
    ["not where the operator has replaced the secret", accepted, [{ ...unused, digest: "other" }], nowMs, false],
    ["not where the secret is gone", accepted, [], nowMs, false],
    ["not before it was accepted", { ...accepted, state: "PENDING" as const }, [unused], nowMs, false]
  ] as const)("gives another secret %s", ([, stored, secrets, atMs, gives]) =>
    assert.strictEqual(isRepeatable(stored, secrets, atMs), gives)
  )

  it("accepted by a client that was there before gives none, and its link works no more", () => {
    const { next } = acceptInvitation(invited, { agencyId, secretDigest: undefined, nowMs })
    assert.deepStrictEqual([next.digest, isRepeatable(next, [unused], nowMs)], [undefined, false])
  })
})
