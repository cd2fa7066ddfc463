/**
 * The processor time of programs that this one has started and that have ended, with all that they started in turn. Linux alone counts it for a parent.
 */
import * as Fs from "node:fs"

/** Linux counts in hundredths of a second, on every machine. */
const tickMs = 10

/** The fields of `/proc/self/stat` behind the name of the program, which may hold spaces: `cutime` and `cstime` of proc(5). */
const [childUserField, childSystemField] = [13, 14] as const

const file = "/proc/self/stat"

/** The processor time of ended children, in milliseconds; nothing where the system does not count it. */
export const childrenCpuMs = (): number | undefined => {
  if (!Fs.existsSync(file)) return undefined
  const text = Fs.readFileSync(file, "utf8")
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[childUserField]) + Number(fields[childSystemField])) * tickMs
}
