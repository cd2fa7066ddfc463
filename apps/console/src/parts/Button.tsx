/**
 * A button. The tone shows what it does: `main` is the one thing of a page or dialog, `bad` does what cannot be undone, and `risk` opens the dialog
 * of such a thing.
 */
import type { ButtonHTMLAttributes, ReactNode } from "react"
import styles from "./Button.module.css"

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "children"> {
  readonly tone?: "main" | "plain" | "bad" | "risk" | "quiet"
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A button; while it is busy it takes no press, and shows that it is busy. */
export const Button = ({ children, isBusy = false, tone = "plain", type = "button", ...rest }: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={styles.button}
    data-tone={tone}
    aria-disabled={isBusy || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
  >
    {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : null}
    {children}
  </button>
)
