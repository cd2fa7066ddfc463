/**
 * A box that searches a list by name and id, and what stands beside it. The address of the page keeps the words.
 */
import type { ReactNode } from "react"
import { Button } from "./Button.tsx"
import styles from "./SearchBox.module.css"

interface SearchBoxProps {
  /** The name of the search. */
  readonly label: string
  /** The words in the address. */
  readonly value: string | undefined
  /** Gets the words; nothing where the box is empty. */
  readonly onSearch: (words: string | undefined) => void
}

/** The box. It is made anew when the address changes: it shows the query in it. */
export const SearchBox = ({ label, onSearch, value }: SearchBoxProps) => (
  <form
    key={value}
    role="search"
    aria-label={label}
    className={styles.search}
    onSubmit={(event) => {
      event.preventDefault()
      const words = String(new FormData(event.currentTarget).get("q") ?? "").trim()
      onSearch(words === "" ? undefined : words)
    }}
  >
    <input
      type="search"
      name="q"
      aria-label={label}
      placeholder="Name or id"
      defaultValue={value}
      autoComplete="off"
      spellCheck={false}
    />
    <Button type="submit">Search</Button>
  </form>
)

/** The search and the filters of a list, in a row. */
export const ListTools = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.tools}>{children}</div>
)
