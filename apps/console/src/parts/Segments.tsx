/**
 * A choice of one among a few, each a link: the address of the page keeps it. The chosen one has `aria-current`.
 */
import type { ReactNode } from "react"
import styles from "./Segments.module.css"

/** The links; `label` names what is chosen. */
export const Segments = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  <div role="group" aria-label={label} className={styles.segments}>
    {children}
  </div>
)
