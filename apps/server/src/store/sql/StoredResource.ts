/**
 * A resource as a store has it: the JSON that it is answered with.
 */
import { makeBoundedMap } from "@partner-api/service/services/access/BoundedMap"
import { share } from "@partner-api/service/services/SharedValue"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * The resource in a stored text. Its moments were written in their normal form, so they are not normalized as those of a partner are; the rest is
 * checked as it always is.
 */
export const storedResource = <S extends Schema.Constraint>(schema: S) => Schema.fromJsonString(Schema.toType(schema))

/** The maximum number of resources that are remembered: those that partners read again and again. */
const rememberedMax = 1_024

/** The longest text that is remembered, in characters. All of them together take no more than eight megabytes, and what was read of them as much again. */
const rememberedLengthMax = 4_096

/** What was read last of a resource. */
interface Remembered<A> {
  last: { readonly text: string; readonly read: Effect.Effect<A> } | undefined
}

/**
 * Reads resources, and remembers what was read of a text by the id of its resource. What is read of the same text is the same value, and shared; a
 * resource with another text is read anew, so that it is as the store has it at this moment.
 */
export const rememberedResource = <A extends object, E>(decode: (text: unknown) => Effect.Effect<A, E>) => {
  const resources = makeBoundedMap<Remembered<A>>(rememberedMax)
  return (id: string, text: unknown): Effect.Effect<A, E> => {
    if (typeof text !== "string" || text.length > rememberedLengthMax) return decode(text)
    const remembered = resources.getOrMake(id, () => ({ last: undefined }))
    if (remembered.last?.text === text) return remembered.last.read
    return Effect.map(decode(text), (resource) => {
      remembered.last = { text, read: Effect.succeed(share(resource)) }
      return resource
    })
  }
}
