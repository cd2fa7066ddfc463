/**
 * A page of Markdown as something that runs: its blocks in order, and what each of them is said to print. Runs nothing.
 *
 * The language of a fence says what a block is, the words after it how it is meant:
 *
 * - `sh`: commands. `js`, `ts` or `python`: a program; with a file name behind it, the file that the following commands use. A page with a program in
 *   Python runs in `pnpm verify` alone, because a machine with Node and npm has no Python of its own.
 * - `sh no-run: REASON`: left out, because a test cannot do it.
 * - `sh refused`: shows what the service refuses. In all other blocks, an answer that is an error ends `curl` with a failure.
 * - `json` or `text` after a block, under the same heading: what that block prints, where `...` stands for anything. `json example`
 *   or `text example`: something else.
 * - `<!-- run: empty -->` as the first line: an empty folder and no server. `<!-- run: after PAGE -->`: the blocks of that page run first, in the
 *   same folder and session. Without it a sandbox is running.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"

/** A block that runs. */
export interface GuideBlock {
  /** The page and the line, as an editor opens it. */
  readonly place: string
  /** What it is written in: commands, or a program in one of three languages. */
  readonly extension: "sh" | "mjs" | "mts" | "py"
  /** Whether an error is what it shows. */
  readonly isRefused: boolean
  readonly text: string
  /** The name under which a program is kept for later; without it, the program runs at once. */
  readonly fileName: string | undefined
  readonly expected: { readonly language: "json" | "text"; readonly text: string } | undefined
}

/** A page that runs. */
export interface GuidePage {
  readonly name: string
  readonly setting: "sandbox" | "empty"
  /** The page whose blocks run before those of this one. */
  readonly after?: string | undefined
  readonly blocks: ReadonlyArray<GuideBlock>
  /** Blocks that are left out, each with its place and reason. */
  readonly leftOut: ReadonlyArray<string>
  /** What is wrong with the page itself. */
  readonly faults: ReadonlyArray<string>
}

/** A fence, or a heading between fences. */
interface Part {
  readonly line: number
  readonly language: string
  readonly info: string
  readonly text: string
}

const heading = "#"

const partsOf = (markdown: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let open: { line: number; language: string; info: string; text: Array<string> } | undefined
  for (const [index, line] of markdown.split("\n").entries()) {
    const [, language = "", info = ""] = /^```(\w*) *(.*)$/.exec(line) ?? []
    if (open !== undefined && line === "```") {
      parts.push({ ...open, text: open.text.join("\n") })
      open = undefined
    } else if (open !== undefined) open.text.push(line)
    else if (line.startsWith("```")) open = { line: index + 1, language, info, text: [] }
    else if (/^#+ /.test(line)) parts.push({ line: index + 1, language: heading, info: "", text: line })
  }
  return parts
}

/** The place in which a page runs, and the page that it goes on from. */
const settingOf = (markdown: string): { readonly setting: string; readonly after: string | undefined } => {
  const [, setting = "sandbox", after] = /^<!-- run: (\w+)(?: (\S+))? -->\n/.exec(markdown) ?? []
  return setting === "after" && after !== undefined ? { setting: "empty", after } : { setting, after: undefined }
}

const extensions: Readonly<Record<string, GuideBlock["extension"]>> = {
  sh: "sh",
  bash: "sh",
  js: "mjs",
  ts: "mts",
  python: "py"
}

const blockOf = (name: string, part: Part, next: Part | undefined): ReadonlyArray<GuideBlock> => {
  const extension = extensions[part.language]
  if (extension === undefined) return []
  const language = next?.language === "json" ? "json" : next?.language === "text" ? "text" : undefined
  return [
    {
      place: `${name}:${part.line}`,
      extension,
      isRefused: part.info === "refused",
      text: part.text,
      fileName: extension !== "sh" && part.info !== "" ? part.info : undefined,
      expected:
        language === undefined || next === undefined || next.info === "example"
          ? undefined
          : { language, text: next.text }
    }
  ]
}

/** Reads a page. `name` is its path, for messages. */
export const readPage = (name: string, markdown: string): GuidePage => {
  const parts = partsOf(markdown)
  const { after, setting } = settingOf(markdown)
  const leftOut = parts.filter(({ info }) => info.startsWith("no-run"))
  const reasonOf = ({ info }: Part): string => /^no-run: (\S.*)$/.exec(info)?.[1] ?? ""
  return {
    name,
    setting: setting === "empty" ? "empty" : "sandbox",
    after,
    blocks: parts.flatMap((part, index) => (leftOut.includes(part) ? [] : blockOf(name, part, parts[index + 1]))),
    leftOut: leftOut.map((part) => `${name}:${part.line}: ${reasonOf(part)}`),
    faults: [
      ...(setting === "sandbox" || setting === "empty" ? [] : [`${name}: nobody knows the setting ${setting}`]),
      ...leftOut
        .filter((part) => reasonOf(part) === "")
        .map(({ line }) => `${name}:${line} is left out without a reason`)
    ]
  }
}

/** Every page of the repository that is for readers. */
export const pagesOf = (root: string): ReadonlyArray<GuidePage> => {
  const read = (name: string) => readPage(name, Fs.readFileSync(Path.join(root, name), "utf8"))
  return Fs.globSync(
    ["README.md", "SECURITY.md", "docs/{,operators/}*.md", "{apps,packages}/*/README.md", "packages/*/docs/*.md"],
    { cwd: root }
  )
    .toSorted()
    .map(read)
    .map((page) => {
      if (page.after === undefined) return page
      const before = read(page.after)
      return { ...page, blocks: [...before.blocks, ...page.blocks], faults: [...before.faults, ...page.faults] }
    })
}

/** The pages of the client library, whose blocks start a program each. */
export const isOfClient = ({ name }: GuidePage): boolean => name.startsWith("packages/client/docs/")

/** Pages with programs in Python. */
export const needsPython = ({ blocks }: GuidePage): boolean => blocks.some(({ extension }) => extension === "py")

/** As many blocks of a page of the client library as `pnpm test` runs; `pnpm verify` runs all of them. */
export const clientBlocksFirst = 1

/** A page without the blocks behind the first ones. */
export const firstBlocks = (page: GuidePage, count: number): GuidePage => ({
  ...page,
  blocks: page.blocks.slice(0, count)
})

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, "")
const withoutLineEnds = (text: string): string => text.replaceAll(/[ \t]+$/gm, "").trim()

const anything = "[^]*?"

/** A pattern for a text in which `...` stands for anything. */
const patternOf = (text: string): string =>
  text
    .split("...")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(anything)

/**
 * Tells whether a block printed what its page says. Space counts for nothing in JSON, and at the end of a line. A value `"..."` of JSON may be
 * a number.
 */
export const isAsExpected = (expected: NonNullable<GuideBlock["expected"]>, printed: string): boolean => {
  const normal = expected.language === "json" ? withoutSpace : withoutLineEnds
  const text = normal(expected.text)
  const pattern =
    expected.language === "json" ? text.split('"..."').map(patternOf).join(`(?:"${anything}"|\\d+)`) : patternOf(text)
  return new RegExp(`^${pattern}$`).test(normal(printed))
}
