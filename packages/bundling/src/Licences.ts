/**
 * A package that is copied into a bundle is copied with its licence. The bundler lists these packages in its own output, module by
 * module, so nobody keeps a list. A package without the text of its licence stops the build.
 *
 * Sees packages, not what a package has copied into its own files.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { OutputBundle, Plugin } from "rolldown"

/** The folder of the package that a module comes from, unless that is a package of the house. */
const foreignPackage = (module: string): string | undefined =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(module)?.[0]

/** The folders of the packages of which something is left in these files. */
const packagesIn = (bundle: OutputBundle): ReadonlyArray<string> =>
  Object.values(bundle).flatMap((output) =>
    output.type === "chunk"
      ? Object.entries(output.modules).flatMap(([module, { renderedLength }]) => {
          const folder = foreignPackage(module)
          return folder !== undefined && renderedLength > 0 ? [folder] : []
        })
      : []
  )

/** Name, version, and every text about rights that a package comes with. */
const licenceOf = (folder: string): string => {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8")
  )
  const licences = globSync("{LICENSE,LICENCE,License,Licence,license,licence}*", { cwd: folder })
  if (licences.length === 0) throw new Error(`${name} ${version} comes without the text of its licence`)
  const texts = [...licences, ...globSync("{NOTICE,Notice,notice}*", { cwd: folder })].toSorted()
  return [`${name} ${version}`, ...texts.map((file) => readFileSync(join(folder, file), "utf8").trim())].join("\n\n")
}

const separator = `\n\n${"-".repeat(72)}\n\n`

const licencesOf = (folders: Iterable<string>): string =>
  [...new Set([...folders].map(licenceOf))].toSorted().join(separator)

/** Writes the licences at the end of the file itself: they go wherever it is copied. */
export const licencesInside = (): Plugin => ({
  name: "licences-inside",
  generateBundle(_, bundle) {
    const licences = licencesOf(packagesIn(bundle))
    if (licences === "") return
    for (const output of Object.values(bundle)) {
      // Bundlers keep a comment that begins like this.
      if (output.type === "chunk") output.code += `\n/*!\n${licences.replaceAll("*/", "* /")}\n*/\n`
    }
  }
})

/** Writes the licences into a file among those of the bundle: for a page, whose scripts a reader should not load them with. */
export const licencesAmong = (fileName: string): Plugin => ({
  name: "licences-among",
  generateBundle(_, bundle) {
    this.emitFile({ type: "asset", fileName, source: `${licencesOf(packagesIn(bundle))}\n` })
  }
})

/** Writes the licences of several bundles into one file, for those that are published together. */
export const licencesBeside = (file: string): Plugin => {
  const folders = new Set<string>()
  return {
    name: "licences-beside",
    writeBundle(_, bundle) {
      for (const folder of packagesIn(bundle)) folders.add(folder)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${licencesOf(folders)}\n`)
    }
  }
}
