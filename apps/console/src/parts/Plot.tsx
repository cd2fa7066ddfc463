/**
 * Values over time as a plot, and as a table for those who read it instead. The drawing is loaded when the first plot is shown.
 */
import { lazy, Suspense, useState } from "react"
import styles from "./Plot.module.css"
import { Time, Zone } from "./Time.tsx"

/** A line of a plot; a value is absent where there was nothing to measure. */
interface PlotLine {
  readonly name: string
  /** The token of its colour. */
  readonly colour: "--accent" | "--look" | "--bad" | "--third"
  readonly values: ReadonlyArray<number | undefined>
}

/** The dashes of each line of a plot, in its order: lines differ without their colours too. */
export const dashes: ReadonlyArray<ReadonlyArray<number>> = [[], [7, 3], [2, 3], [9, 3, 2, 3]]

/** The content of a plot. */
export interface PlotProps {
  readonly title: string
  /** The moments, in RFC 3339, one for each value. */
  readonly at: ReadonlyArray<string>
  readonly lines: ReadonlyArray<PlotLine>
  readonly format: (value: number) => string
  /** Whether the values are counts: an axis of few has no halves. */
  readonly isCount?: true
}

/** Stands where the drawing cannot be loaded: the table below has the same numbers. */
const NoCanvas = () => <p>The plot cannot be drawn in this browser. Its numbers are in the table.</p>

// It reads the language of the browser when it is loaded, and some have one that is none.
const PlotCanvas = lazy(() => import("./PlotCanvas.tsx").catch(() => ({ default: NoCanvas })))

const PlotTable = ({ at, format, lines, title }: PlotProps) => (
  <div className={styles.table}>
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">
            Time <Zone />
          </th>
          {lines.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {at.map((moment, index) => (
          <tr key={moment}>
            <th scope="row">
              <Time at={moment} />
            </th>
            {lines.map(({ name, values }) => {
              const value = values[index]
              return <td key={name}>{value === undefined ? "–" : format(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Values over time. */
export const Plot = (props: PlotProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <figure className={styles.plot}>
      <figcaption>
        <span className={styles.title}>{props.title}</span>
        <span className={styles.legend}>
          {props.lines.map(({ colour, name }, index) => (
            <span key={name} data-colour={colour}>
              <svg viewBox="0 0 22 4" width="22" height="4" aria-hidden="true">
                <path d="M0 2h22" stroke="currentColor" strokeWidth="2" strokeDasharray={dashes[index]?.join(" ")} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className={styles.canvas} aria-hidden="true">
        <Suspense fallback={null}>
          <PlotCanvas {...props} />
        </Suspense>
      </div>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>As a table</summary>
        {isOpen ? <PlotTable {...props} /> : null}
      </details>
    </figure>
  )
}
