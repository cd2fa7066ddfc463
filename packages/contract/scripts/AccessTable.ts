/**
 * The table of `docs/tokens.md` that says what each request needs, as text: made from the metadata of the endpoints. The rest of the page
 * is written by hand. Writes no file.
 */
import type { Access } from "@partner-api/domain/Token"
import { oneOf } from "../src/EndpointMetadata.ts"
import { pathTemplate } from "../src/Path.ts"
import type { EndpointEntry } from "../src/Reflection.ts"
import { withTable } from "./Table.ts"

const need = (access: Access): string => {
  if (access.level === "scoped") return oneOf(access.anyOf)
  return access.level === "primary" && access.right !== undefined ? `the client's right \`${access.right}\`` : ""
}

const rowOf = ({ metadata: { access }, method, path }: EndpointEntry): ReadonlyArray<string> => [
  `\`${method} ${pathTemplate(path)}\``,
  access.level === "credentials" ? "HTTP Basic" : access.level,
  need(access)
]

/** The page with the table of these endpoints in place of the one it has. */
export const withAccessTable = (page: string, endpoints: ReadonlyArray<EndpointEntry>): string =>
  withTable("docs/tokens.md", page, [
    ["Request", "Token", "Permission"],
    ...endpoints.filter(({ metadata }) => metadata.access.level !== "public").map(rowOf)
  ])
