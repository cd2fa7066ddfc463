/**
 * A word with a tone, such as a status. The word has the whole meaning; the tone only helps the eye.
 */
import type { ReactNode } from "react"
import styles from "./Badge.module.css"

/** The tone of a status. */
export type Tone = "good" | "look" | "bad" | "plain" | "accent"

/** A word with a tone. */
export const Badge = ({ children, tone = "plain" }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)

/** The tone of a status of HTTP. */
export const toneOfStatus = (status: number): Tone =>
  status >= 500 ? "bad" : status >= 400 ? "look" : status >= 300 ? "plain" : "good"
