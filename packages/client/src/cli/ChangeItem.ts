/**
 * Changes one thing of an organization by a merge patch, or shows what the patch would change.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ClientError } from "../core/ClientError.ts"
import { nothingChanged, requestLine } from "./DryRun.ts"
import { write } from "./Write.ts"

interface ChangeInput {
  readonly dryRun: boolean
  readonly idempotencyKey: Option.Option<string>
  readonly json: boolean
}

/** The ways to read, change and show an item. */
interface Changed<Item, Patch> {
  /** The operation of the change: `jobs.update`. */
  readonly operation: string
  readonly get: Effect.Effect<Item, ClientError>
  readonly update: (patch: Patch, options: { readonly idempotencyKey: string }) => Effect.Effect<Item, ClientError>
  readonly lines: (item: Item) => ReadonlyArray<string>
}

/** The members that a patch names, as they are. */
const namedIn = (patch: object, item: object) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name in patch))

/** Sends a patch, or shows it beside what the thing has; a dry run is refused by `check`. */
export const changeItem = Effect.fnUntraced(function* <Item extends object, Patch extends object>(
  input: ChangeInput,
  patch: Patch,
  { get, lines, operation, update }: Changed<Item, Patch>,
  check: (item: Item) => Effect.Effect<void, Error> = () => Effect.void
) {
  if (input.dryRun) {
    const item = yield* get
    yield* check(item)
    const before = namedIn(patch, item)
    yield* input.json
      ? Output.printJson([{ before, request: patch }])
      : Output.print([...lines(item), `Before: ${JSON.stringify(before)}`, requestLine(patch)])
    return yield* nothingChanged
  }
  const item = yield* write(operation, input.idempotencyKey, (key) => update(patch, { idempotencyKey: key }))
  yield* input.json ? Output.printJson([item]) : Output.print(lines(item))
})
