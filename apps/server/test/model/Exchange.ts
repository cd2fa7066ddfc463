/**
 * Sends a command to the world; a list is walked to its end.
 */
import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Answer } from "../HttpCall.ts"
import { pathOf } from "../Walk.ts"
import type { Command } from "./Command.ts"
import type { Caller, World } from "./World.ts"

const decodePage = Schema.decodeUnknownSync(
  Schema.Struct({ content: Schema.Array(Schema.Json), next: Schema.NullOr(Schema.String), count: Schema.Int })
)

const isRefusal = ({ status }: Answer): boolean => status >= 300

/** All items of a list, and the last answer. */
const walk = async (world: World, caller: Caller, first: string) => {
  const items: Array<Schema.Json> = []
  let path = first
  for (;;) {
    const answer = await world.call(caller, "GET", path)
    if (isRefusal(answer)) return { answer, body: undefined }
    const { content, count, next } = decodePage(answer.json)
    assert.strictEqual(count, content.length, path)
    items.push(...content)
    if (next === null) return { answer, body: items }
    path = pathOf(next)
  }
}

export const exchange = async (
  world: World,
  caller: Caller,
  { hireOf, ifMatch, isList, json, method, path: named }: Command,
  key: string | undefined
): Promise<{ readonly answer: Answer; readonly body: unknown }> => {
  const path = hireOf === undefined ? named : named.replace("{placementId}", await world.placementOf(caller, hireOf))
  if (isList === true) return walk(world, caller, path)
  const headers = {
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(ifMatch === undefined ? {} : { "if-match": ifMatch.header })
  }
  const answer = await world.call(caller, method, path, { headers, ...(json === undefined ? {} : { json }) })
  return { answer, body: answer.json }
}
