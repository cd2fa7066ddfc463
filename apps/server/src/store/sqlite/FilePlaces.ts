/**
 * The access to the files of a database in the file system: their kind, mode and owner, and those of their folder. Reads no
 * file, follows no link beside the database, and judges nothing.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { withoutLinks } from "../../platform/RealPath.ts"
import { unusable } from "./SqliteFile.ts"

/** One file or folder. */
export interface FilePlace {
  readonly path: string
  readonly kind: "file" | "folder" | "other"
  /** The bits of its mode, which hold the permissions. */
  readonly mode: number
  readonly owner: number
}

/** The files of one database, and the user of this process. */
export interface FilePlaces {
  /** The database and everything beside it that bears its name: journals, the lock, copies that were kept. */
  readonly files: ReadonlyArray<FilePlace>
  readonly folder: FilePlace
  /** The user that this process runs as. */
  readonly user: number
}

/** Windows keeps permissions in another way, and shows modes that mean nothing. */
const hasModes = process.platform !== "win32"

const permissions = 0o777

const placeAt = (path: string): ReadonlyArray<FilePlace> => {
  const info = Fs.lstatSync(path, { throwIfNoEntry: false })
  if (info === undefined) return []
  const kind = info.isFile() ? "file" : info.isDirectory() ? "folder" : "other"
  return [{ path, kind, mode: info.mode & permissions, owner: info.uid }]
}

/** Looks at the files of a database; nothing where there are no modes. */
export const filePlaces = (databaseFile: string): Effect.Effect<FilePlaces | undefined, OperatorError> =>
  Effect.try({
    try: () => {
      const file = withoutLinks(databaseFile)
      const [folder] = placeAt(Fs.realpathSync(Path.dirname(Path.resolve(file))))
      if (!hasModes || folder === undefined) return undefined
      const name = Path.basename(file)
      const names = Fs.readdirSync(folder.path).filter(
        (one) => one === name || one.startsWith(`${name}-`) || one.startsWith(`${name}.`)
      )
      const files = names.flatMap((one) => placeAt(Path.join(folder.path, one)))
      return { files, folder, user: Os.userInfo().uid }
    },
    catch: unusable(databaseFile)
  })
