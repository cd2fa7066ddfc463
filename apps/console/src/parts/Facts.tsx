/**
 * Facts of one thing: names and values side by side. What is absent is left out.
 */
import type { ReactNode } from "react"
import styles from "./Facts.module.css"

/** Names and values. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

/** One of them. */
export const Fact = ({ children, name }: { readonly name: string; readonly children: ReactNode }) =>
  children === undefined || children === null ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )

/** A part of a page with its heading, and what can be done with it. */
export const Section = ({
  actions,
  children,
  title
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
    {children}
  </section>
)
