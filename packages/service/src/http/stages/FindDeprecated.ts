/**
 * Finds what a request uses that is deprecated, for the headers of its answer (`RequestExchange.ts`) and for the request log. An endpoint of which nothing is
 * deprecated does not have this stage.
 */
import { deprecatedUsesOf } from "@partner-api/contract/DeprecatedUse"
import type { Stage } from "../Stage.ts"

export const stage: Stage = (next, entry) => {
  const uses = deprecatedUsesOf(entry)
  return uses.length === 0
    ? next
    : (context) => {
        context.deprecated = uses.filter(({ isUsedBy }) => isUsedBy(context.body, context.searchParams))
        return next(context)
      }
}
