/**
 * Opens a file that somebody names for reading, if it is a regular one. A pipe, a terminal or a device is refused without waiting for
 * it: opening a pipe for reading waits for a writer, perhaps for ever.
 *
 * The open file is asked what it is, not its path: what is read is what was looked at. A link is followed.
 */
import * as Fs from "node:fs"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { OperatorError } from "./OperatorError.ts"

/** A file that is open for reading. */
export interface OpenFile {
  readonly descriptor: number
  readonly size: number
}

const irregular = (path: string) =>
  new OperatorError({
    message: `${path} is not a file.`,
    remedy: "Name a regular file: a folder, a pipe or a device is not read."
  })

/** Opens the file for as long as the scope. What the operating system refuses is told by `unusable`. */
export const openRegularFile = (
  path: string,
  unusable: (cause: unknown) => OperatorError
): Effect.Effect<OpenFile, OperatorError, Scope> =>
  Effect.acquireRelease(
    // Without waiting; for a regular file this changes nothing.
    Effect.try({ try: () => Fs.openSync(path, Fs.constants.O_RDONLY | Fs.constants.O_NONBLOCK), catch: unusable }),
    (descriptor) => Effect.sync(() => Fs.closeSync(descriptor))
  ).pipe(
    Effect.bindTo("descriptor"),
    Effect.bind("info", ({ descriptor }) => Effect.try({ try: () => Fs.fstatSync(descriptor), catch: unusable })),
    Effect.flatMap(({ descriptor, info }) =>
      info.isFile() ? Effect.succeed({ descriptor, size: info.size }) : Effect.fail(irregular(path))
    )
  )
