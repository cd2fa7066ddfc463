/**
 * The folder for temporary files of a part. A database of a test waits for its disk at each commit, and the system works for that: on a file system in
 * memory the tests of the server take a sixth less of the processor. Parts of `verify` keep the disk, because what a crash or a full disk leaves is what they prove.
 */
import * as Fs from "node:fs"

/** The path of Linux's file system in memory. */
const memoryFolder = "/dev/shm"

/** The free bytes without which files stay on the disk: containers often have 64 MiB there, and a run of the tests takes a few hundred. */
const freeBytesMin = 1024 ** 3

const hasRoom = (folder: string): boolean => {
  const { bavail, bsize } = Fs.statfsSync(folder)
  return bavail * bsize >= freeBytesMin
}

const isWritable = (folder: string): boolean => {
  const stat = Fs.statSync(folder, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && (stat.mode & 0o002) !== 0
}

/** The folder in memory for a script such as `test` or `test:guides`; nothing for other scripts, or where there is no room. */
export const temporaryFolderOf = (script: string | undefined, folder = memoryFolder): string | undefined =>
  /^test(:|$)/.test(script ?? "") && isWritable(folder) && hasRoom(folder) ? folder : undefined
