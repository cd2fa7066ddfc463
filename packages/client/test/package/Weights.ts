/**
 * What the published entries weigh and import, as a bundler counts it. `Weight.test.ts` weighs what is built from the sources, `verify/package` the tarball.
 */
import { build, type BuildOptions } from "esbuild"
import { gzipSync } from "node:zlib"

/**
 * What the Promise entry may add to a bundle, in bytes of `gzip -9` (design, C1). The schemas of what partners write are in it: those of settings, agencies,
 * invitations, assignments, facts, questions and answers took 4 KB beyond the 68 KB of before; files of applications took 2 KB more, and
 * `attach` and `download` 1.3 KB: they are methods of the client, with its tokens, retries and errors, so a bundle cannot leave them out. Confirmations took 0.3 KB,
 * and the members of candidates, messages and requests of erasures bring it to 76.1 KB. Exports of persons, the first answer in lines, took 1.4 KB more, and reasons 0.4 KB.
 * Placements, with their actions and filters, took 0.9 KB, and claims with the check of a candidate 0.3 KB. The client
 * with its limits, its requests and its secrets took 0.9 KB, the person of a write 0.2 KB, and the warning of what is deprecated 0.6 KB.
 * Endpoints without codecs around their schemas name them so, 0.05 KB, and are imported in nine tenths of the time.
 */
export const bundleBytesMax = 81_500

/**
 * What the testing entry may weigh, in bytes of `gzip -9`: the service and its router are in it, and tests alone load it. Messages, mails, requests of erasures
 * and the telephone plans of countries bring it to 315 KB. Placements, terms, claims and checks of candidates took 25 KB more, the requests of a client with the log of
 * requests, its secrets and the person of a write 8 KB, and what is deprecated 2 KB. Answers and tokens that end by a mark, and looks that are handed over in pairs,
 * took 1.5 KB.
 */
export const testingBytesMax = 358_000

/** What the entry for webhooks may add to a bundle, in bytes of `gzip -9`: it is for functions in the cloud, and needs no library. */
export const webhooksBytesMax = 5_000

/** The bytes of `gzip -9`. */
export const gzipBytes = (contents: Uint8Array | string): number => gzipSync(contents, { level: 9 }).length

const bundle = (file: string, options: BuildOptions) =>
  build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    metafile: true,
    write: false,
    logLevel: "silent",
    ...options
  })

/** What a program in a folder weighs with all that it imports. */
export const bundledBytes = async (file: string, folder: string): Promise<number> => {
  const { outputFiles = [] } = await bundle(file, { absWorkingDir: folder, packages: "bundle" })
  return gzipBytes(outputFiles[0]?.contents ?? "")
}

/** What a file imports from other packages and from Node. */
export const importsOf = async (file: string): Promise<ReadonlyArray<string>> => {
  const { metafile } = await bundle(file, { packages: "external" })
  return Object.values(metafile?.outputs ?? {}).flatMap(({ imports }) => imports.map(({ path }) => path))
}
