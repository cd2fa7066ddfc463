/**
 * A thing with an id and a name: the name leads, and the id stands beside it to be copied. Where no name is known, the id stands for it.
 */
import type { ReactNode } from "react"
import { Id } from "./CopyButton.tsx"
import styles from "./Named.module.css"

interface NamedProps {
  readonly id: string
  readonly name: string | undefined
  /** Draws something around the name, such as a link. */
  readonly children: (shown: ReactNode) => ReactNode
}

/** Whether there is a name, and it differs from the id. */
const isNamed = (id: string, name: string | undefined): name is string => name !== undefined && name !== id

const shownOf = (id: string, name: string | undefined): ReactNode => (isNamed(id, name) ? name : <code>{id}</code>)

/** In a list: a click selects the id. */
export const Named = ({ children, id, name }: NamedProps) => (
  <span className={styles.named}>
    {children(shownOf(id, name))}
    {isNamed(id, name) ? (
      <code className={styles.id} title={id}>
        {id}
      </code>
    ) : null}
  </span>
)

/** Among the facts of a page: the whole id with a button that copies it. */
export const NamedWhole = ({ children, id, label, name }: NamedProps & { readonly label: string }) => (
  <span className={styles.whole}>
    {isNamed(id, name) ? children(name) : null}
    {isNamed(id, name) ? <Id label={label}>{id}</Id> : children(<code>{id}</code>)}
  </span>
)
