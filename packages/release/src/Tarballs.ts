/**
 * The files of a release: a tarball of each published package, the bundle for MCP hosts, and lists of them. Publishes nothing.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { packPackage } from "@partner-api/bundling/Pack"
import { generatedClients } from "./GeneratedClients.ts"
import { readDocument } from "./OpenApi.ts"
import { makeMcpBundle } from "./McpBundle.ts"
import { type PublishedPackage, publishedPackages, root } from "./Packages.ts"
import { versionOf } from "./Versions.ts"

/** A package and its tarball. */
export interface Packed extends PublishedPackage {
  readonly tarball: string
}

/** The repository and the tag of a release, as the environment of the build names them. */
export interface Origin {
  /** OWNER/NAME of the repository. */
  readonly repository: string
  /** The tag that is released. */
  readonly tag: string
}

/** The part of the MCP server's name that GitHub proves: its owner. */
const ownerOf = (mcpName: string): string | undefined => /^io\.github\.([^/]+)\//.exec(mcpName)?.[1]

/** The reasons why a release cannot be made there, in sentences; none when it can. */
export const obstacles = (
  { repository, tag }: Origin,
  packages: ReadonlyArray<PublishedPackage>,
  version: string
): ReadonlyArray<string> => {
  const [owner] = repository.split("/")
  return [
    ...(tag === `v${version}` ? [] : [`The tag is ${tag} and the packages have version ${version}.`]),
    ...packages.flatMap(({ folder, manifest: { mcpName } }) =>
      mcpName === undefined || ownerOf(mcpName) === owner
        ? []
        : [
            `${folder}/package.json has the mcpName ${mcpName}; in this repository it must begin with io.github.${owner}/.`
          ]
    )
  ]
}

/** Packs while the manifest names the repository, as npm requires of a package with provenance. */
const packNaming = async (folder: string, into: string, origin: Origin | undefined): Promise<string> => {
  const file = join(root, folder, "package.json")
  const before = readFileSync(file, "utf8")
  try {
    if (origin !== undefined) {
      const url = `git+https://github.com/${origin.repository}.git`
      const repository = { type: "git", url, directory: folder }
      writeFileSync(file, `${JSON.stringify({ ...JSON.parse(before), repository }, null, 2)}\n`)
    }
    return await packPackage(join(root, folder), into)
  } finally {
    writeFileSync(file, before)
  }
}

const unpack = <A>(tarball: string, use: (content: string) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "partner-release-"))
  try {
    execFileSync("tar", ["-xzf", tarball, "-C", folder])
    return use(join(folder, "package"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Packs every published package into the folder. */
export const packAll = async (into: string, origin?: Origin): Promise<ReadonlyArray<Packed>> => {
  mkdirSync(into, { recursive: true })
  const packed: Array<Packed> = []
  for (const one of publishedPackages()) {
    packed.push({ ...one, tarball: await packNaming(one.folder, into, origin) })
  }
  return packed
}

/** The file name of the bundle for MCP hosts. */
export const bundleName = ({ manifest, program }: PublishedPackage): string => `${program}-${manifest.version}.mcpb`

/** Makes the bundle for MCP hosts of the packed MCP server, into the same folder. Gives its path. */
export const bundleOf = (packed: Packed, into: string): string => {
  const { folder, manifest, program, tarball } = packed
  const path = join(into, bundleName(packed))
  const serverJson = readFileSync(join(root, folder, "server.json"), "utf8")
  writeFileSync(
    path,
    unpack(tarball, (content) => makeMcpBundle(content, serverJson, manifest, program))
  )
  return path
}

/** Writes the clients that are generated from the OpenAPI document. Gives their paths. */
const writeClients = (into: string): ReadonlyArray<string> =>
  generatedClients(readDocument()).map(([name, text]) => {
    const path = join(into, name)
    writeFileSync(path, text)
    return path
  })

/** Makes all files of a release, with `packages.txt` for the program that publishes them and `SHA256SUMS` for those who download them. */
export const makeRelease = async (into: string, origin?: Origin): Promise<ReadonlyArray<string>> => {
  const packages = publishedPackages()
  const version = versionOf(root)
  const found = origin === undefined ? [] : obstacles(origin, packages, version)
  if (found.length > 0) throw new Error(found.join("\n"))
  const packed = await packAll(into, origin)
  const bundles = packed.filter(({ manifest }) => manifest.mcpName !== undefined).map((one) => bundleOf(one, into))
  const files = [...packed.map(({ tarball }) => tarball), ...bundles, ...writeClients(into)]
  const sums = files.map(
    (file) => `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${basename(file)}`
  )
  const lines = packed.map(({ manifest, tarball }) => `${manifest.name} ${manifest.version} ${basename(tarball)}`)
  writeFileSync(join(into, "SHA256SUMS"), `${sums.join("\n")}\n`)
  writeFileSync(join(into, "packages.txt"), `${lines.join("\n")}\n`)
  return files
}
