/**
 * An id or another short text that is copied with one press.
 */
import { useEffect, useState } from "react"
import styles from "./CopyButton.module.css"

/** The time that "copied" is shown: long enough to be read. */
const shownMs = 2_000

/** Copies a text; `label` names what is copied. */
export const CopyButton = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const [outcome, setOutcome] = useState<"copied" | "not copied">()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("not copied")
    )
  return (
    <>
      <button type="button" className={styles.copy} onClick={copy} aria-label={`Copy ${label}`} title={`Copy ${label}`}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          {outcome === "copied" ? (
            <path d="m3 8.5 3.2 3.2L13 5" fill="none" stroke="currentColor" strokeWidth="1.8" />
          ) : (
            <path
              d="M5.5 5.5h7v8h-7zM10.5 5V2.5h-7v8h2"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.4"
              strokeLinejoin="round"
            />
          )}
        </svg>
      </button>
      <span role="status" className={styles.outcome}>
        {outcome === undefined ? "" : `${label} ${outcome}`}
      </span>
    </>
  )
}

/** An id, in full, with a button that copies it. */
export const Id = ({ children, label }: { readonly children: string; readonly label: string }) => (
  <span className={styles.id}>
    <code>{children}</code>
    <CopyButton label={label} text={children} />
  </span>
)
