/**
 * Looks at a running process from outside and judges whether it grows: its memory after a garbage collection, its open files.
 *
 * The young generation of V8 is left out. It doubles a few times, minutes apart, up to its bound, and is empty after each collection:
 * such a step is no growth, and a slope through it looks like one.
 */
import * as Fs from "node:fs"
import type { startProcess } from "../test/faults/ServerProcess.ts"

/** Loaded into the process: on a signal it collects garbage and prints its memory in one line. */
const meter = `
  import { monitorEventLoopDelay } from "node:perf_hooks"
  import { getHeapSpaceStatistics } from "node:v8"
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let count = 0
  process.on("SIGUSR2", () => {
    const p99Ms = delay.percentile(99) / 1e6
    delay.reset()
    globalThis.gc()
    const { rss, heapUsed } = process.memoryUsage()
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space").physical_space_size
    process.stderr.write("meter " + ++count + " " + JSON.stringify({ rss, young, heapUsed, p99Ms }) + "\\n")
  })`

/** Arguments of node that bring the meter along. */
export const meterArgs: ReadonlyArray<string> = [
  "--expose-gc",
  "--import",
  `data:text/javascript,${encodeURIComponent(meter)}`
]

/** What a process was like at a moment. */
export interface Sample {
  readonly seconds: number
  readonly rssMib: number
  /** The young generation, a part of {@link rssMib}. */
  readonly youngMib: number
  readonly heapMib: number
  /** Memory that is no file's. */
  readonly anonymousMib: number
  readonly loopP99Ms: number
  /** Open files; sockets come and go with the load and are counted apart. */
  readonly files: number
  readonly sockets: number
}

const mebi = 1_048_576
const round = (value: number): number => Math.round(value * 100) / 100

/** Takes samples of a process that has the meter. */
export const openMeter = (program: Pick<ReturnType<typeof startProcess>, "pid" | "send" | "errorMatch">) => {
  let count = 0
  return async (seconds: number): Promise<Sample> => {
    count++
    program.send("SIGUSR2")
    const measured = await program.errorMatch(new RegExp(`meter ${count} (.*)\\n`))
    const [rss = 0, young = 0, heapUsed = 0, loopP99Ms = 0] = [...measured.matchAll(/:([\d.]+)/g)].map(([, value]) =>
      Number(value)
    )
    const links = Fs.readdirSync(`/proc/${program.pid}/fd`).map((descriptor) => {
      const file = `/proc/${program.pid}/fd/${descriptor}`
      // It may have been closed since it was listed.
      return Fs.existsSync(`/proc/${program.pid}/fdinfo/${descriptor}`) ? Fs.readlinkSync(file) : ""
    })
    const sockets = links.filter((link) => link.startsWith("socket:")).length
    const status = Fs.readFileSync(`/proc/${program.pid}/status`, "utf8")
    return {
      seconds: Math.round(seconds),
      rssMib: round(rss / mebi),
      youngMib: round(young / mebi),
      heapMib: round(heapUsed / mebi),
      anonymousMib: round(Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024),
      loopP99Ms: round(loopP99Ms),
      files: links.length - sockets,
      sockets
    }
  }
}

/**
 * The growth for a minute: the median of the slopes between every two samples (Theil and Sen). One step, such as the bookkeeping of V8
 * for a young generation that has doubled, does not move it; steady growth does.
 */
export const slopePerMinute = (samples: ReadonlyArray<Sample>, read: (sample: Sample) => number): number => {
  const slopes = samples
    .flatMap((to, index) =>
      samples.slice(0, index).map((from) => ((read(to) - read(from)) * 60) / (to.seconds - from.seconds))
    )
    .toSorted((left, right) => left - right)
  return round(slopes[Math.floor(slopes.length / 2)] ?? 0)
}

/** The bound of the young generation: two semi-spaces of 64 MiB, and what is being copied between them. */
const youngMibMax = 192

/** The memory of a process without its young generation. */
export const settledMibOf = ({ rssMib, youngMib }: Sample): number => rssMib - youngMib

/** From when on samples count, and which growth of memory in a minute is none. */
export interface Flat {
  readonly settledSeconds: number
  readonly slopeMibMax: number
}

/** What grows, in words; nothing when all is flat. */
export const growthOf = (all: ReadonlyArray<Sample>, { settledSeconds, slopeMibMax }: Flat): ReadonlyArray<string> => {
  const samples = all.filter(({ seconds }) => seconds >= settledSeconds)
  const slope = slopePerMinute(samples, settledMibOf)
  const youngMib = Math.max(...all.map((sample) => sample.youngMib))
  const [first, last] = [samples.at(0)?.files ?? 0, samples.at(-1)?.files ?? 0]
  return [
    ...(slope > slopeMibMax ? [`memory grows by ${slope} MiB a minute`] : []),
    ...(youngMib > youngMibMax ? [`the young generation takes ${youngMib} MiB`] : []),
    ...(last > first ? [`open files grow from ${first} to ${last}`] : [])
  ]
}
