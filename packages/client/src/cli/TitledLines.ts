/**
 * One thing for people: lines of titles and values. What has no value has no line.
 */

/** A title and its value. */
export type Row = readonly [title: string, value: string | ReadonlyArray<string> | undefined]

/** The lines of a text that may have several; a name never has. */
export const textLines = (text: string | undefined): ReadonlyArray<string> =>
  text === undefined || text === "" ? [] : text.split(/\r\n|\r|\n/u)

/** The lines of these rows. The lines of a value stand under its title. */
export const titledLines = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([title]) => title.length)) + 2
  return rows.flatMap(([title, value]) => {
    if (value === undefined || value === "") return []
    return (typeof value === "string" ? [value] : value).map(
      (line, index) => (index === 0 ? title : "").padEnd(width) + line
    )
  })
}
