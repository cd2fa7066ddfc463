/**
 * A notice for the reader at its place: an error with its remedy, or that there is nothing yet and the next step.
 */
import type { ReactNode } from "react"
import { Failure } from "../api/Failure.ts"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import styles from "./Notice.module.css"
import { Prose } from "./Prose.tsx"

/** A failed call: what is wrong, what to do, and the request id for support. */
export const FailureNotice = ({ error, retry }: { readonly error: Error; readonly retry?: () => void }) => (
  <div role="alert" className={styles.failure}>
    <p className={styles.message}>
      <Prose>{error.message}</Prose>
    </p>
    {error instanceof Failure ? (
      <>
        {error.details.length === 0 ? null : (
          <ul className={styles.details}>
            {error.details.map(({ in: part, message, path }) => (
              <li key={`${part} ${path} ${message}`}>
                <code>{path === "" ? part : path}</code> {message}
              </li>
            ))}
          </ul>
        )}
        <p>
          <Prose>{error.remedy}</Prose>
        </p>
        <p className={styles.codes}>
          <code>{error.code}</code>
          {error.requestId === undefined ? null : (
            <>
              <span>
                Request <code>{error.requestId}</code>
              </span>
              <CopyButton label="request id" text={error.requestId} />
            </>
          )}
        </p>
      </>
    ) : (
      <p>Reload the page. If that does not help, look into the log of the server.</p>
    )}
    {retry === undefined ? null : (
      <p>
        <Button onClick={retry}>Try again</Button>
      </p>
    )}
  </div>
)

/** A refusal, and its remedy. */
export const Refusal = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className={styles.failure}>
    <p className={styles.message}>{children}</p>
  </div>
)

/** Nothing is here yet: what it would be, and what to do. */
export const Empty = ({ children, title }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    {children === undefined ? null : <div>{children}</div>}
  </div>
)

/** A remark beside what is shown. */
export const Remark = ({
  children,
  tone = "look"
}: {
  readonly tone?: "look" | "bad" | "accent"
  readonly children: ReactNode
}) => (
  <div className={styles.remark} data-tone={tone}>
    {children}
  </div>
)

/** Something is on its way. */
export const Loading = ({ what }: { readonly what: string }) => (
  <p role="status" className={styles.loading}>
    Loading {what}…
  </p>
)
