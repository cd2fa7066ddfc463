/**
 * Whether a task ended as it should: the answer that the policy found, the refusal that it passed to the human, the questions that the human was asked, and the state of the platform.
 */
import { assert, expect as matches } from "@effect/vitest"
import type { Outcome } from "./Run.ts"
import type { Task } from "./Task.ts"

/** Fails where it did not. */
export const assertReached = (task: Task, outcome: Outcome): void => {
  const { expect } = task
  const { refused, upstream } = outcome
  if (expect.refused === undefined) assert.isUndefined(refused, JSON.stringify(refused))
  if (expect.refused?.error !== undefined) assert.strictEqual(refused?.error, expect.refused.error)
  for (const words of expect.refused?.mentions ?? []) {
    assert.include(`${refused?.message} ${JSON.stringify(refused?.fields)}`, words)
  }
  if (expect.answer !== undefined) assert.deepStrictEqual(outcome.answer, expect.answer.is)
  for (const words of expect.shows ?? []) assert.include(outcome.latest, words)
  if (expect.questions !== undefined) assert.strictEqual(outcome.questions, expect.questions)
  if (expect.upstream?.writes !== undefined) assert.strictEqual(upstream.writes, expect.upstream.writes)
  assert.strictEqual(upstream.users, expect.upstream?.users?.count)
  assert.deepStrictEqual(upstream.fees, expect.upstream?.fees?.are)
  const { applications, job } = expect.upstream ?? {}
  if (applications !== undefined) matches(upstream.applications).toMatchObject(applications.have)
  if (job !== undefined) matches(upstream.jobs).toMatchObject([job.has])
  assert.isAtMost(outcome.calls, expect.calls)
}
