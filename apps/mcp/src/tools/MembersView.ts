/**
 * The members of an item that a list shows: few by default, others on demand. The id is always there.
 */
import * as Schema from "effect/Schema"
import { compact, type Item } from "./ItemView.ts"

export interface MembersView {
  /** The argument that names the members to show. */
  readonly argument: ReturnType<typeof argumentOf>
  /** An item with the members of the argument, or with those by default, in its own order and without what is empty. */
  readonly show: (item: object, fields: ReadonlyArray<string> | undefined) => Item
}

const argumentOf = (names: ReadonlyArray<string>, usual: ReadonlyArray<string>) =>
  Schema.optionalKey(
    Schema.Array(Schema.Literals(names)).annotate({ description: `Shown beside id; by default ${usual.join(", ")}` })
  )

/** The members of a record by their names, and those that are shown by default. */
export const visibleMembers = (names: ReadonlyArray<string>, usual: ReadonlyArray<string>): MembersView => ({
  argument: argumentOf(
    names.filter((name) => name !== "id"),
    usual
  ),
  show: (item, fields = usual) =>
    compact(Object.fromEntries(Object.entries(item).filter(([name]) => name === "id" || fields.includes(name))), ["id"])
})
