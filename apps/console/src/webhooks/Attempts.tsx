/**
 * The attempts of a delivery: the last one in a line, all of them on demand.
 */
import type { Item } from "../api/Operations.ts"
import { durationText, Time } from "../parts/Time.tsx"
import styles from "./Attempts.module.css"

type Attempt = Item<"webhookEndpoints.deliveries">["attempts"][number]

/** The failures of attempts without an answer. */
const failures: Readonly<Record<NonNullable<Attempt["failure"]>, string>> = {
  dns: "the name was not found",
  address: "the address is not public",
  connection: "no connection",
  tls: "the certificate is not valid",
  timeout: "no answer within 15 seconds"
}

const outcomeOf = ({ failure, status }: Attempt): string =>
  status === undefined ? (failure === undefined ? "no answer" : failures[failure]) : `answered ${status}`

/** The attempts of a delivery. */
export const Attempts = ({ attempts }: { readonly attempts: ReadonlyArray<Attempt> }) => {
  const last = attempts.at(-1)
  if (last === undefined) return <>none yet</>
  return (
    <details className={styles.attempts}>
      <summary>
        {attempts.length} · {outcomeOf(last)}
      </summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <Time at={attempt.at} /> · {outcomeOf(attempt)} · {durationText(attempt.duration_ms)}
          </li>
        ))}
      </ol>
    </details>
  )
}
