/**
 * Bytes that a program carries inside, packed: the JavaScript that holds them, and the JavaScript that unpacks them when it runs.
 */
import { gzipSync } from "node:zlib"

/** The imports of a module that unpacks. */
export const unpackImport = `import { gunzipSync } from "node:zlib"`

/** The expression of the bytes, as a `Buffer`. */
export const unpacked = (bytes: Uint8Array | string): string =>
  `gunzipSync(Buffer.from("${gzipSync(bytes, { level: 9 }).toString("base64")}", "base64"))`
