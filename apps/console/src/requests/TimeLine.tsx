/**
 * The steps of a request on its way, each with the time that it took.
 */
import type { Answer } from "../api/Operations.ts"
import { durationText } from "../parts/Time.tsx"
import styles from "./TimeLine.module.css"

type Steps = Answer<"requests.get">["steps"]

const names: Readonly<Record<Steps[number]["step"], string>> = {
  admitted: "Token, limit and permission checked",
  body_read: "Body read",
  answered: "Answered"
}

/** The steps, from when the request came. */
export const TimeLine = ({ durationMs, steps }: { readonly durationMs: number; readonly steps: Steps }) => {
  const wholeMs = Math.max(durationMs, ...steps.map(({ after_ms }) => after_ms), 0.001)
  const spans = steps.map(({ after_ms, step }, index) => ({
    step,
    fromMs: steps[index - 1]?.after_ms ?? 0,
    toMs: after_ms
  }))
  return (
    <ol className={styles.line}>
      {spans.map(({ fromMs, step, toMs }) => (
        <li key={step}>
          <span>{names[step]}</span>
          <span className={styles.track} aria-hidden="true">
            <span
              style={{
                insetInlineStart: `${(fromMs / wholeMs) * 100}%`,
                inlineSize: `max(3px, ${((toMs - fromMs) / wholeMs) * 100}%)`
              }}
            />
          </span>
          <span className={styles.after}>after {durationText(toMs)}</span>
        </li>
      ))}
    </ol>
  )
}
