/**
 * Lines in colours, for a terminal. A line is text, or pieces of text that may each have a colour.
 *
 * The colours are the writer's own: text is made plain first, so that no value brings one.
 */
import { plainText } from "./PlainText.ts"

/** The colours that lines have. */
export type Style = "dim" | "green" | "yellow" | "red"

/** A piece of a line. */
export interface Piece {
  readonly text: string
  readonly style?: Style | undefined
}

/** A line that is yet to be made plain. */
export type Line = string | ReadonlyArray<Piece>

/** Codes of ECMA-48, "select graphic rendition". */
const codes: Readonly<Record<Style, number>> = { dim: 2, green: 32, yellow: 33, red: 31 }

const pieceText = ({ style, text }: Piece): string =>
  style === undefined ? plainText(text) : `\u001b[${codes[style]}m${plainText(text)}\u001b[0m`

/** The text of a line as it is written. */
export const lineText = (line: Line): string =>
  typeof line === "string" ? plainText(line) : line.map(pieceText).join("")
