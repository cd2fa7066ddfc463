/**
 * The text of a small file as UTF-8 without a byte order mark, however an editor or a shell has stored it: Notepad and PowerShell write marks, and
 * PowerShell writes UTF-16.
 */
import * as Result from "effect/Result"
import { encodingOf, makeTextDecoding } from "./records/TextEncoding.ts"

/** The text of a file as UTF-8. Bytes of broken UTF-16 stay as they are: who reads them finds no text. */
export const asUtf8 = (bytes: Uint8Array): Uint8Array => {
  const encoding = encodingOf(bytes)
  const decoding = makeTextDecoding(encoding)
  return Result.all([decoding.push(bytes.subarray(encoding.markBytes)), decoding.end()]).pipe(
    Result.map((pieces) => Buffer.concat(pieces)),
    Result.getOrElse(() => bytes)
  )
}
