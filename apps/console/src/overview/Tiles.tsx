/**
 * The numbers of a period, each with the period before: the share of failed requests leads, because nothing else is the service's own fault.
 */
import type { ReactNode } from "react"
import type { Answer } from "../api/Operations.ts"
import { durationText } from "../parts/Time.tsx"
import { countDifference, durationDifference, periodBefore, shareBefore, shareText } from "./Comparison.ts"
import styles from "./Tiles.module.css"
import { number } from "../parts/Numbers.ts"

const durationOr = (durationMs: number | undefined): string =>
  durationMs === undefined ? "–" : durationText(durationMs)

const Tile = ({
  before,
  children,
  isLead = false,
  name,
  tone
}: {
  readonly name: string
  /** The comparison with the period before. */
  readonly before: string
  readonly isLead?: boolean
  readonly tone?: "bad" | undefined
  readonly children: ReactNode
}) => (
  <div className={isLead ? styles.lead : styles.tile} data-tone={tone}>
    <dt>{name}</dt>
    <dd>{children}</dd>
    <dd className={styles.before}>{before}</dd>
  </div>
)

/** The numbers of a period. */
export const Tiles = ({ traffic }: { readonly traffic: Answer<"requests.traffic"> }) => {
  const { before, deliveries, failed, failed_deliveries, limited, p50_ms, p99_ms, period, refused, requests } = traffic
  const name = periodBefore[period]
  return (
    <dl className={styles.tiles}>
      <Tile
        isLead
        name="Failed (5xx)"
        tone={failed > 0 ? "bad" : undefined}
        before={shareBefore(before.failed, before.requests, name)}
      >
        {shareText(failed, requests)}{" "}
        <small>
          {number.format(failed)} of {number.format(requests)} requests
        </small>
      </Tile>
      <Tile name="Requests" before={countDifference(requests, before.requests, name)}>
        {number.format(requests)}
      </Tile>
      <Tile name="Refused (4xx)" before={countDifference(refused, before.refused, name)}>
        {number.format(refused)} <small>{shareText(refused, requests)}</small>
      </Tile>
      <Tile name="Limited (429)" before={countDifference(limited, before.limited, name)}>
        {number.format(limited)} <small>{shareText(limited, requests)}</small>
      </Tile>
      <Tile name="Duration p50" before={durationDifference(p50_ms, before.p50_ms, name)}>
        {durationOr(p50_ms)}
      </Tile>
      <Tile name="Duration p99" before={durationDifference(p99_ms, before.p99_ms, name)}>
        {durationOr(p99_ms)}
      </Tile>
      <Tile
        name="Deliveries failed"
        tone={failed_deliveries > 0 ? "bad" : undefined}
        before={countDifference(failed_deliveries, before.failed_deliveries, name)}
      >
        {number.format(failed_deliveries)} <small>of {number.format(deliveries)}</small>
      </Tile>
    </dl>
  )
}
