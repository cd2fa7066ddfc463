/**
 * Whether a task ended as it should: what was found out, what the human was told and asked, and what the platform is like now.
 */
import { assert, expect as matches } from "@effect/vitest"
import type { Outcome } from "./Run.ts"
import type { Task } from "./Task.ts"

/** Fails where it did not. */
export const assertReached = (task: Task, outcome: Outcome): void => {
  const { expect } = task
  const { told, upstream } = outcome
  if (expect.told === undefined) assert.isUndefined(told, JSON.stringify(told))
  if (expect.told?.error !== undefined) assert.strictEqual(told?.error, expect.told.error)
  for (const words of expect.told?.mentions ?? []) {
    assert.include(`${told?.message} ${JSON.stringify(told?.fields)}`, words)
  }
  if (expect.answer !== undefined) assert.deepStrictEqual(outcome.answer, expect.answer.is)
  for (const words of expect.shows ?? []) assert.include(outcome.latest, words)
  if (expect.asked !== undefined) assert.strictEqual(outcome.asked, expect.asked)
  if (expect.upstream?.writes !== undefined) assert.strictEqual(upstream.writes, expect.upstream.writes)
  assert.strictEqual(upstream.users, expect.upstream?.users?.count)
  assert.deepStrictEqual(upstream.fees, expect.upstream?.fees?.are)
  const { applications, job } = expect.upstream ?? {}
  if (applications !== undefined) matches(upstream.applications).toMatchObject(applications.have)
  if (job !== undefined) matches(upstream.jobs).toMatchObject([job.has])
  assert.isAtMost(outcome.calls, expect.calls)
}
