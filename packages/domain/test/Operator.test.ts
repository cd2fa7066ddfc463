/**
 * What commands about operators decide, and what the journal keeps of them (docs/console.md).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import * as Commands from "../src/commands/Operator.ts"
import { auditEntryOf, operator } from "../src/Journal.ts"
import { hasRole, sessionEndMs, sessionIdleMs, sessionLifetimeMs } from "../src/operator/Operator.ts"
import { checkLiveOperator, type OperatorAccount, renderOperator } from "../src/operator/OperatorAccount.ts"
import { OperatorId } from "../src/operator/OperatorId.ts"

const id = OperatorId.make("opr_a")
const at = "2026-01-01T00:00:00.000Z"
const ada: OperatorAccount = { id, name: "Ada", role: "admin", createdAt: at, revokedAt: undefined }
const revoked: OperatorAccount = { ...ada, revokedAt: at }
const about = { organizationId: undefined, resource_id: "opr_a" }

describe("a command about an operator", () => {
  it("creates one, whose name is in no entry", () =>
    assert.deepStrictEqual<object>(Commands.createOperator(id, "Ada", "admin", at), {
      next: ada,
      entries: [{ ...about, action: "operator.created", changed: ["name", "role"], after: { role: "admin" } }]
    }))

  it("sets a role, with the values before and after", () =>
    assert.deepStrictEqual<object>(Commands.setOperatorRole(ada, "viewer"), {
      next: { ...ada, role: "viewer" },
      entries: [
        {
          ...about,
          action: "operator.updated",
          changed: ["role"],
          before: { role: "admin" },
          after: { role: "viewer" }
        }
      ]
    }))

  it("has no entry for a role that stays", () =>
    assert.deepStrictEqual(Commands.setOperatorRole(ada, "admin"), { next: ada, entries: [] }))

  it("revokes: links and sessions end", () =>
    assert.deepStrictEqual<object>(Commands.revokeOperator(ada, at), {
      next: revoked,
      entries: [{ ...about, action: "operator.revoked", changed: ["link", "session"] }]
    }))

  it("erases the name of a live operator and revokes it", () => {
    const { entries, next } = Result.getOrThrow(Commands.eraseOperator(ada, at))
    assert.deepStrictEqual(next, { ...revoked, name: undefined })
    assert.deepStrictEqual(
      entries.map(({ action, changed }) => [action, ...changed]),
      [
        ["operator.revoked", "link", "session"],
        ["operator.erased", "name"]
      ]
    )
  })

  it("erases the name of a revoked operator, who was revoked when it was", () => {
    const { entries, next } = Result.getOrThrow(Commands.eraseOperator(revoked, "2026-02-01T00:00:00.000Z"))
    assert.deepStrictEqual(next, { ...revoked, name: undefined })
    assert.deepStrictEqual<ReadonlyArray<object>>(entries, [{ ...about, action: "operator.erased", changed: ["name"] }])
  })

  it("erases no name twice", () => {
    const again = Commands.eraseOperator({ ...revoked, name: undefined }, at)
    assert.isTrue(
      Result.isFailure(again) && again.failure.message === "The name of the operator opr_a was erased before."
    )
  })

  it("says of signing in and out who it was, whoever wrote it", () => {
    const shown = (entry: ReturnType<typeof Commands.operatorSignedIn>) =>
      auditEntryOf(entry, { actor: operator, id: "aud_1", nowMs: 0 })
    assert.deepInclude(shown(Commands.operatorSignedIn(id)), { action: "operator.signed_in", operator_id: id })
    assert.deepInclude(shown(Commands.operatorSignedOut(id)), { action: "operator.signed_out", operator_id: id })
    assert.deepStrictEqual<object>(Commands.linkCreated(id), {
      ...about,
      action: "operator.link_created",
      changed: ["link"]
    })
  })
})

describe("an operator", () => {
  it("is live until it is revoked", () => {
    assert.deepStrictEqual(checkLiveOperator(ada), Result.succeed(ada))
    const refused = [revoked, { ...revoked, name: undefined }].map(checkLiveOperator)
    assert.deepStrictEqual(
      refused.map((result) => (Result.isFailure(result) ? result.failure.message : "")),
      ["Ada", "opr_a"].map(
        (called) => `The operator ${called} was revoked at ${at}. To use the name again, erase this operator.`
      )
    )
  })

  it("is called by its id once its name is erased", () => {
    assert.deepStrictEqual(renderOperator(ada), { id, name: "Ada", role: "admin" })
    assert.deepStrictEqual(renderOperator({ ...ada, name: undefined }), { id, name: "opr_a", role: "admin" })
  })

  it("may do what its role has: an admin everything, a viewer what viewers do", () =>
    assert.deepStrictEqual(
      [hasRole("admin", "admin"), hasRole("admin", "viewer"), hasRole("viewer", "viewer"), hasRole("viewer", "admin")],
      [true, true, true, false]
    ))

  it("has a session to its idle end, or to its last end where that is sooner", () => {
    assert.strictEqual(sessionEndMs(0, 60_000), 60_000 + sessionIdleMs)
    assert.strictEqual(sessionEndMs(0, sessionLifetimeMs - 1), sessionLifetimeMs)
  })
})
