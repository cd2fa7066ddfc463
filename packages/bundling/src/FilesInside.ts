/**
 * Files that a program carries inside: a module that reads them where they were built is replaced by one that has them.
 *
 * The module exports them as `builtFiles`, an effect of a map from paths to bytes. They are packed once, when the program is built, and
 * unpacked when they are first requested: a command that shows none of them pays for none.
 */
import type { Plugin } from "rolldown"
import { unpacked, unpackImport } from "./Packed.ts"

type Files = ReadonlyMap<string, Uint8Array>

const moduleOf = (files: Files): string => {
  const entries = Array.from(files, ([path, bytes]) => `[${JSON.stringify(path)}, ${unpacked(bytes)}]`)
  return `
${unpackImport}
import * as Effect from "effect/Effect"
export const builtFiles = Effect.sync(() => new Map([${entries.join()}]))
`
}

/** Replaces the module at this path by one that has the files. */
export const filesInside = (module: string, files: () => Promise<Files>): Plugin => ({
  name: "files-inside",
  load: {
    filter: { id: module },
    handler: async () => ({ code: moduleOf(await files()), moduleType: "js" })
  }
})
