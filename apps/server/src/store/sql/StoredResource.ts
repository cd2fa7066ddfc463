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
export const rememberedMax = 1_024

/** The longest text that is remembered, in characters. All of them together take no more than eight megabytes, and what was read of them as much again. */
const rememberedLengthMax = 4_096

/** The text of a resource that came last, and what was read of it once it had come again. */
interface Remembered<A> {
  text: string | undefined
  read: Effect.Effect<A> | undefined
}

/**
 * Reads resources, and remembers by the id of a resource what was read of a text that comes again. What is read of the same text is then the same value,
 * and shared; another text is read anew, so that a resource is as the store has it at this moment. What is read once is worth no memory but its text.
 */
export const rememberedResource = <A extends object, E>(decode: (text: unknown) => Effect.Effect<A, E>) => {
  const resources = makeBoundedMap<Remembered<A>>(rememberedMax)
  return (id: string, text: unknown): Effect.Effect<A, E> => {
    if (typeof text !== "string" || text.length > rememberedLengthMax) return decode(text)
    const remembered = resources.getOrMake(id, () => ({ text: undefined, read: undefined }))
    if (remembered.text !== text) {
      remembered.text = text
      remembered.read = undefined
      return decode(text)
    }
    return (
      remembered.read ??
      Effect.map(decode(text), (resource) => {
        if (remembered.text === text) remembered.read = Effect.succeed(share(resource))
        return resource
      })
    )
  }
}
