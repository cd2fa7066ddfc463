/**
 * Values that a store keeps as JSON, resources and permissions, and the cache of parsed resources by their ids.
 */
import { Permission } from "@partner-api/domain/Permission"
import { share } from "@partner-api/service/services/Memoization"
import { makeBoundedMap } from "@partner-api/service/services/access/BoundedMap"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

// Resources.

/**
 * The resource in a stored text. Its moments were written in their normal form, so they are not normalized as those of a partner are; the rest is
 * checked as it always is.
 */
export const storedResource = <S extends Schema.Constraint>(schema: S) => Schema.fromJsonString(Schema.toType(schema))

/** The maximum number of resources that are remembered: those that partners read again and again. */
export const rememberedMax = 1_024

/** The longest text that is remembered, in characters: several times that of a usual job. With what is made of it, it takes five times as many bytes. */
const rememberedLengthMax = 4_096

/** The number of marks that ids leave, one for each resource that is remembered. */
const marksMax = rememberedMax

/** Says whether an id was asked about a short while ago. Two ids with the same place overwrite each other's mark. */
const makeMarks = () => {
  const marks = new Uint32Array(marksMax)
  return (id: string): boolean => {
    let mark = 0
    for (let index = 0; index < id.length; index++) mark = (Math.imul(mark, 31) + id.charCodeAt(index)) >>> 0
    const place = mark % marksMax
    const isKnown = marks[place] === mark
    marks[place] = mark
    return isKnown
  }
}

/** What was read last of a resource. */
interface Remembered<A> {
  readonly text: string
  readonly read: Effect.Effect<A>
}

/**
 * Reads resources, and remembers by the id of a resource what was read of its text, once it is read again. What is read of the same text is then the same
 * value, and shared; another text is read anew, so that a resource is as the store has it at this moment.
 */
export const rememberedResource = <A extends object, E>(decode: (text: unknown) => Effect.Effect<A, E>) => {
  const resources = makeBoundedMap<Remembered<A>>(rememberedMax)
  const isMarked = makeMarks()
  return (id: string, text: unknown): Effect.Effect<A, E> => {
    if (typeof text !== "string" || text.length > rememberedLengthMax) return decode(text)
    const last = resources.get(id)
    if (last?.text === text) return last.read
    if (last === undefined && !isMarked(id)) return decode(text)
    return Effect.map(decode(text), (resource) => {
      resources.set(id, { text, read: Effect.succeed(share(resource)) })
      return resource
    })
  }
}

// Permissions. A later release may have written some that this one does not know: nodes of both run on one database during an upgrade.

const isKnown = Schema.is(Permission)

/** The permissions in a text; those that this release knows. */
export const StoredPermissions = Schema.fromJsonString(Schema.Array(Schema.String)).pipe(
  Schema.decodeTo(
    Schema.Array(Permission),
    SchemaTransformation.transform<ReadonlyArray<Permission>, ReadonlyArray<string>>({
      decode: (names) => names.filter(isKnown),
      encode: (permissions) => permissions
    })
  )
)
