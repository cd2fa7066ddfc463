/**
 * The table of `docs/versions.md`: what is deprecated, since when, until when, and what to do.
 */
import { deprecatedUsesOf } from "../src/DeprecatedUse.ts"
import type { EndpointEntry } from "../src/Reflection.ts"
import { withTable } from "./Table.ts"

/** The page with its table. */
export const withDeprecationTable = (page: string, endpoints: ReadonlyArray<EndpointEntry>): string =>
  withTable("docs/versions.md", page, [
    ["Deprecated", "Since", "Sunset", "What to do"],
    ...endpoints
      .flatMap(deprecatedUsesOf)
      .map(({ deprecation: { replacement, since, sunset }, name }) => [`\`${name}\``, since, sunset, replacement])
  ])
