/**
 * Completions of ids, from the first letters of an id or a name.
 */
import { limitMax } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import { organizationOf, type Platform } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import type { Completer } from "../protocol/Completion.ts"
import { holds } from "../protocol/Principal.ts"
import { contractMetadata } from "../tools/ContractMetadata.ts"

const beginningWith = (typed: string, all: ReadonlyArray<{ readonly id: string; readonly name: string }>) => {
  const words = typed.toLowerCase()
  return all.filter(({ id, name }) => id.startsWith(typed) || name.toLowerCase().startsWith(words)).map(({ id }) => id)
}

/** Organizations, by the beginning of their ids or names. */
export const organizationIds =
  (platform: Platform): Completer<never> =>
  (typed) =>
    Effect.map(explain(platform.organizations.list, { tool: "list_organizations" }), (all) => beginningWith(typed, all))

/** Agencies of the organization that was chosen before, where the platform lists them and a grant allows it: among the first hundred. */
export const agencyIds =
  (platform: Platform): Completer<never> =>
  (typed, others, principal) => {
    const { lacks, scopes } = contractMetadata(platform, "agencies.list")
    if (lacks?.() !== undefined || !holds(principal, scopes)) return Effect.succeed([])
    return Effect.gen(function* () {
      const { agencies } = yield* organizationOf(platform, others["organization_id"])
      const page = yield* explain(agencies.list({ limit: limitMax }).page, { tool: "list_agencies" })
      return beginningWith(typed, page.content)
    })
  }
