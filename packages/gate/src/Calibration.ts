/**
 * Work that is always the same: its processor time is the unit in which a gate is measured, because a second of one machine is not a second of another.
 *
 * The work is what a file of tests begins with: a thread of its own loads Effect. It reads, compiles and runs modules in fresh memory, so it is slow where tests
 * are slow. Work that fits into the caches of the processor is not: of two machines that order texts equally fast, one ran the tests in half the time.
 *
 * A gate measures it while its parts run: cores that share their caches or a clock slow each other down, and an idle machine does not show by how much.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"

const modules = ["effect/Schema", "effect/Effect"].map((name) => import.meta.resolve(name))

const program = `Promise.all(${JSON.stringify(modules)}.map((name) => import(name)))`

/** Between two calibrations of a run, in milliseconds: they take about a fiftieth of one core. */
const intervalMs = 15_000

/** The first ones read the files from the disk: they do not count. */
const warmUps = 2

/** The processor time of one calibration at this moment, in milliseconds. */
const measureMs = async (): Promise<number> => {
  const before = process.cpuUsage()
  await once(new Worker(program, { eval: true }), "exit")
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Measures from now on. `end` gives the mean of all, in milliseconds: the time of a run is a sum too, and a machine that is slow for a third of a run slows
 * a third of its tests, which a median would not show.
 */
export const calibrate = () => {
  const measured: Array<number> = []
  const measure = async () => void measured.push(await measureMs())
  let underWay = measure()
  for (let warmUp = 0; warmUp < warmUps; warmUp++) underWay = underWay.then(measure)
  const timer = setInterval(() => {
    underWay = underWay.then(measure)
  }, intervalMs)
  return {
    end: async (): Promise<number> => {
      clearInterval(timer)
      await underWay
      const counted = measured.slice(warmUps)
      return counted.reduce((sum, ms) => sum + ms, 0) / Math.max(1, counted.length)
    }
  }
}
