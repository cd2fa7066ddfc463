/**
 * The heading of a page. It names the window too, and takes the focus when the reader has come from another page, so that a screen reader
 * announces the page.
 */
import { type ReactNode, useEffect, useRef } from "react"
import { hasMoved } from "./Moves.ts"
import styles from "./PageTitle.module.css"

/** The heading; `name` is what the window is called where the heading is more than a text. */
export const PageTitle = ({ children, name }: { readonly children: ReactNode; readonly name?: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = name ?? (typeof children === "string" ? children : "")
  useEffect(() => {
    document.title = title === "" ? "Console" : `${title} · Console`
  }, [title])
  useEffect(() => {
    if (hasMoved()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  )
}

/** The head of a page: its heading, a line about it, and what can be done. */
export const PageHead = ({
  actions,
  about,
  name,
  title
}: {
  readonly title: ReactNode
  readonly name?: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
}) => (
  <div className={styles.head}>
    <div className={styles.texts}>
      <PageTitle {...(name === undefined ? {} : { name })}>{title}</PageTitle>
      {about === undefined ? null : <div className={styles.about}>{about}</div>}
    </div>
    {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
  </div>
)
