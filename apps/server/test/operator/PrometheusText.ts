/**
 * Reads the text format of Prometheus (0.0.4), and refuses what promtool would refuse: samples without help and type, metrics in pieces,
 * a sample twice, names that do not fit their type, buckets that do not add up.
 */
import * as Assert from "node:assert"

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric with all its samples. */
export interface Family {
  readonly type: string
  readonly help: string
  readonly samples: Array<Sample>
}

const comment = /^# (?<kind>HELP|TYPE) (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?<text>.+)$/
const sample =
  /^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?<labels>.*)\})? (?<value>[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y

const readLabels = (text: string, line: string): Readonly<Record<string, string>> => {
  const labels: Record<string, string> = {}
  label.lastIndex = 0
  while (label.lastIndex < text.length) {
    const [, name = "", value = ""] = label.exec(text) ?? Assert.fail(`labels that cannot be read: ${line}`)
    Assert.ok(!(name in labels), `a label twice: ${line}`)
    labels[name] = value.replaceAll(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character))
  }
  return labels
}

const numberOf = (text: string): number => Number(text.replace("Inf", "Infinity"))

/** The name of a metric, from that of one of its samples. */
const familyOf = (name: string, families: ReadonlyMap<string, Family>): string => {
  const base = name.replace(/_(?:bucket|sum|count)$/, "")
  return families.get(base)?.type === "histogram" ? base : name
}

const identity = ({ labels, name }: Sample): string => `${name} ${JSON.stringify(Object.entries(labels).toSorted())}`

/** The buckets of each series of a histogram must not fall, and the last of them is the count. */
const checkHistogram = (name: string, { samples }: Family): void => {
  const below = new Map<string, number>()
  for (const { labels, name: part, value } of samples) {
    const { le: _le, ...others } = labels
    const key = JSON.stringify(others)
    if (part === `${name}_bucket`) {
      Assert.ok(value >= (below.get(key) ?? 0), `a bucket of ${name} ${key} is less than the one before it`)
      below.set(key, value)
    } else if (part === `${name}_count`) {
      Assert.strictEqual(value, below.get(key), `the count of ${name} ${key} is not its last bucket`)
    } else Assert.strictEqual(part, `${name}_sum`)
  }
}

/** Reads a text; throws where it is wrong. */
export const readPrometheusText = (text: string) => {
  const families = new Map<string, Family>()
  const help = new Map<string, string>()
  const seen = new Set<string>()
  let current = ""
  Assert.ok(text.endsWith("\n"), "the last line must end")
  for (const line of text.slice(0, -1).split("\n")) {
    const { kind, name: commented = "", text: documented = "" } = comment.exec(line)?.groups ?? {}
    if (kind === "HELP") {
      Assert.ok(!help.has(commented), `help twice: ${line}`)
      help.set(commented, documented)
      continue
    }
    if (kind === "TYPE") {
      const counts = documented === "counter"
      Assert.match(documented, /^(?:counter|gauge|histogram)$/)
      Assert.strictEqual(commented.endsWith("_total"), counts, `counters alone end with _total: ${line}`)
      Assert.ok(!families.has(commented), `a metric in pieces: ${line}`)
      families.set(commented, {
        type: documented,
        help: help.get(commented) ?? Assert.fail(`no help: ${line}`),
        samples: []
      })
      current = commented
      continue
    }
    const { labels = "", name = "", value = "" } = sample.exec(line)?.groups ?? Assert.fail(`no sample: ${line}`)
    Assert.strictEqual(familyOf(name, families), current, `a sample of another metric: ${line}`)
    const read: Sample = { name, labels: readLabels(labels, line), value: numberOf(value) }
    Assert.ok(!seen.has(identity(read)), `a sample twice: ${line}`)
    seen.add(identity(read))
    families.get(current)?.samples.push(read)
  }
  for (const [name, family] of families) if (family.type === "histogram") checkHistogram(name, family)

  const samples = [...families.values()].flatMap((family) => family.samples)
  return {
    families,
    samples,
    /** The sum of the samples of a name that have these labels; without any, undefined. */
    value: (name: string, labels: Readonly<Record<string, string>> = {}): number | undefined => {
      const found = samples.filter(
        (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value)
      )
      return found.length === 0 ? undefined : found.reduce((sum, one) => sum + one.value, 0)
    }
  }
}
