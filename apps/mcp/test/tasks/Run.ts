/**
 * Runs a task against the platform and the program, judges its end, and then breaks its calls. Gives figures; asserts nothing.
 */
import type { Era } from "../fixture/Clients.ts"
import type { Conversation, Sessions } from "./Conversation.ts"
import { type Mutation, mutationsOfAll } from "./Mutation.ts"
import { type Ending, workOff } from "./Policy.ts"
import { type Refusal, refusalOf, repair } from "./Repair.ts"
import type { Happening, Json, Task } from "./Task.ts"
import { acme, type ClientName, type World } from "./World.ts"

interface MutationOutcome extends Mutation {
  readonly task: string
  readonly isRefused: boolean
  readonly isNamed: boolean
  readonly isMended: boolean
  readonly text: string
}

export interface Outcome {
  readonly refused: Refusal | undefined
  readonly answer: Json | undefined
  /** The latest text. */
  readonly latest: string
  readonly calls: number
  readonly characters: number
  /** Those of the list of tools alone, among them. */
  readonly listed: number
  readonly repairs: number
  readonly questions: number
  readonly upstream: {
    readonly writes: number
    readonly users: number | undefined
    readonly fees: unknown
    readonly applications: ReadonlyArray<unknown> | undefined
    readonly jobs: ReadonlyArray<unknown> | undefined
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
        return world.setFees(acme, agencyId, happening.fees)
      }
      case "erased":
        return world.erase(acme, happening.email)
      case "revoked":
        return world.revokeLeaver()
    }
  }

const clientOf = ({ as }: Task): ClientName => as ?? "assistant"

/** The writes so far, of a task that declares its number. */
const writesOf = async (world: World, task: Task): Promise<number> =>
  task.expect.upstream?.writes === undefined ? 0 : await world.writes(acme, clientOf(task))

const upstreamOf = async (world: World, task: Task, before: number): Promise<Outcome["upstream"]> => {
  const { upstream } = task.expect
  return {
    writes: (await writesOf(world, task)) - before,
    users: upstream?.users && (await world.usersWith(upstream.users.organization, upstream.users.email)),
    fees: upstream?.fees && (await world.fees(acme, await world.agencyId(acme, upstream.fees.agency))),
    applications: upstream?.applications && (await world.applicationsOf(acme, upstream.applications.email)),
    jobs: upstream?.job && (await world.jobsNamed(acme, upstream.job.where))
  }
}

const agrees = (task: Task, question: string): boolean =>
  task.human === "yes" || (typeof task.human === "object" && question.includes(task.human.yesTo))

/** Members of the right call that the mended one must have too: ids, and the values of the goal. */
const isMeant = ({ right }: Mutation, mended: Readonly<Record<string, Json>>, values: Task["values"]): boolean =>
  Object.entries(right).every(
    ([name, value]) =>
      !(name.endsWith("_id") || name in (values ?? {})) || JSON.stringify(mended[name]) === JSON.stringify(value)
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
      isMended: again?.isError === false && mended !== undefined && isMeant(mutation, mended, task.values),
      text: `${text}${again?.isError === true ? `\n  then ${JSON.stringify(mended)}\n  ${again.text}` : ""}`
    })
  }
  return outcomes
}

/** Runs one. */
export const runTask = async (task: Task, world: World, sessions: Sessions, era: Era): Promise<Outcome> => {
  const happen = happenIn(world)
  for (const happening of task.before ?? []) await happen(happening)
  const { id, secret } = world.clients[clientOf(task)]
  const waiting: Array<Happening> = []
  let questions = 0
  const human = async (question: string) => {
    questions += 1
    for (const happening of waiting.splice(0)) await happen(happening)
    return agrees(task, question)
  }
  const writesBefore = await writesOf(world, task)
  const conversation = await sessions.converse({
    era,
    flags: task.flags ?? [],
    settings: { PARTNER_BASE_URL: world.baseUrl, PARTNER_CLIENT_ID: id, PARTNER_CLIENT_SECRET: secret },
    ...(task.human === undefined ? {} : { human })
  })
  const { cost, memory } = conversation
  const ending = await workOff(task, conversation, { happen, meanwhile: (happening) => void waiting.push(happening) })
  const reached = {
    refused: ending.refused,
    answer: task.expect.answer === undefined ? undefined : memory.look(task.expect.answer.look),
    latest: memory.texts.at(-1)?.text ?? "",
    repairs: ending.repairs,
    ...cost,
    questions,
    upstream: await upstreamOf(world, task, writesBefore)
  }
  return { ...reached, mutations: await judgeMutations(task, conversation, ending) }
}
