/**
 * The facts about its run that every result has, and the file of a result.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"

/**
 * The family and the model of a processor, where the system has them: virtual machines name all processors of a maker alike, and their ratios differ by a
 * quarter.
 */
const modelOf = (): string => {
  const file = "/proc/cpuinfo"
  const text = Fs.existsSync(file) ? Fs.readFileSync(file, "utf8") : ""
  const [, family, model] = /^cpu family\s*: (\d+)$[^]*?^model\s*: (\d+)$/m.exec(text) ?? []
  return family === undefined ? "" : ` (family ${family}, model ${model})`
}

/** The day, the Node and the machine of a run. */
export const runFacts = () => ({
  taken: new Date().toISOString().slice(0, 10),
  node: process.version,
  machine: `${Os.cpus()[0]?.model.trim()}${modelOf()}, ${Os.cpus().length} cores, ${Os.type()}`
})

/** The load of the machine in the last minute: others work on it too. */
export const machineLoad = (): number => Number((Os.loadavg()[0] ?? 0).toFixed(1))

/** Writes NAME.json into a folder. */
export const writeResult = (folder: string, name: string, result: unknown): void => {
  Fs.mkdirSync(folder, { recursive: true })
  Fs.writeFileSync(Path.join(folder, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`)
}
