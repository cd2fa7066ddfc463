/**
 * Files that hold personal data, made where other users may be able to write. Each is made new, under a name that nobody can have put
 * a link or a pipe at, and for its owner's eyes from its first byte on. Knows nothing of what is in them.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { OperatorError } from "../../platform/OperatorError.ts"

/** A reader of a database or a backup may read every person in it. */
const ownerOnly = 0o600
const ownerFolder = 0o700

/** The bits of a mode that let others in. */
export const foreignBits = 0o077

/** Makes a folder and the folders above it, for their owner's eyes. What is there stays as it is. */
export const makeFolder = (folder: string): void => {
  Fs.mkdirSync(folder, { recursive: true, mode: ownerFolder })
}

/** Makes an empty file. Fails when there is anything under its name, a link that leads nowhere included. */
export const makeFile = (file: string): void => Fs.closeSync(Fs.openSync(file, "wx", ownerOnly))

/** Whether a file could not be made because something has its name. */
export const isTaken = (cause: unknown): boolean => Predicate.hasProperty(cause, "code") && cause.code === "EEXIST"

/** Makes an empty file unless there is one. Fails when a link has its name. */
export const ensureFile = (file: string): void => {
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = Fs.constants
  Fs.closeSync(Fs.openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, ownerOnly))
}

/** Writes a text over a file of ours, which is made unless there is one. Fails when a link has its name. */
export const overwriteFile = (file: string, text: string): void => {
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = Fs.constants
  const descriptor = Fs.openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, ownerOnly)
  Fs.writeSync(descriptor, text)
  Fs.closeSync(descriptor)
}

/** Shuts others out of a file of ours, and follows no link to one. */
export const closeToOthers = (file: string): void => {
  const descriptor = Fs.openSync(file, Fs.constants.O_RDONLY | Fs.constants.O_NOFOLLOW | Fs.constants.O_NONBLOCK)
  if ((Fs.fstatSync(descriptor).mode & foreignBits) !== 0) Fs.fchmodSync(descriptor, ownerOnly)
  Fs.closeSync(descriptor)
}

/** Writes what a process has handed to the operating system to the disk. */
export const synchronize = (path: string): void => {
  const descriptor = Fs.openSync(path, "r")
  Fs.fsyncSync(descriptor)
  Fs.closeSync(descriptor)
}

/**
 * A new, empty file in a folder of its own beside `path`, on the same disk, so that a rename takes it there. The folder has a name
 * drawn by chance and lets its owner alone in: what SQLite writes beside the file is as safe as the file. It goes with the scope.
 */
export const fileBeside = (path: string, purpose: string, failed: (cause: unknown) => OperatorError) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const folder = `${path}.${purpose}-${Crypto.randomUUID()}`
        Fs.mkdirSync(folder, { mode: ownerFolder })
        return folder
      },
      catch: failed
    }),
    (folder) => Effect.sync(() => Fs.rmSync(folder, { recursive: true, force: true }))
  ).pipe(
    Effect.flatMap((folder) =>
      Effect.try({
        try: () => {
          const file = Path.join(folder, Path.basename(path))
          makeFile(file)
          return file
        },
        catch: failed
      })
    )
  )
