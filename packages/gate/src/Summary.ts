/**
 * The end of a run: where its time went, by part, and whether it keeps its bound.
 */
import { bounds, budgetMinutes, referenceCalibrationMs, toleranceRatio } from "./Bounds.ts"

/** A part of a gate: a task that has run, or one whose result came from the cache. */
export interface Part {
  /** The name of the package and the task: `@partner-api/server#test`. */
  readonly name: string
  readonly wallMs: number
  /** Nothing where the result came from the cache, or the system does not count it. */
  readonly cpuMs: number | undefined
  readonly isCached: boolean
  /** The tests that failed, each with its file and the first line of its error. */
  readonly failures: ReadonlyArray<string>
}

/** A run of a gate. */
export interface Run {
  readonly gate: string
  readonly parts: ReadonlyArray<Part>
  readonly wallMs: number
  readonly cpuMs: number | undefined
  readonly calibrationMs: number
  /** Programs of others whose tests were left out by name. */
  readonly leftOut: ReadonlyArray<string>
}

/** The text that is printed at the end. */
export interface Summary {
  readonly lines: ReadonlyArray<string>
  /** Whether the run keeps its bound, or has none to keep. */
  readonly isKept: boolean
}

const seconds = (ms: number | undefined): string =>
  (ms === undefined ? "-" : `${(ms / 1_000).toFixed(1)} s`).padStart(10)

const row = (name: string, cpuMs: number | undefined, wallMs: number, note = ""): string =>
  `${seconds(cpuMs)} ${seconds(wallMs)}  ${name}${note}`

const minuteMs = 60_000

/** The minutes of a part on the machine of a run; nothing where the part has no budget. */
const minutesOf = ({ name }: Part, calibrationMs: number): number | undefined => {
  const minutes = budgetMinutes[name]
  return minutes === undefined ? undefined : minutes * Math.max(1, calibrationMs / referenceCalibrationMs)
}

const shownMinutes = (minutes: number): string => String(Number(minutes.toFixed(1)))

const noteOf = (part: Part, calibrationMs: number): string => {
  const minutes = minutesOf(part, calibrationMs)
  return `${minutes === undefined ? "" : ` of ${shownMinutes(minutes)} min`}${part.isCached ? " (cached)" : ""}`
}

/** The parts that took longer than their budget, a sentence each. */
const overBudget = ({ calibrationMs, parts }: Run): ReadonlyArray<string> =>
  parts.flatMap((part) => {
    const minutes = minutesOf(part, calibrationMs)
    return minutes === undefined || part.wallMs <= minutes * minuteMs
      ? []
      : [
          `${part.name} took ${(part.wallMs / minuteMs).toFixed(1)} min of its ${shownMinutes(minutes)} min. Make its longest tests shorter, or move loops to verify:long.`
        ]
  })

/** The difference between the budgets of a run and those of the reference machine. */
const scaleOf = ({ calibrationMs, parts }: Run): ReadonlyArray<string> =>
  calibrationMs > referenceCalibrationMs && parts.some(({ name }) => budgetMinutes[name] !== undefined)
    ? [
        `The minutes are those of a machine whose calibration takes ${referenceCalibrationMs} ms, times ${(calibrationMs / referenceCalibrationMs).toFixed(2)}.`
      ]
    : []

const verdictOf = ({ calibrationMs, cpuMs, gate, parts }: Run): Summary => {
  const bound = bounds[gate]
  if (cpuMs === undefined) return { lines: ["This system does not count the processor time of a run."], isKept: true }
  const taken = Math.round(cpuMs / calibrationMs)
  const measured = `Processor time: ${taken} calibrations of ${calibrationMs.toFixed(0)} ms`
  if (bound === undefined) return { lines: [`${measured}.`], isKept: true }
  const cached = parts.filter(({ isCached }) => isCached).length
  if (cached > 0) {
    return {
      lines: [`${measured}. The bound of ${bound} is for a run without the cache, which had ${cached} parts.`],
      isKept: true
    }
  }
  const isKept = taken <= bound * toleranceRatio
  return {
    lines: [
      `${measured}; the bound is ${bound}, and ${Math.round((toleranceRatio - 1) * 100)} % above it.`,
      ...(isKept
        ? []
        : [
            "The gate takes too long. Make the costliest parts cheaper, or raise the bound in packages/gate/src/Bounds.ts with the reason."
          ])
    ],
    isKept
  }
}

/** Sums up a run: the costliest part first. */
export const summaryOf = (run: Run): Summary => {
  const verdict = verdictOf(run)
  const late = overBudget(run)
  const parts = run.parts.toSorted((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0) || b.wallMs - a.wallMs)
  return {
    lines: [
      `${"processor".padStart(10)} ${"wall".padStart(10)}  part`,
      ...parts.map((part) => row(part.name, part.cpuMs, part.wallMs, noteOf(part, run.calibrationMs))),
      row(`all of ${run.gate}`, run.cpuMs, run.wallMs),
      ...verdict.lines,
      ...scaleOf(run),
      ...late,
      ...run.leftOut.map((name) => `Left out: the tests with ${name}.`),
      ...run.parts.flatMap(({ failures, name }) => failures.map((failure) => `Failed: ${name} ${failure}`))
    ],
    isKept: verdict.isKept && late.length === 0
  }
}
