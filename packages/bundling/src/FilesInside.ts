/**
 * Files that a program carries inside: a module that reads them where they were built is replaced by one that has them.
 *
 * The module exports them as `builtFiles`, an effect of a map from paths to bytes. They are packed once, when the program is built, and
 * unpacked when they are first asked for: a command that shows none of them pays for none.
 */
import { gzipSync } from "node:zlib"
import type { Plugin } from "rolldown"

type Files = ReadonlyMap<string, Uint8Array>

const moduleOf = (files: Files): string => `
import { gunzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
const packed = ${JSON.stringify(Array.from(files, ([path, bytes]) => [path, gzipSync(bytes, { level: 9 }).toString("base64")]))}
export const builtFiles = Effect.sync(() => new Map(packed.map(([path, bytes]) => [path, gunzipSync(Buffer.from(bytes, "base64"))])))
`

/** Replaces the module at this path by one that has the files. */
export const filesInside = (module: string, files: () => Promise<Files>): Plugin => ({
  name: "files-inside",
  load: {
    filter: { id: module },
    handler: async () => ({ code: moduleOf(await files()), moduleType: "js" })
  }
})
