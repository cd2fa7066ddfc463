/**
 * The flags of a command that reads a file of records: what the file itself does not show.
 */
import * as Flag from "effect/cli/Flag"
import { fileFormats } from "./RecordCutter.ts"
import { givenEncodings } from "./TextEncoding.ts"

export const recordFileFlags = {
  format: Flag.Literals("format", fileFormats).pipe(
    Flag.withDescription("The format of the file, where its name does not end with .ndjson, .jsonl or .csv"),
    Flag.optional
  ),
  encoding: Flag.Literals("encoding", givenEncodings).pipe(
    Flag.withDescription("The encoding of the file; without it UTF-8, or UTF-16 where the file begins so"),
    Flag.optional
  )
}
