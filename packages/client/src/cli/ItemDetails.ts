/**
 * A command that shows one thing of an organization: lines of titles and values for people, the object itself with `--json`.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ClientError } from "../core/ClientError.ts"
import type { OrganizationShape } from "../effect/PartnerShape.ts"
import { inOrganization } from "./Session.ts"

/** The values of the flags of such a command. */
export interface ItemInput {
  readonly config: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly json: boolean
}

/** Gets a thing and shows it. */
export const showItem = Effect.fnUntraced(function* <Item>(
  input: ItemInput,
  get: (organization: OrganizationShape) => Effect.Effect<Item, ClientError>,
  lines: (item: Item) => ReadonlyArray<string>
) {
  const item = yield* inOrganization(input, get)
  yield* input.json ? Output.printJson([item]) : Output.print(lines(item))
})
