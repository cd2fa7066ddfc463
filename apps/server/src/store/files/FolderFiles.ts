/**
 * The files of a folder storage as a whole, for backups and moves: which there are, and how one comes into another folder. Knows no rows.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { arriving, isMissing, synchronizeFolder } from "./FolderStorage.ts"
import { ownerFolder } from "./Spool.ts"

/** A file by the names of its organization and of itself. */
export interface FileName {
  readonly organization: string
  readonly name: string
}

const namesIn = (folder: string): Promise<ReadonlyArray<string>> =>
  Fs.readdir(folder).catch((cause: unknown) => (isMissing(cause) ? [] : Promise.reject(cause)))

/** The files in a folder, those of one organization after those of another; none where there is no folder. */
export const filesIn = async function* (folder: string): AsyncGenerator<FileName> {
  for (const organization of await namesIn(folder)) {
    if (organization === arriving) continue
    for (const name of await namesIn(Path.join(folder, organization))) yield { organization, name }
  }
}

export const pathIn = (folder: string, { name, organization }: FileName): string =>
  Path.join(folder, organization, name)

/** Copies a file to the disk of a folder, and gives it its name when it is there whole. */
const copyWhole = async (from: string, folder: string, to: string): Promise<void> => {
  const place = Path.join(folder, arriving)
  await Fs.mkdir(place, { recursive: true, mode: ownerFolder })
  const partial = Path.join(place, Crypto.randomUUID())
  await Fs.copyFile(from, partial)
  const file = await Fs.open(partial, "r+")
  await file.datasync().finally(() => file.close())
  await Fs.rename(partial, to)
}

const isThere = (path: string): Promise<boolean> =>
  Fs.stat(path).then(
    () => true,
    (cause: unknown) => (isMissing(cause) ? false : Promise.reject(cause))
  )

/**
 * Has a file of one folder in another too; false where the first does not have it, and neither has the second. Files never change, so that a link does where
 * both are on one disk.
 */
export const placeFile = async (from: string, to: string, name: FileName): Promise<boolean> => {
  const target = pathIn(to, name)
  if (await isThere(target)) return true
  const source = pathIn(from, name)
  if (!(await isThere(source))) return false
  await Fs.mkdir(Path.dirname(target), { recursive: true, mode: ownerFolder })
  await Fs.link(source, target).catch(() => copyWhole(source, to, target))
  return true
}

/** Moves a file from one folder to another. */
export const moveFile = async (from: string, to: string, name: FileName): Promise<void> => {
  await placeFile(from, to, name)
  await Fs.rm(pathIn(from, name), { force: true })
}

/** Writes the names in a folder to the disk, and removes the folders in it that have none. */
export const finishFolder = async (folder: string): Promise<void> => {
  await Fs.rmdir(Path.join(folder, arriving)).catch(() => {})
  for (const organization of await namesIn(folder)) {
    const names = Path.join(folder, organization)
    await Fs.rmdir(names).catch(() => synchronizeFolder(names))
  }
  await Fs.rmdir(folder).catch((cause: unknown) => (isMissing(cause) ? undefined : synchronizeFolder(folder)))
}
