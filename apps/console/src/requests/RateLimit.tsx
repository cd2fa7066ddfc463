/**
 * What was left of the rate limit when a request came.
 */
import styles from "./RateLimit.module.css"

/** What was left, of how many. */
export const RateLimit = ({
  allowance: { burst, remaining },
  status
}: {
  readonly allowance: { readonly remaining: number; readonly burst: number }
  readonly status: number
}) => (
  <span className={styles.limit}>
    <meter min={0} max={burst} low={burst / 5} value={remaining} aria-label="Left of the rate limit" />
    {status === 429 ? `used up: ${remaining} of ${burst} left` : `${remaining} of ${burst} left`}
  </span>
)
