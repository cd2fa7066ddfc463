/**
 * A dialog over the page: the browser's own, so that Escape closes it, the page behind takes no input, and the focus returns.
 */
import { type ReactNode, useEffect, useId, useRef } from "react"
import styles from "./Dialog.module.css"

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** An open dialog, for as long as it is rendered. */
export const Dialog = ({ children, onClose, title }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  )
}

/** The body of a dialog. */
export const DialogBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)

/** The buttons of a dialog. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
