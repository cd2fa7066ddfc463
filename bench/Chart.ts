/**
 * The picture of a comparison, as SVG: for each request the product's `req/s` against Fastify and its CPU per request against raw. A bar is
 * as long as the median, its whisker goes from quartile to quartile, and a line marks 1.0, where both are equal. Reads and writes no files.
 *
 * The picture has a background of its own and changes its colours with the reader's, so that its text is readable on any page.
 */
import type { Compared, Comparison } from "./Comparison.ts"
import type { Summary } from "./Statistics.ts"

/** What the picture shows of a comparison. */
export type Charted = Pick<Comparison, "engine" | "machine" | "operations" | "rounds" | "secondsPerRound" | "taken">

/** The server whose bars are drawn. */
const charted = "product"

/** A column of bars: the figure, the server that it is compared with, and its label for the reader. */
interface Panel {
  readonly kind: string
  readonly base: string
  readonly figure: (compared: Compared) => Summary
  readonly heading: string
  readonly reading: string
}

const panels: ReadonlyArray<Panel> = [
  {
    kind: "rate",
    base: "fastify",
    figure: ({ requestsPerSecond }) => requestsPerSecond,
    heading: "Requests per second, Fastify = 1.0",
    reading: "more is better"
  },
  {
    kind: "cpu",
    base: "raw",
    figure: ({ cpuPerRequest }) => cpuPerRequest,
    heading: "CPU per request, raw node:http = 1.0",
    reading: "less is better"
  }
]

/** All lengths are in pixels. */
const size = { width: 960, labels: 320, panel: 270, gap: 50, top: 96, row: 30, bar: 14, whisker: 8, margin: 16 }

/** No scale ends before this ratio, so that 1.0 stands well within the picture. */
const leastEnd = 1.25

const style = `
  .page { fill: #ffffff }
  text { fill: #1f2328; font: 12px system-ui, sans-serif }
  .title { font-size: 14px; font-weight: 600 }
  .heading { font-weight: 600 }
  .value { stroke: #ffffff; stroke-width: 4px; paint-order: stroke }
  .rate { fill: #54aeff }
  .cpu { fill: #d4a72c }
  .axis { stroke: #818b98 }
  .one { stroke: #1f2328; stroke-dasharray: 4 3 }
  .whisker { stroke: #1f2328; fill: none }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 }
    text { fill: #e6edf3 }
    .value { stroke: #0d1117 }
    .rate { fill: #1f6feb }
    .cpu { fill: #9e6a03 }
    .one, .whisker { stroke: #e6edf3 }
  }
`

const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => references[character] ?? character)

const text = (x: number, y: number, content: string, attributes = ""): string =>
  `<text x="${x}" y="${y}"${attributes}>${escaped(content)}</text>`

const line = (kind: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`

/** A pixel in a hundred is seen by nobody. */
const rounded = (pixels: number): number => Math.round(pixels * 100) / 100

/** A ratio that can be drawn. A round without requests has none. */
const isDrawable = ({ median, q1, q3 }: Summary): boolean => [median, q1, q3].every(Number.isFinite)

/** The summary of each request in a panel; nothing where it was not measured. */
const summariesOf = (operations: Charted["operations"], { base, figure }: Panel): ReadonlyArray<Summary | undefined> =>
  Object.values(operations).map(({ against }) => {
    const compared = against[base]?.[charted]
    const summary = compared === undefined ? undefined : figure(compared)
    return summary !== undefined && isDrawable(summary) ? summary : undefined
  })

const middleOf = (row: number): number => size.top + row * size.row + size.row / 2

/** Where a bar begins, and how long 1.0 is. */
interface Place {
  readonly left: number
  readonly middle: number
  readonly scale: number
}

/** A bar with its whisker; pointing at it shows the figures. */
const barOf = (kind: string, name: string, { median, q1, q3 }: Summary, { left, middle, scale }: Place): string => {
  const [atQ1, atQ3] = [rounded(left + q1 * scale), rounded(left + q3 * scale)]
  const half = size.whisker / 2
  const whisker = `M${atQ1} ${middle - half}v${size.whisker}M${atQ1} ${middle}H${atQ3}M${atQ3} ${middle - half}v${size.whisker}`
  const label = `${name}: ${median.toFixed(2)} [${q1.toFixed(2)} to ${q3.toFixed(2)}]`
  return [
    `<rect class="${kind}" x="${left}" y="${middle - size.bar / 2}" width="${rounded(median * scale)}" height="${size.bar}">`,
    `<title>${escaped(label)}</title></rect>`,
    `<path class="whisker" d="${whisker}"/>`
  ].join("")
}

/** The figure of a bar, behind its end. */
const valueOf = ({ median, q3 }: Summary, { left, middle, scale }: Place): string =>
  text(rounded(left + Math.max(median, q3) * scale + 6), middle + 4, median.toFixed(2), ' class="value"')

const panelOf = (operations: Charted["operations"], panel: Panel, index: number): ReadonlyArray<string> => {
  const names = Object.keys(operations)
  const summaries = summariesOf(operations, panel)
  const left = size.labels + index * (size.panel + size.gap)
  const end = Math.max(leastEnd, ...summaries.map((summary) => Math.max(summary?.median ?? 0, summary?.q3 ?? 0)))
  const scale = size.panel / end
  const rows = names.flatMap((name, row) => {
    const summary = summaries[row]
    return summary === undefined ? [] : [{ name, summary, place: { left, middle: middleOf(row), scale } }]
  })
  const bottom = size.top + names.length * size.row
  const one = rounded(left + scale)
  return [
    text(left, 52, panel.heading, ' class="heading"'),
    text(left, 68, panel.reading),
    line("axis", left, size.top, left, bottom),
    ...rows.map(({ name, place, summary }) => barOf(panel.kind, name, summary, place)),
    line("one", one, size.top - 4, one, bottom),
    text(one, size.top - 8, "1.0", ' text-anchor="middle"'),
    // After the line, which is not to cross them.
    ...rows.map(({ place, summary }) => valueOf(summary, place))
  ]
}

/** Draws a comparison. */
export const chartOf = (comparison: Charted): string => {
  const { engine, machine, operations, rounds, secondsPerRound, taken } = comparison
  const names = Object.keys(operations)
  const height = size.top + names.length * size.row + size.margin
  const title = `${charted} on ${engine}: ${rounds} rounds of ${secondsPerRound} s, ${taken}, ${machine}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="page" width="${size.width}" height="${height}" rx="6"/>`,
    text(size.margin, 26, title, ' class="title"'),
    ...names.map((name, row) => text(size.margin, middleOf(row) + 4, name)),
    ...panels.flatMap((panel, index) => panelOf(operations, panel, index)),
    "</svg>\n"
  ].join("\n")
}
