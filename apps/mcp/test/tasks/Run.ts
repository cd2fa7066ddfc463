/**
 * Runs a task against the platform and the program, judges its end, and then breaks its calls. Gives figures; asserts nothing.
 */
import type { Era } from "../fixture/Clients.ts"
import type { Conversation, Sessions } from "./Conversation.ts"
import { type Mutation, mutationsOfAll } from "./Mutation.ts"
import { type Ending, workOff } from "./Policy.ts"
import { type Refusal, refusalOf, repair } from "./Repair.ts"
import type { Happening, Json, Task } from "./Task.ts"
import { acme, type World } from "./World.ts"

interface MutationOutcome extends Mutation {
  readonly task: string
  readonly isRefused: boolean
  readonly isNamed: boolean
  readonly isMended: boolean
  readonly text: string
}

export interface Outcome {
  readonly told: Refusal | undefined
  readonly answer: Json | undefined
  /** The latest text. */
  readonly latest: string
  readonly calls: number
  readonly characters: number
  readonly repairs: number
  readonly asked: number
  readonly upstream: {
    readonly writes: number
    readonly users: number | undefined
    readonly fees: unknown
    /** The states of the applications of the person. */
    readonly states: ReadonlyArray<string> | undefined
  }
  readonly mutations: ReadonlyArray<MutationOutcome>
}

const happenIn =
  (world: World) =>
  async (happening: Happening): Promise<void> => {
    switch (happening.kind) {
      case "user": {
        const user = { first_name: "Known", last_name: "User", email: happening.email }
        return void (await world.addUser(happening.organization, user))
      }
      case "fees": {
        const agencyId = await world.agencyId(acme, happening.agency)
        return world.setFees(acme, agencyId, { optimizedFee: happening.optimizedFee })
      }
      case "revoked":
        return world.revokeLeaver()
    }
  }

const upstreamOf = async (
  world: World,
  { expect: { upstream } }: Task,
  before: number
): Promise<Outcome["upstream"]> => ({
  writes: (await world.writes(acme)) - before,
  users: upstream?.users && (await world.usersWith(upstream.users.organization, upstream.users.email)),
  fees: upstream?.fees && (await world.fees(acme, await world.agencyId(acme, upstream.fees.agency))),
  states: upstream?.application && (await world.statesOf(acme, upstream.application.email))
})

/** Members of the right call that the mended one must have too: ids, and what the goal says. */
const isMeant = ({ right }: Mutation, mended: Readonly<Record<string, Json>>, said: Task["said"]): boolean =>
  Object.entries(right).every(
    ([name, value]) =>
      !(name.endsWith("_id") || name in (said ?? {})) || JSON.stringify(mended[name]) === JSON.stringify(value)
  )

const judgeMutations = async (
  task: Task,
  conversation: Conversation,
  { valid }: Ending
): Promise<ReadonlyArray<MutationOutcome>> => {
  const { call, memory, tools } = conversation
  const outcomes: Array<MutationOutcome> = []
  for (const mutation of task.mutate === false ? [] : mutationsOfAll(valid, tools)) {
    const { isError, text } = await call(mutation.tool, mutation.wrong)
    const refusal = refusalOf(text)
    const mended = isError ? repair(mutation.wrong, refusal, task, memory) : undefined
    const again = mended === undefined ? undefined : await call(mutation.tool, mended)
    outcomes.push({
      ...mutation,
      task: task.id,
      isRefused: isError,
      isNamed: refusal.fields.some(({ path }) => path === mutation.path),
      isMended: again?.isError === false && mended !== undefined && isMeant(mutation, mended, task.said),
      text: `${text}${again?.isError === true ? `\n  then ${JSON.stringify(mended)}\n  ${again.text}` : ""}`
    })
  }
  return outcomes
}

/** Runs one. */
export const runTask = async (task: Task, world: World, sessions: Sessions, era: Era): Promise<Outcome> => {
  const happen = happenIn(world)
  for (const happening of task.before ?? []) await happen(happening)
  const { id, secret } = task.as === undefined ? world.assistant : world.leaver
  const waiting: Array<Happening> = []
  let asked = 0
  const human = async () => {
    asked += 1
    for (const happening of waiting.splice(0)) await happen(happening)
    return task.human === "yes"
  }
  const writesBefore = await world.writes(acme)
  const conversation = await sessions.converse({
    era,
    flags: task.flags ?? [],
    settings: { PARTNER_BASE_URL: world.baseUrl, PARTNER_CLIENT_ID: id, PARTNER_CLIENT_SECRET: secret },
    ...(task.human === undefined ? {} : { human })
  })
  const { cost, memory } = conversation
  const ending = await workOff(task, conversation, { happen, meanwhile: (happening) => void waiting.push(happening) })
  const reached = {
    told: ending.told,
    answer: task.expect.answer === undefined ? undefined : memory.look(task.expect.answer.look),
    latest: memory.texts.at(-1)?.text ?? "",
    repairs: ending.repairs,
    ...cost,
    asked,
    upstream: await upstreamOf(world, task, writesBefore)
  }
  return { ...reached, mutations: await judgeMutations(task, conversation, ending) }
}
