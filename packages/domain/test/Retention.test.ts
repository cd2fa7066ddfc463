/**
 * How long persons of applications are kept (recruiting 9).
 */
import { assert, describe, it } from "@effect/vitest"

import type { ApplicationState } from "../src/ApplicationState.ts"
import type { JobStatus } from "../src/Job.ts"
import { isRetentionOver } from "../src/Retention.ts"
import { dayMs } from "../src/StorageQuota.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const nowMs = Date.UTC(2026, 5, 1)
const ago = (days: number) => timestampFromMillis(nowMs - days * dayMs)
const candidate = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }

/** What stands of an application and of its job, in days before now. */
interface Case {
  readonly state: ApplicationState
  readonly entered: number
  readonly updated?: number
  readonly job?: readonly [status: JobStatus, updated: number]
}

const isOver = (days: number, { entered, job, state, updated = entered }: Case, who: object = { candidate }): boolean =>
  isRetentionOver(days, {
    application: { ...who, state, state_entered_at: ago(entered), updated_at: ago(updated) },
    job: job === undefined ? undefined : { status: job[0], updated_at: ago(job[1]) },
    nowMs
  })

describe("the time of a person (recruiting 9)", () => {
  it.for<[Case, boolean]>([
    [{ state: "REJECTED", entered: 30 }, true],
    [{ state: "REJECTED", entered: 29 }, false],
    [{ state: "HIRED", entered: 31, updated: 1 }, true],
    [{ state: "DECLINED", entered: 30 }, true],
    [{ state: "WITHDRAWN", entered: 30 }, true],
    [{ state: "REVIEWING", entered: 900 }, false],
    [{ state: "UNCONFIRMED", entered: 900 }, false],
    [{ state: "REVIEWING", entered: 900, job: ["OPEN", 900] }, false],
    [{ state: "REVIEWING", entered: 900, job: ["CLOSED", 30] }, true],
    [{ state: "REVIEWING", entered: 900, job: ["CLOSED", 29] }, false],
    [{ state: "REVIEWING", entered: 900, updated: 29, job: ["CLOSED", 900] }, false],
    [{ state: "REJECTED", entered: 30, updated: 1, job: ["CLOSED", 1] }, true]
  ])("of %j is judged after 30 days", ([given, expected]) => assert.strictEqual(isOver(30, given), expected))

  it("is never over with 0 days, nor once the person was erased", () => {
    const old = { state: "WITHDRAWN", entered: 9_000 } as const
    assert.isTrue(isOver(3_650, old))
    assert.isFalse(isOver(0, old))
    assert.isFalse(isOver(30, old, {}))
  })
})
