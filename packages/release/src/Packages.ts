/**
 * The packages that are published: those whose manifests are not private. Reads manifests; changes nothing.
 */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** The repository, in which every path below begins. */
export const root = resolve(import.meta.dirname, "../../..")

/** The members of a manifest that this package reads. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description: string
  readonly license: string
  readonly mcpName?: string
  readonly engines: { readonly node: string }
  readonly publishConfig: { readonly access: string; readonly bin: Readonly<Record<string, string>> }
}

/** A package that is published, with the one program that it brings. */
export interface PublishedPackage {
  /** The folder, from the root of the repository. */
  readonly folder: string
  readonly manifest: Manifest
  readonly program: string
}

/** The manifest of a package. */
export const readManifest = (folder: string, within = root): Manifest =>
  JSON.parse(readFileSync(join(within, folder, "package.json"), "utf8"))

/** The packages that are published, in the order of their folders. */
export const publishedPackages = (within = root): ReadonlyArray<PublishedPackage> =>
  globSync("{apps,packages}/*/package.json", { cwd: within })
    .toSorted()
    .flatMap((file) => {
      const folder = dirname(file)
      const manifest = readManifest(folder, within)
      if (manifest.private === true) return []
      const [program = ""] = Object.keys(manifest.publishConfig.bin)
      return [{ folder, manifest, program }]
    })
