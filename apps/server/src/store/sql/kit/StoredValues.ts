/**
 * Values that a store keeps as JSON: resources and permissions. Caches a resource by id, parsed or as its text (`Memoization.ts` of the service caches its
 * answer).
 */
import { Permission } from "@partner-api/domain/Permission"
import { markShared } from "@partner-api/service/services/Memoization"
import { makeBoundedMap } from "@partner-api/service/services/access/BoundedMap"
import type { StoredText } from "@partner-api/service/store/StoredJson"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { firstRow } from "./Rows.ts"

// Resources.

/**
 * The codec of a stored text. The store writes timestamps in their normal form, so decoding checks them and does not normalize them.
 */
export const storedResource = <S extends Schema.Constraint>(schema: S) => Schema.fromJsonString(Schema.toType(schema))

/**
 * Decodes stored texts. Returns the value that was read before where the text is still the same: a write finds a row, and reads it again under its lock.
 */
export const changedResource = <A extends object>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(storedResource(schema))
  const texts = new WeakMap<A, string>()
  return (text: string, before?: A): Effect.Effect<A, Schema.SchemaError> =>
    before !== undefined && texts.get(before) === text
      ? Effect.succeed(before)
      : Effect.mapEager(decode(text), (resource) => {
          texts.set(resource, text)
          return resource
        })
}

const textRow = firstRow(Schema.Tuple([Schema.String]))

/** The stored text of the first row of a statement, whose only column it is; none where there is no row. */
export const firstText = <E, R>(found: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(
    textRow(found),
    Option.map(([json]): StoredText => ({ json }))
  )

/** The maximum number of cached resources: those that partners read again and again. */
export const rememberedMax = 1_024

/** The longest text of a cached resource, in characters: several times that of a usual job. With its value and its answer it takes five times as many bytes. */
const rememberedLengthMax = 4_096

/** The number of marks of ids, one for each cached resource. */
const marksMax = rememberedMax

/** Marks an id, and returns whether it was marked: a resource is cached from its second read on. Two ids with one place overwrite each other's mark. */
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

/** A cached resource: its text, and the effect that returns its value. */
interface Remembered<A> {
  readonly text: string
  readonly read: Effect.Effect<A>
}

/**
 * Parses stored texts, and caches the parsed resource by id from its second read on. A read of the same text returns the cached, shared value. Another text
 * is parsed and replaces it, so a read never returns an older state than the store has.
 */
export const rememberedResource = <A extends object, E>(decode: (text: unknown) => Effect.Effect<A, E>) => {
  const resources = makeBoundedMap<Remembered<A>>(rememberedMax)
  const isMarked = makeMarks()
  return (id: string, text: unknown): Effect.Effect<A, E> => {
    if (typeof text !== "string" || text.length > rememberedLengthMax) return decode(text)
    const last = resources.get(id)
    if (last?.text === text) return last.read
    if (last === undefined && !isMarked(id)) return decode(text)
    return Effect.mapEager(decode(text), (resource) => {
      resources.set(id, { text, read: Effect.succeed(markShared(resource)) })
      return resource
    })
  }
}

/** Caches stored texts by id, as {@link rememberedResource} does: a read of the same text returns the same, shared value, for whose answer there is a cache. */
export const rememberedText = () => rememberedResource((text) => Effect.succeed({ json: String(text) }))

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
