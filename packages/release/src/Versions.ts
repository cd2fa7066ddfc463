/**
 * The one version of all published packages, in the places beside manifests that state it: the version that programs print, and the
 * description of the MCP server. changesets writes the manifests; this writes the rest.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { publishedPackages } from "./Packages.ts"

/** Each place, and how the version stands there. */
const places: ReadonlyArray<readonly [file: string, pattern: RegExp]> = [
  ["apps/mcp/server.json", /(?<="version": ")[^"]+(?=")/g],
  ["apps/mcp/src/Version.ts", /(?<=version = ")[^"]+(?=")/g],
  ["apps/server/src/platform/Version.ts", /(?<=version = ")[^"]+(?=")/g],
  ["packages/client/src/core/Version.ts", /(?<=version = ")[^"]+(?=")/g]
]

/** The version of the published packages. Throws when they have several. */
export const versionOf = (root: string): string => {
  const versions = new Set(publishedPackages(root).map(({ manifest }) => manifest.version))
  const [version] = versions
  if (version === undefined || versions.size > 1) {
    throw new Error(`The published packages have the versions ${[...versions].join(", ")}; they must have one.`)
  }
  return version
}

/** The places, each with the versions that it states. */
export const statedVersions = (root: string): ReadonlyArray<readonly [file: string, versions: ReadonlyArray<string>]> =>
  places.map(([file, pattern]) => [file, readFileSync(join(root, file), "utf8").match(pattern) ?? []])

/** Writes the version of the manifests into the other places. */
export const writeVersion = (root: string): void => {
  const version = versionOf(root)
  for (const [file, pattern] of places) {
    const path = join(root, file)
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(pattern, version))
  }
}
