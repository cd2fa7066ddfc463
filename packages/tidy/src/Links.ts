/**
 * The links of a page of Markdown that lead to no file or no heading. Does not follow addresses on the web.
 */
import { posix } from "node:path"

/** The text of a file, `""` for a folder, `undefined` when there is neither. */
export type Read = (path: string) => string | undefined

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-")
  )

/** The links of the page at `path` that lead nowhere, as they are written. */
export const brokenLinksOf = (path: string, read: Read): ReadonlyArray<string> =>
  [...(read(path) ?? "").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, to = "", anchor]) => {
    const target = read(to === "" ? path : posix.join(posix.dirname(path), to))
    const exists = target !== undefined && (anchor === undefined || anchorsOf(target).includes(anchor))
    return exists ? [] : [link]
  })
