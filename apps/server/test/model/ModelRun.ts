/**
 * Random commands to which the service and the model must answer alike. What the model knows is the specification; nothing of the
 * server's code is in it.
 */
import { assert } from "@effect/vitest"
import { type Answer, membersOf } from "../HttpCall.ts"
import { type Choices, choicesOf } from "./Choices.ts"
import type { Command } from "./Command.ts"
import { draw, type Scene } from "./Draw.ts"
import { exchange } from "./Exchange.ts"
import { makeKeys } from "./Keys.ts"
import { newOrganization } from "./Organization.ts"
import { forbidden, type Outcome, outcomeOf, wrong } from "./Outcome.ts"
import { makeTags } from "./Tags.ts"
import {
  type Caller,
  feesApplyOf,
  type OpenWorld,
  organizationIds,
  ownershipDaysOf,
  permissionsOf,
  type World
} from "./World.ts"

/** How often each kind of command was answered how, such as `"hire 409 conflict"`. */
export type Seen = Map<string, number>

/** What of a record is made by the service and taken over by the model: its id. */
const idIn = (answer: Answer): string => (answer.status === 201 ? String(membersOf(answer)["id"]) : "")

const scenesOf = ({ callers }: World, choices: Choices): ReadonlyArray<Scene> =>
  organizationIds.map((id) => {
    const own = callers.filter(({ organizationId }) => organizationId === id)
    const agencyIds = own.flatMap(({ agencyId }) => agencyId ?? [])
    const organization = newOrganization(agencyIds, { feesApply: feesApplyOf(id), claimsLast: ownershipDaysOf(id) > 0 })
    return { callers: own, organization, tags: makeTags(choices) }
  })

/** What callers may do; it changes now and then: seldom nothing is left, mostly most of it. */
const makeGrants = (world: World, choices: Choices) => {
  const granted = new Map(world.callers.map((caller) => [caller, permissionsOf(caller)] as const))
  return {
    allows: (caller: Caller, needs: ReadonlyArray<string>): boolean =>
      needs.some((permission) => granted.get(caller)?.includes(permission)),
    change: async (caller: Caller): Promise<void> => {
      const permissions = choices.oneIn(16) ? [] : permissionsOf(caller).filter(() => !choices.oneIn(8))
      await world.grant(caller, permissions)
      granted.set(caller, permissions)
    }
  }
}

interface Expected {
  readonly outcome: Outcome
  readonly isReplayed: boolean
}

/** The order in which a request is judged: what the caller may do, what the request says, its key, and only then what it is about. */
const makeJudge = (grants: ReturnType<typeof makeGrants>, keys: ReturnType<typeof makeKeys>) => {
  const fresh = (outcome: Outcome): Expected => ({ outcome, isReplayed: false })
  return (caller: Caller, command: Command, key: string | undefined, answer: Answer): Expected => {
    if (!grants.allows(caller, command.needs)) return fresh(forbidden)
    if (command.isBad === true) return fresh(wrong)
    const earlier = key === undefined ? undefined : keys.answer(caller, command, key)
    if (earlier !== undefined) return { outcome: earlier, isReplayed: earlier.status < 300 }
    const outcome = command.answer(idIn(answer))
    if (key !== undefined) keys.keep(caller, command, key, outcome)
    return fresh(outcome)
  }
}

/** Runs `count` random commands; every answer must be the model's. Gives how often each kind was answered how. */
export const runModel = async (open: OpenWorld, seed: number, count: number): Promise<Seen> => {
  const choices = choicesOf(seed)
  await using world = await open()
  const [keys, grants, scenes] = [makeKeys(choices), makeGrants(world, choices), scenesOf(world, choices)]
  const judge = makeJudge(grants, keys)
  const seen: Seen = new Map()
  for (let step = 0; step < count; step++) {
    const scene = choices.pick(scenes)
    if (choices.oneIn(40)) await grants.change(choices.pick(scene.callers))
    const { caller, command: drawn } = draw(choices, scene)
    const again = choices.oneIn(20) ? keys.again(caller) : undefined
    const { command, key } = again ?? { command: drawn, key: keys.choose(drawn) }
    const { answer, body } = await exchange(world, caller, command, key)
    const { isReplayed, outcome } = judge(caller, command, key, answer)
    const { state, ...expected } = outcome
    const where = `seed ${seed}, step ${step}: ${JSON.stringify({ caller, command, key })}`
    assert.deepStrictEqual(outcomeOf(answer, body), expected, where)
    assert.strictEqual(answer.headers["idempotency-replayed"], isReplayed ? "true" : undefined, where)
    if (command.resource !== undefined && state !== undefined) {
      scene.tags.learn(command.resource, state, String(answer.headers["etag"]))
    }
    const summary = [command.kind, expected.status, ...(expected.error === undefined ? [] : [expected.error])].join(" ")
    seen.set(summary, (seen.get(summary) ?? 0) + 1)
  }
  return seen
}
