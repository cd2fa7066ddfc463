/**
 * The name of an attachment: what remains of the name that a file was sent with (recruiting, Attachments).
 *
 * Folders are cut off, because browsers and scripts send whole paths. A character that turns the reading order around, or that is not shown, is refused and not
 * removed: the person who sent a name that reads `cvexe.pdf` sees that the name is another one than it seems.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Problem } from "./Problem.ts"
import { problemsOf } from "./Problems.ts"
import { trimmedText } from "./Text.ts"

/** The longest name, in characters: file systems take 255 bytes, and a character has up to four. */
export const fileNameMax = 200

/** The characters that show nothing and that {@link trimmedText} lets through: marks of direction, and joiners of no width. */
const invisible = /[\u061c\u200b-\u200f\u2060\ufeff]/u

const decodeName = Schema.decodeUnknownResult(trimmedText(1, fileNameMax), { errors: "all" })

/** The part of a path behind its last slash, of either kind. */
const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)

const at = { in: "header", path: "/content-disposition" } as const

/** Reads the name of a file from the name that it was sent with; absent where it was sent without one. */
export const readFileName = (sent: string | undefined): Result.Result<string, Problem> => {
  if (sent === undefined) {
    return Result.fail({ ...at, code: "required", message: "is required: attachment; filename*=UTF-8''cv.pdf" })
  }
  // A lone surrogate cannot be sent back.
  const name = baseName(sent).toWellFormed()
  if (invisible.test(name)) {
    return Result.fail({ ...at, code: "format", message: "must name the file without invisible characters" })
  }
  return Result.mapError(decodeName(name), (error) => {
    const [first] = problemsOf(error.issue, "header")
    return { ...at, code: first?.code ?? "format", message: `must name the file: ${first?.message ?? ""}` }
  })
}
