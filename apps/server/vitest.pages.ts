/** Which tests read pages for readers. They are a task of their own, so that a change of a page runs them alone. */
import * as Fs from "node:fs"

/** What a test names that reads a page: its file, or the blocks of one. */
const readsPage = /\.md"|PostgresPage\.ts/

const isOfPages = (file: string): boolean =>
  file.startsWith("test/guides/") || readsPage.test(Fs.readFileSync(new URL(file, import.meta.url), "utf8"))

const tests = Fs.globSync("test/**/*.test.ts", { cwd: import.meta.dirname })

/** The tests that read pages. */
export const ofPages: ReadonlyArray<string> = tests.filter(isOfPages)

/** All others. */
export const ofCode: ReadonlyArray<string> = tests.filter((file) => !isOfPages(file))
