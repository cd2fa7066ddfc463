/**
 * One event of the log as a line: JSON for machines, or aligned columns for people at a terminal. Writes nothing.
 */
import type { Screen } from "@partner-api/cli-kit/Output"
import type { Line, Piece, Style } from "@partner-api/cli-kit/Style"

/** The forms of lines: `auto` is `pretty` at a terminal and `json` elsewhere. */
export const logFormats = ["auto", "json", "pretty"] as const
export type LogFormat = (typeof logFormats)[number]

/** The levels of events, the least important first. */
const eventLevels = ["debug", "info", "warn", "error"] as const
export type EventLevel = (typeof eventLevels)[number]

/** The least important level that is written; `none` writes nothing. */
export const logLevels = [...eventLevels, "none"] as const
export type LogLevel = (typeof logLevels)[number]

/** The settings of the log. */
export interface LogSettings {
  readonly format: LogFormat
  readonly level: LogLevel
  /** Whether the address of a caller is written: it is personal data. */
  readonly clientAddress: boolean
}

/** An event: when, how important, and what. */
export interface LogEvent {
  readonly atMs: number
  readonly level: EventLevel
  /** The members of the JSON object, in order. Those that are undefined are left out. */
  readonly members: Readonly<Record<string, unknown>>
  /** Makes the line of a person, after the time and the level. Lines for machines do without. */
  readonly pieces: () => ReadonlyArray<Piece>
}

/** Whether events of a level are written. */
export const isWritten = (level: EventLevel, least: LogLevel): boolean =>
  logLevels.indexOf(level) >= logLevels.indexOf(least)

const styles: Readonly<Record<EventLevel, Style>> = { debug: "dim", info: "green", warn: "yellow", error: "red" }

/** The time of day with milliseconds: a person at a terminal knows the day. */
const timeOf = (iso: string): string => iso.slice(11, 23)

const withoutColors = (pieces: ReadonlyArray<Piece>): string => pieces.map(({ text }) => text).join("")

/** Makes lines for what shows them. */
export const makeLine = (format: LogFormat, screen: Screen): ((event: LogEvent) => Line) => {
  if (format === "json" || (format === "auto" && !screen.isTerminal)) {
    return ({ atMs, level, members }) => JSON.stringify({ time: new Date(atMs).toISOString(), level, ...members })
  }
  return ({ atMs, level, pieces }) => {
    const line: ReadonlyArray<Piece> = [
      { text: timeOf(new Date(atMs).toISOString()), style: "dim" },
      { text: ` ${level.toUpperCase().padEnd(5)} `, style: styles[level] },
      ...pieces()
    ]
    return screen.hasColors ? line : withoutColors(line)
  }
}
