/**
 * HAProxy for tests: the program, its arguments, and what it prints once it listens.
 */
import { findProgram } from "./DebianProgram.ts"

export const haproxyProgram = findProgram({
  name: "haproxy",
  versionFlag: "-v",
  packageName: "haproxy",
  path: "usr/sbin/haproxy",
  libraries: ["liblua5.3-0", "libopentracing1", "libopentracing-c-wrapper0"]
})

/** The arguments for a file of configuration. With a master process it prints that it listens; without one it prints its last line before. */
export const haproxyArgs = (file: string): ReadonlyArray<string> => ["-W", "-V", "-f", file]

/** What it prints once it listens, on standard error. */
export const haproxyReadyLine = /Loading success/
