/**
 * What this machine lets a test do: mount a small disk, trace system calls, run a process as somebody else. Each is tried once; what
 * cannot be done has a reason, and the test that needs it says `not run` with that reason.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { mainFile } from "../Built.ts"

/** Something a test needs; `missing` says why it is not there. */
export interface Means {
  readonly missing: string | undefined
}

const works = (file: string, args: ReadonlyArray<string>, uid?: number): boolean =>
  ChildProcess.spawnSync(file, args, {
    stdio: "ignore",
    ...(uid === undefined ? {} : { uid, gid: uid })
  }).status === 0

/** What the title of a test ends with: the reason when it is not run. */
export const notRun = ({ missing }: Means): string => (missing === undefined ? "" : ` [not run: ${missing}]`)

const isRoot = process.getuid?.() === 0

const traced = ["-f", "-qq", "-e", "trace=fsync,fdatasync"]

/** System calls can be counted. */
export const tracing: Means = {
  missing: works("strace", [...traced, "-o", "/dev/null", process.execPath, "--version"])
    ? undefined
    : "strace is not there or may not trace"
}

const yama = "/proc/sys/kernel/yama/ptrace_scope"
const attachesAnywhere = isRoot || !Fs.existsSync(yama) || Fs.readFileSync(yama, "utf8").trim() === "0"

/** A process that runs already can be traced. */
export const attaching: Means = {
  missing: tracing.missing ?? (attachesAnywhere ? undefined : "strace may only trace its own children")
}

/** A user without rights, whom files can be closed to. It has to be able to read the program. */
export const otherUser: Means & { readonly uid: number | undefined } = (() => {
  if (!isRoot) return { missing: process.getuid === undefined ? "no users here" : undefined, uid: undefined }
  const uid = 65_534
  const readable = works(process.execPath, ["-e", `require("node:fs").readFileSync(${JSON.stringify(mainFile)})`], uid)
  return { missing: readable ? undefined : "no other user can read the program", uid }
})()

/** Mounts a disk of the given megabytes in memory; `remove` takes it away with all that is on it. */
export const mountDisk = (megabytes: number) => {
  const path = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-disk-"))
  const mounted = works("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path])
  const remove = () => {
    if (mounted) works("umount", ["-l", path])
    Fs.rmSync(path, { recursive: true, force: true })
  }
  return { path, mounted, remove, [Symbol.dispose]: remove }
}

/** A small disk can be mounted. */
export const smallDisk: Means = (() => {
  using disk = mountDisk(1)
  return { missing: disk.mounted ? undefined : "mounting needs root" }
})()

/** Takes all space that is left and gives it back with `free`. */
export const fillDisk = (folder: string) => {
  const file = Path.join(folder, "filler")
  const descriptor = Fs.openSync(file, "w")
  // The last bytes too: a page of the database must not fit any more.
  for (const size of [65_536, 4_096, 512, 1]) {
    let full = false
    while (!full) {
      try {
        full = Fs.writeSync(descriptor, Buffer.alloc(size, 1)) < size
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
        full = true
      }
    }
  }
  Fs.closeSync(descriptor)
  return { free: () => Fs.rmSync(file, { force: true }) }
}
