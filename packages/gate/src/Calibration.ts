/**
 * Work that is always the same: its processor time is the unit in which a gate is measured, because a second of one machine is not a second of another.
 *
 * A gate measures it while its parts run: cores that share their caches or a clock slow each other down, and an idle machine does not show by how much.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"

/** As many texts as take half a tenth of a second to order. */
const texts = 30_000

/** As many files as take a fifth of a calibration, all of it in the system: tests spend a fifth of their time there. */
const files = 50

/**
 * As much fresh memory as a test that starts takes, in MiB. One machine hands it out three times as slowly as another one whose cores are as fast, and tests
 * take more of it than of anything else.
 */
const memoryMiB = 64

/** Between two calibrations of a run, in milliseconds: they take about a fiftieth of one core. */
const intervalMs = 3_000

const orderTexts = (): void => {
  const shuffled = Array.from({ length: texts }, (_, number) => `Entwickler ${(number * 7919) % texts} für Straßen`)
  shuffled.sort((a, b) => a.localeCompare(b, "de"))
}

const keepFiles = (folder: string): void => {
  for (let number = 0; number < files; number++) {
    const file = Path.join(folder, String(number))
    Fs.writeFileSync(file, "Entwickler")
    Fs.readFileSync(file)
    Fs.rmSync(file)
  }
}

const fillMemory = (): void => {
  for (let number = 0; number < memoryMiB; number++) Buffer.alloc(1_048_576, 1)
}

/** The processor time of one calibration at this moment, in milliseconds. */
const measureMs = (folder: string): number => {
  const before = process.cpuUsage()
  orderTexts()
  keepFiles(folder)
  fillMemory()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Measures from now on. `end` gives the median of all, in milliseconds: a collection of garbage may fall into any. */
export const calibrate = () => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-calibration-"))
  // The interpreter runs the first ones: they do not count.
  for (let round = 0; round < 5; round++) measureMs(folder)
  const measured = [measureMs(folder)]
  const timer = setInterval(() => measured.push(measureMs(folder)), intervalMs)
  return {
    end: (): number => {
      clearInterval(timer)
      Fs.rmSync(folder, { recursive: true, force: true })
      return measured.toSorted((a, b) => a - b)[measured.length >> 1] ?? 0
    }
  }
}
