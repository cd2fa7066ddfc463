/**
 * Counts of things as bars, the largest first. The numbers stand in the table beneath it, which the page shows: the drawing is for the eye alone.
 */
import styles from "./BarPlot.module.css"
import plot from "./Plot.module.css"

/** A thing, and its counts, one for each part of its bar. */
interface Bar {
  readonly name: string
  readonly counts: ReadonlyArray<number>
}

interface BarPlotProps {
  readonly title: string
  /** The names of the two counts in a bar: the first is filled, the second outlined, so they differ without their colours too. */
  readonly parts: readonly [first: string, second: string]
  readonly bars: ReadonlyArray<Bar>
}

/** The part of a bar, from and to in percent of the longest bar. */
const Part = ({
  from,
  isFilled,
  share
}: {
  readonly from: number
  readonly share: number
  readonly isFilled: boolean
}) =>
  share === 0 ? null : (
    <rect className={isFilled ? styles.filled : styles.outlined} x={`${from}%`} y="2" width={`${share}%`} height="10" />
  )

const sumOf = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

/** Counts as bars. */
export const BarPlot = ({ bars, parts, title }: BarPlotProps) => {
  const ordered = bars.toSorted((one, other) => sumOf(other.counts) - sumOf(one.counts))
  const longest = Math.max(1, ...ordered.map(({ counts }) => sumOf(counts)))
  return (
    <figure className={plot.plot}>
      <figcaption>
        <span className={plot.title}>{title}</span>
        <span className={plot.legend}>
          {parts.map((name, index) => (
            <span key={name}>
              <svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true">
                <Part from={4} share={92} isFilled={index === 0} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        {ordered.map(({ counts, name }) => (
          <div key={name}>
            <span>{name}</span>
            <svg width="100%" height="14">
              {counts.map((count, index) => (
                <Part
                  key={parts[index]}
                  from={(100 * sumOf(counts.slice(0, index))) / longest}
                  share={(100 * count) / longest}
                  isFilled={index === 0}
                />
              ))}
            </svg>
            <span>{sumOf(counts)}</span>
          </div>
        ))}
      </div>
    </figure>
  )
}
