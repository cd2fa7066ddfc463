/**
 * Draws a plot with uPlot. A file of its own, because it is loaded late: it reads the browser's number formats when it is imported, and a
 * browser without a language would stop the whole page there.
 */
import { useEffect, useRef } from "react"
import UPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { dashes, type PlotProps } from "./Plot.tsx"

/** The height of a plot in CSS pixels, as its frame has it. */
const heightPx = 170

/** The room for the half of the last mark's name that stands beyond the plot, in CSS pixels: that of "Wed 30". */
const lastNamePx = 26

/** The room for the numbers beside a plot, in CSS pixels: that of "1,234 ms". */
const axisPx = 62

/** Colours of the page as the canvas takes them: tokens name one for light and one for dark, and an element resolves which. */
const colourIn = (element: HTMLElement) => (token: string) => {
  const probe = document.createElement("span")
  probe.style.color = `var(${token})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The values of a line, without its long stretches of zero: an error that does not occur draws no line over the others. */
const withoutZeros = (values: ReadonlyArray<number | undefined>): Array<number | null> =>
  values.map((value, index) =>
    value === 0 && (values[index - 1] ?? 0) === 0 && (values[index + 1] ?? 0) === 0 ? null : (value ?? null)
  )

/** The moments of which a line has a value and both neighbours have none: no line leads to them, so they are dots. */
const alone = (plot: UPlot, series: number): Array<number> => {
  const values = plot.data[series] ?? []
  return [...values.keys()].filter(
    (index) => values[index] != null && values[index - 1] == null && values[index + 1] == null
  )
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const calendar = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" })

const daySeconds = 86_400

/** A plot of more days than this has a mark at midnights alone, in seconds. */
const hoursMaxSeconds = 2 * daySeconds

/** The name of a mark: the day at midnight, else the time. */
const momentName = (seconds: number): string => {
  const moment = new Date(seconds * 1_000)
  return (moment.getHours() === 0 && moment.getMinutes() === 0 ? calendar : clock).format(moment)
}

/** The distances that marks may have, in seconds; nothing leaves the choice to the plot. */
const distancesOf = ({ at }: PlotProps): Pick<UPlot.Axis, "incrs"> => {
  const spanSeconds = (Date.parse(at.at(-1) ?? "") - Date.parse(at[0] ?? "")) / 1_000
  return spanSeconds > hoursMaxSeconds ? { incrs: [daySeconds, 2 * daySeconds] } : {}
}

const nameOf = ({ format, isCount }: PlotProps, value: number): string =>
  isCount === true && !Number.isInteger(value) ? "" : format(value)

const dataOf = ({ at, lines }: PlotProps): UPlot.AlignedData => [
  at.map((moment) => Date.parse(moment) / 1_000),
  ...lines.map(({ values }, index) => (index === 0 ? values.map((value) => value ?? null) : withoutZeros(values)))
]

const optionsOf = (props: PlotProps, element: HTMLElement): UPlot.Options => {
  const colour = colourIn(element)
  const axis = {
    stroke: colour("--soft"),
    font: "12px system-ui, sans-serif",
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false }
  }
  return {
    width: element.clientWidth,
    height: heightPx,
    padding: [10, lastNamePx, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: { y: { range: (_, __, max) => [0, max > 0 ? max * 1.08 : 1] } },
    series: [
      {},
      ...props.lines.map(({ colour: token, name }, index) => ({
        label: name,
        stroke: colour(token),
        width: 1.5,
        dash: [...(dashes[index] ?? [])],
        points: { show: true, size: 5, fill: colour(token), filter: alone }
      }))
    ],
    axes: [
      { ...axis, ...distancesOf(props), size: 28, values: (_, splits) => splits.map(momentName) },
      { ...axis, size: axisPx, values: (_, splits) => splits.map((split) => nameOf(props, split)) }
    ]
  }
}

/** The drawing of a plot. It is drawn anew when its values, its width or the colours change. */
const PlotCanvas = (props: PlotProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    let plot = new UPlot(optionsOf(props, element), dataOf(props), element)
    const redraw = () => {
      plot.destroy()
      plot = new UPlot(optionsOf(props, element), dataOf(props), element)
    }
    const resized = new ResizeObserver(() => {
      if (plot.width !== element.clientWidth) plot.setSize({ width: element.clientWidth, height: heightPx })
    })
    resized.observe(element)
    const themed = new MutationObserver(redraw)
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] })
    const scheme = matchMedia("(prefers-color-scheme: dark)")
    scheme.addEventListener("change", redraw)
    return () => {
      scheme.removeEventListener("change", redraw)
      themed.disconnect()
      resized.disconnect()
      plot.destroy()
    }
  }, [props])
  return <div ref={frame} />
}

export default PlotCanvas
