/**
 * Works a task off: its steps one after the other, and after a refusal the step that the refusal names. Decides by texts alone and always the
 * same way, so that a task that fails here fails because of the texts of the tools.
 */
import type { Answer, Conversation } from "./Conversation.ts"
import { at } from "./Memory.ts"
import { type Arguments, type Refusal, refusalOf, repair } from "./Repair.ts"
import type { Given, Happening, Json, Step, Task } from "./Task.ts"

/** The number of consecutive refusals of one step after which a policy gives up and passes the refusal to its human. */
const repairsMax = 2
/** More pages than any list of the tasks has. */
const pagesMax = 20

export interface ValidCall {
  readonly tool: string
  readonly arguments: Arguments
}

export interface Ending {
  /** The refusal that the policy passes to its human when a step did not work. */
  readonly refused: Refusal | undefined
  readonly valid: ReadonlyArray<ValidCall>
  readonly repairs: number
}

export interface World {
  readonly happen: (happening: Happening) => Promise<void>
  /** What happens when the human is asked next. */
  readonly meanwhile: (happening: Happening) => void
}

/** Works it off. */
export const workOff = async (task: Task, conversation: Conversation, world: World): Promise<Ending> => {
  const { memory, tools } = conversation
  const valid: Array<ValidCall> = []
  let repairs = 0

  const argumentsOf = (given: Given): Arguments =>
    Object.fromEntries(
      Object.entries(memory.resolve(given)).filter((entry): entry is [string, Json] => entry[1] !== undefined)
    )

  const call = async (tool: string, given: Arguments): Promise<Answer> => {
    const answer = await conversation.call(tool, given)
    if (!answer.isError) valid.push({ tool, arguments: given })
    return answer
  }

  /** What else the refusal lets one do: another mode of the same call, as it says. */
  const otherMode = (tool: string, given: Arguments, { message, next }: Refusal): Arguments | undefined => {
    const [, mode] = /mode "(preview|apply)"/.exec(message) ?? []
    return mode !== undefined && next.includes(tool) ? { ...given, mode } : undefined
  }

  /** Calls until it works or nothing more can be done; the refusal then. */
  const insist = async (tool: string, given: Arguments): Promise<Answer | Refusal> => {
    let now = given
    for (let attempt = 0; ; attempt += 1) {
      const answer = await call(tool, now)
      if (!answer.isError) {
        // Seen as it is now, the same may be asked again.
        if (now["mode"] === "preview" && given["mode"] === "apply") now = given
        else return answer
        continue
      }
      const refusal = refusalOf(answer.text)
      const mended = repair(now, refusal, task, memory) ?? otherMode(tool, now, refusal)
      if (mended === undefined || attempt >= repairsMax) return refusal
      repairs += 1
      now = mended
    }
  }

  const walk = async (tool: string, given: Arguments, first: Answer): Promise<Refusal | undefined> => {
    let text = first.text
    for (let page = 1; page < pagesMax; page += 1) {
      const cursor = at(JSON.parse(text), "/next_cursor")
      if (cursor === undefined) return undefined
      const answer = await insist(tool, { ...given, cursor })
      if ("error" in answer) return answer
      text = answer.text
    }
    return undefined
  }

  /** Calls the tool that the refusal names, then returns the refusal. */
  const give = async (refusal: Refusal): Promise<Refusal> => {
    const [helper] = refusal.next
    if (helper === "check_connection") await call(helper, {})
    return refusal
  }

  const take = async (step: Step): Promise<Refusal | undefined> => {
    if ("read" in step) await conversation.read(step.read)
    else if ("prompt" in step) {
      const given = Object.entries(argumentsOf(step.with)).map(([name, value]) => [name, String(value)])
      await conversation.prompt(step.prompt, Object.fromEntries(given))
    } else if ("restart" in step) await conversation.restart()
    else if ("happens" in step) await world.happen(step.happens)
    else {
      if (step.unlisted !== true && !tools.some(({ name }) => name === step.call)) {
        // What is not offered is not called; why, the connection may say.
        const { text } = await call("check_connection", {})
        return { error: "not_offered", message: text, outcome: "not_sent", fields: [], next: [] }
      }
      if (step.meanwhile !== undefined) world.meanwhile(step.meanwhile)
      const given = argumentsOf(step.with)
      const answer = await insist(step.call, given)
      if ("error" in answer) return await give(answer)
      return step.walk === true ? await walk(step.call, given, answer) : undefined
    }
    return undefined
  }

  for (const step of task.steps) {
    const refused = await take(step)
    if (refused !== undefined) return { refused, valid, repairs }
  }
  return { refused: undefined, valid, repairs }
}
