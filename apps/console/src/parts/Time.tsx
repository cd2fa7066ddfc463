/**
 * A moment in the reader's own time, with the exact instant as its title; the zone of that time; and lengths of time.
 */

const dayMs = 86_400_000

/** A moment as people read it: the day is left out today, the year in the last months. */
export const momentText = (iso: string, nowMs: number, locale?: string, timeZone?: string): string => {
  const date = new Date(iso)
  const zone = timeZone === undefined ? {} : { timeZone }
  const dayOf = (moment: Date) => new Intl.DateTimeFormat("en-CA", { ...zone, dateStyle: "short" }).format(moment)
  const isToday = dayOf(date) === dayOf(new Date(nowMs))
  const isLongAgo = Math.abs(nowMs - date.getTime()) > 300 * dayMs
  return new Intl.DateTimeFormat(locale, {
    ...zone,
    ...(isToday ? {} : { month: "short", day: "numeric" }),
    ...(isLongAgo ? { year: "numeric" } : {}),
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23"
  }).format(date)
}

/** The offset of a zone from UTC at a moment, such as `UTC+2`. Without a zone, it is the reader's. */
export const offsetText = (nowMs: number, timeZone?: string): string => {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZoneName: "shortOffset",
    ...(timeZone === undefined ? {} : { timeZone })
  })
  const name = format.formatToParts(nowMs).find(({ type }) => type === "timeZoneName")?.value ?? ""
  return name.replace("GMT", "UTC").replace(/[+-]0$/, "")
}

/** The zone of the times on this page, beside the name of a column or a field. */
export const Zone = () => <small>{offsetText(Date.now())}</small>

/** The note about the zone of the times of the page. */
export const ZoneNote = () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const offset = offsetText(Date.now())
  return (
    <>
      Times are in {offset === timeZone ? offset : `${timeZone} (${offset})`}. The pointer on a time shows the exact
      instant.
    </>
  )
}

/** A length of time as people read it, in the unit that fits. */
export const durationText = (durationMs: number): string => {
  if (durationMs < 10) return `${Number(durationMs.toFixed(1))} ms`
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`
  if (durationMs < 60_000) return `${Number((durationMs / 1_000).toFixed(1))} s`
  if (durationMs < 3_600_000) return `${Math.round(durationMs / 60_000)} min`
  return durationMs < 2 * dayMs ? `${Math.round(durationMs / 3_600_000)} h` : `${Math.round(durationMs / dayMs)} days`
}

/** The age of a moment, as a text. */
export const agoText = (iso: string, nowMs: number): string => {
  const pastMs = nowMs - Date.parse(iso)
  return pastMs < 60_000 ? "just now" : `${durationText(pastMs)} ago`
}

/** A moment of the API. With `ago`, how long it is past. */
export const Time = ({ at, ago = false }: { readonly at: string; readonly ago?: boolean }) => (
  <time dateTime={at} title={at}>
    {ago ? agoText(at, Date.now()) : momentText(at, Date.now())}
  </time>
)

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** A moment as a field for local times has it; empty where there is none. */
export const toLocalField = (iso: string | undefined): string => {
  const date = new Date(iso ?? "")
  if (Number.isNaN(date.getTime())) return ""
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-")
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(":")}`
}

/** The moment that such a field names, in UTC; nothing where it is empty. */
export const fromLocalField = (text: string): string | undefined => {
  const date = new Date(text)
  return text === "" || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
