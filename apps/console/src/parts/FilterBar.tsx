/**
 * The filters of a list. The address of the page keeps it, so that the way back, a reload and a link to a colleague show the same.
 */
import { type FormEvent, useEffect, useId, useState } from "react"
import { Button } from "./Button.tsx"
import styles from "./FilterBar.module.css"
import { fromLocalField, toLocalField, Zone } from "./Time.tsx"

/** A field that narrows: a text, a choice, or a moment. */
export interface FilterField<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly kind?: "text" | "moment"
  /** The values to choose from, with their names. */
  readonly options?: ReadonlyArray<readonly [value: string, label: string]>
  /** The values that are suggested, with their names. Any other text can be typed too. */
  readonly suggestions?: ReadonlyArray<readonly [value: string, label: string]>
  readonly placeholder?: string
}

/** The values that are set, by the names of the fields. */
type FilterValues<Name extends string> = { readonly [_ in Name]?: string }

interface FilterBarProps<Name extends string> {
  readonly fields: ReadonlyArray<FilterField<Name>>
  readonly values: FilterValues<Name>
  /** The heading of the fields: where it is given, they are closed until something of them is set. */
  readonly summary?: string
  /** The fields whose values the page shows beside the bar: they do not open it. */
  readonly shownElsewhere?: ReadonlyArray<Name>
  readonly onChange: (values: FilterValues<Name>) => void
}

const FilterInput = <Name extends string>({
  field,
  value
}: {
  readonly field: FilterField<Name>
  readonly value: string | undefined
}) => {
  const id = useId()
  const { kind = "text", label, name, options, placeholder, suggestions } = field
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label} {kind === "moment" ? <Zone /> : null}
      </label>
      {options === undefined ? (
        kind === "moment" ? (
          <input id={id} name={name} type="datetime-local" step="any" defaultValue={toLocalField(value)} />
        ) : (
          <>
            <input
              id={id}
              name={name}
              defaultValue={value ?? ""}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              list={suggestions === undefined ? undefined : `${id}-suggestions`}
            />
            {suggestions === undefined ? null : (
              <datalist id={`${id}-suggestions`}>
                {suggestions.map(([known, called]) => (
                  <option key={known} value={known}>
                    {called}
                  </option>
                ))}
              </datalist>
            )}
          </>
        )
      ) : (
        <select
          id={id}
          name={name}
          defaultValue={value ?? ""}
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        >
          <option value="">Any</option>
          {value !== undefined && !options.some(([known]) => known === value) ? (
            <option value={value}>{value}</option>
          ) : null}
          {options.map(([known, called]) => (
            <option key={known} value={known}>
              {called}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

/** From this width on there is room for the fields. */
const wide = "(min-width: 760px)"

/** The fields that narrow a list. */
export const FilterBar = <Name extends string>({
  fields,
  onChange,
  shownElsewhere = [],
  summary,
  values
}: FilterBarProps<Name>) => {
  const set = fields.filter(({ name }) => values[name] !== undefined && !shownElsewhere.includes(name))
  const heading = summary ?? "Filters"
  const isSet = set.length > 0
  const [isOpen, setOpen] = useState(isSet || (summary === undefined && matchMedia(wide).matches))
  useEffect(() => {
    if (isSet) setOpen(true)
  }, [isSet])
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const next: { [_ in Name]?: string } = {}
    for (const { kind, name } of fields) {
      const text = String(form.get(name) ?? "").trim()
      const value = kind === "moment" ? fromLocalField(text) : text
      if (value !== undefined && value !== "") next[name] = value
    }
    onChange(next)
  }
  return (
    <details className={styles.bar} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{isSet ? `${heading} (${set.length})` : heading}</summary>
      {/* The fields are made anew when the address changes: they show its values. */}
      <form key={JSON.stringify(values)} onSubmit={apply} role="search" aria-label="Filters" className={styles.fields}>
        {fields.map((field) => (
          <FilterInput key={field.name} field={field} value={values[field.name]} />
        ))}
        <div className={styles.buttons}>
          <Button type="submit">Apply</Button>
          {isSet ? (
            <Button tone="quiet" onClick={() => onChange({})}>
              Clear
            </Button>
          ) : null}
        </div>
      </form>
    </details>
  )
}
