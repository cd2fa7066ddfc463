/**
 * The processes that a process has started, as Linux lists them.
 */
import * as Fs from "node:fs"
import type { Means } from "../faults/Machine.ts"

const listOf = (pid: number | "self"): string => `/proc/${pid}/task/${pid === "self" ? process.pid : pid}/children`

/** Processes can be listed. */
export const listing: Means = { missing: Fs.existsSync(listOf("self")) ? undefined : "no list of processes in /proc" }

/** The processes that a process has started, by their ids. */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  Fs.readFileSync(listOf(pid), "utf8").trim().split(" ").filter(Boolean).map(Number)
