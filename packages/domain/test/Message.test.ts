/**
 * Messages about an application: who writes for which side, and when there may be one (recruiting 10).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import type { Application, StoredApplication } from "../src/Application.ts"
import type { Party } from "../src/ApplicationState.ts"
import { addMessage } from "../src/commands/Message.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId, UserId } from "../src/Ids.ts"
import { MessageId, messagesMax, type NewMessage } from "../src/Message.ts"
import { RecruiterId } from "../src/Recruiter.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const nowMs = Date.UTC(2026, 1, 3)
const at = timestampFromMillis(nowMs)
const user_id = UserId.make("usr_1")
const recruiter_id = RecruiterId.make("rec_1")

const stored = (more: Partial<Application>): StoredApplication => ({
  application: {
    id: ApplicationId.make("app_1"),
    job_id: JobId.make("job_1"),
    agency_id: AgencyId.make("agy_1"),
    state: "REVIEWING",
    state_entered_at: at,
    version: 3,
    created_at: at,
    updated_at: at,
    ...more
  },
  rejectedFrom: undefined
})

interface Case {
  readonly party: Party
  readonly names?: Omit<NewMessage, "body">
  readonly application?: Partial<Application>
  readonly count?: number
  readonly isSenderActive?: boolean
}

/** The side that writes, or the refusal with the members that it names. */
const judged = ({ application = { confirmed_at: at }, count = 0, isSenderActive = true, names = {}, party }: Case) =>
  Result.match(
    addMessage(
      { body: "Could she start in March?", ...names },
      {
        organizationId: OrganizationId.make("org_1"),
        stored: stored(application),
        party,
        count,
        isSenderActive,
        made: { id: MessageId.make("msg_1"), nowMs }
      }
    ),
    {
      onSuccess: ({ next }) => next.from,
      onFailure: (error) =>
        [error._tag, ...("details" in error ? error.details.map(({ code, path }) => `${path} ${code}`) : [])].join(" ")
    }
  )

describe("a message about an application (recruiting 10)", () => {
  it.for<[Case, string]>([
    [{ party: "agency" }, "AGENCY"],
    [{ party: "agency", names: { recruiter_id } }, "AGENCY"],
    [{ party: "agency", names: { user_id } }, "Forbidden"],
    [{ party: "employer" }, "EMPLOYER"],
    [{ party: "employer", names: { user_id } }, "EMPLOYER"],
    [{ party: "employer", names: { recruiter_id } }, "Forbidden"],
    [{ party: "both" }, "EMPLOYER"],
    [{ party: "both", names: { recruiter_id } }, "AGENCY"],
    [{ party: "both", names: { recruiter_id, user_id } }, "UnprocessableEntity /recruiter_id not_allowed"],
    [{ party: "employer", names: { user_id }, isSenderActive: false }, "UnprocessableEntity /user_id unknown"],
    [{ party: "agency", names: { recruiter_id }, isSenderActive: false }, "UnprocessableEntity /recruiter_id unknown"],
    [{ party: "agency", application: { state: "UNCONFIRMED" } }, "Conflict"],
    [{ party: "agency", application: { state: "WITHDRAWN", confirmed_at: at } }, "AGENCY"],
    [{ party: "employer", application: { confirmed_at: at, erased_at: at } }, "Conflict"],
    [{ party: "employer", count: messagesMax - 1 }, "EMPLOYER"],
    [{ party: "employer", count: messagesMax }, "Conflict"]
  ])("of %j is judged", ([given, expected]) => assert.strictEqual(judged(given), expected))
})
