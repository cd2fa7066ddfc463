/**
 * A text as editors and shells of the three systems store it, for tests: what one of our programs writes, and a person has opened and saved, is read by
 * the next.
 */

const mark = "\ufeff"

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()

/** The forms of a text, by what stores it so. */
export const storedForms: ReadonlyArray<readonly [what: string, store: (text: string) => Buffer]> = [
  ["as it was written", (text) => Buffer.from(text)],
  ["without the line's end", (text) => Buffer.from(text.trimEnd())],
  ["with two lines' ends", (text) => Buffer.from(`${text.trimEnd()}\n\n`)],
  ["with the line ends of Windows", (text) => Buffer.from(text.replaceAll(/\r?\n/g, "\r\n"))],
  ["with a byte order mark, as Notepad does", (text) => Buffer.from(mark + text.replaceAll(/\r?\n/g, "\r\n"))],
  ["in UTF-16, as PowerShell does", (text) => Buffer.from(mark + text.replaceAll(/\r?\n/g, "\r\n"), "utf16le")],
  ["in UTF-16 without a mark", (text) => Buffer.from(text, "utf16le")],
  ["in UTF-16 of the other order", (text) => swapped(Buffer.from(mark + text, "utf16le"))]
]
