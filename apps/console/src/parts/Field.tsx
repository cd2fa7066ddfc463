/**
 * A field of a form with its label, a hint, and the problems that the server reports of it.
 */
import { type ReactNode, useId } from "react"
import { type Detail, Failure } from "../api/Failure.ts"
import styles from "./Field.module.css"

/** The attributes that tie an input to its label, hint and errors. */
interface FieldInput {
  readonly id: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: true
}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly errors?: ReadonlyArray<string>
  readonly children: (field: FieldInput) => ReactNode
}

/** A field with its label. */
export const Field = ({ children, errors = [], hint, label }: FieldProps) => {
  const id = useId()
  const described = errors.length > 0 || hint !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(described ? { "aria-describedby": `${id}-described` } : {}),
        ...(errors.length > 0 ? { "aria-invalid": true } : {})
      })}
      {described ? (
        <div id={`${id}-described`} className={styles.described}>
          {errors.map((error) => (
            <p key={error} className={styles.error}>
              {error}
            </p>
          ))}
          {hint}
        </div>
      ) : null}
    </div>
  )
}

const sentenceOf = ({ code, message }: Detail): string =>
  `${message[0]?.toUpperCase() ?? ""}${message.slice(1)} (${code})`

/** The problems of a failed write at one member of its body, or within it. */
export const errorsAt = (error: Error | null, pointer: string): ReadonlyArray<string> =>
  error instanceof Failure
    ? error.details.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`)).map(sentenceOf)
    : []
