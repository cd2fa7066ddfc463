/**
 * How the policy mends a call that was refused. It knows the goal's own words, the refusal, and the texts it saw; it has no
 * knowledge of the tools beyond that. So it succeeds only where refusals are complete.
 */
import { at, isRecord, type Memory } from "./Memory.ts"
import type { Json, Task } from "./Task.ts"

interface Field {
  readonly path: string
  readonly problem: string
  readonly example?: Json
}

export interface Refusal {
  readonly error: string
  readonly message: string
  readonly outcome: string
  readonly fields: ReadonlyArray<Field>
  readonly next: ReadonlyArray<string>
}

export type Arguments = Readonly<Record<string, Json>>

const isField = (value: unknown): value is Field =>
  isRecord(value) && typeof value["path"] === "string" && typeof value["problem"] === "string"

/** Reads a refusal; whatever is not one has nothing to mend. */
export const refusalOf = (text: string): Refusal => {
  const nothing = { error: "unreadable", message: text, outcome: "unknown", fields: [], next: [] }
  if (!text.startsWith("{")) return nothing
  const { error, message, outcome, fields, next } = JSON.parse(text)
  return {
    error,
    message,
    outcome,
    fields: Array.isArray(fields) ? fields.filter(isField) : [],
    next: Array.isArray(next) ? next : []
  }
}

const segmentsOf = (pointer: string): ReadonlyArray<string> => pointer.split("/").slice(1)

/** The value with the place changed, or taken away for undefined. */
export const put = (value: Json, path: ReadonlyArray<string>, now: Json | undefined): Json => {
  const [name, ...rest] = path
  if (name === undefined) return now ?? null
  if (Array.isArray(value)) return value.map((item, index) => (index === Number(name) ? put(item, rest, now) : item))
  if (!isRecord(value)) return value
  const { [name]: inner, ...others } = value
  if (rest.length > 0) return { ...value, [name]: put(inner ?? {}, rest, now) }
  return now === undefined ? others : { ...value, [name]: now }
}

/** What stands in the texts of the helping tools, and in the refusal itself, as ids with their names. */
const candidatesOf = (
  refusal: Refusal,
  memory: Memory
): ReadonlyArray<{ readonly id: string; readonly text: string }> => {
  const named = [...refusal.message.matchAll(/\{"id":"([\w-]+)","name":"([^"]*)"\}/g)]
  const helpers = memory.texts.filter(({ tool }) => refusal.next.includes(tool))
  const seen = [...helpers, ...memory.texts].flatMap(({ text }) => [
    ...text.matchAll(/\{"id":"([\w-]+)","(?:name|title|first_name)":"([^"]*)"/g)
  ])
  return [...named, ...seen].map(([, id = "", text = ""]) => ({ id, text }))
}

const prefixOf = (id: Json | undefined): string | undefined =>
  typeof id === "string" && id.includes("_") ? id.slice(0, id.indexOf("_") + 1) : undefined

/** An id for a place: one whose name or self the goal mentions, of the kind that the example shows. */
const idFor = (field: Field, refusal: Refusal, task: Pick<Task, "goal">, memory: Memory): string | undefined => {
  const prefix = prefixOf(field.example)
  const all = candidatesOf(refusal, memory).filter(({ id }) => prefix === undefined || id.startsWith(prefix))
  const meant = all.find(({ id, text }) => task.goal.includes(id) || (text !== "" && task.goal.includes(text)))
  return (meant ?? all[0])?.id
}

/** The mended arguments, or undefined when the refusal does not name how. */
export const repair = (
  given: Arguments,
  refusal: Refusal,
  task: Pick<Task, "goal" | "values">,
  memory: Memory
): Arguments | undefined => {
  if (refusal.fields.length === 0) return undefined
  let mended: Json = given
  const unknown = refusal.fields.filter(({ problem }) => problem.startsWith("is not known here"))
  for (const { path, problem } of unknown) {
    const segments = segmentsOf(path)
    const [, meant] = /did you mean (\w+)\?/.exec(problem) ?? []
    const value = at(mended, path)
    mended = put(mended, segments, undefined)
    if (meant !== undefined) mended = put(mended, [...segments.slice(0, -1), meant], value)
  }
  for (const field of refusal.fields) {
    if (unknown.includes(field)) continue
    const segments = segmentsOf(field.path)
    const name = segments.at(-1) ?? ""
    // A name that was mended stands there by now.
    if (field.problem === "is required" && at(mended, field.path) !== undefined) continue
    const value =
      name === "cursor"
        ? undefined
        : (task.values?.[name] ??
          (name.endsWith("_id") ? idFor(field, refusal, task, memory) : undefined) ??
          field.example)
    if (name !== "cursor" && value === undefined) return undefined
    mended = put(mended, segments, value)
  }
  // The very same call once more would be refused once more.
  return isRecord(mended) && JSON.stringify(mended) !== JSON.stringify(given) ? mended : undefined
}
