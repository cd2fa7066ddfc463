/**
 * JSON Merge Patch (RFC 7396): a part of a resource that replaces what it names, and removes what it names with `null`.
 *
 * A schema of a patch is made of the members that can be written: those that are always there, and those that can be removed. It
 * checks the patch. A command checks the patched resource as a whole.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { patch, type Problem } from "./Problem.ts"
import { strictDecoder } from "./StrictDecoder.ts"

/**
 * The schema of a patch. `kept` members can be changed, `removable` ones can be removed too; a member that is a patch itself is merged.
 * `readOnly` names members that a resource has and a patch must not: the service alone writes them.
 */
export const mergePatchOf = <
  const Kept extends Schema.Struct.Fields,
  const Removable extends Schema.Struct.Fields
>(members: {
  readonly kept: Kept
  readonly removable: Removable
  readonly readOnly: ReadonlyArray<string>
}) =>
  Schema.Struct({
    ...Struct.map(members.kept, Schema.optionalKey),
    ...Struct.map(Struct.map(members.removable, Schema.NullOr), Schema.optionalKey)
  }).annotate(patch(members.readOnly))

/** Merges a patch into JSON, as RFC 7396 defines it. Members that stay keep their order. */
export const mergeJson = (target: unknown, change: unknown): unknown => {
  if (!Predicate.isObject(change)) return change
  const members = new Map<string, unknown>(Predicate.isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(change)) {
    if (value === null) members.delete(name)
    else members.set(name, mergeJson(members.get(name), value))
  }
  return Object.fromEntries(members)
}

/**
 * Makes the function that merges a patch into a resource. It fails where the result is no such resource: when an object that the patch
 * adds lacks a member.
 */
export const patching = <S extends Schema.ConstraintCodec<unknown, unknown>>(
  resource: S
): ((stored: S["Type"], change: object) => Result.Result<S["Type"], ReadonlyArray<Problem>>) => {
  const decode = strictDecoder(resource)
  const encode = Schema.encodeSync(resource)
  return (stored, change) => decode(mergeJson(encode(stored), change), "body")
}
