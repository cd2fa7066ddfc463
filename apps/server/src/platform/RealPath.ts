/**
 * The path of a file without links: SQLite keeps its own files beside the one that a link leads to.
 */
import * as Fs from "node:fs"

/** The path without links, by which SQLite identifies a database; one that leads nowhere stays as it is. */
export const withoutLinks = (file: string): string => (Fs.existsSync(file) ? Fs.realpathSync(file) : file)
