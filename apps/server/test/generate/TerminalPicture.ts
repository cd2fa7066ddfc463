/**
 * Draws what a terminal shows as SVG: a dark window with lines of text. Runs nothing.
 */

/** One line: a command that was typed, or what was printed. */
export interface TerminalLine {
  readonly text: string
  readonly isCommand: boolean
}

const fontSize = 13
const lineHeight = 18
/** The width of a character of a monospaced font, as a share of its size. */
const characterWidth = fontSize * 0.602
const margin = 18
const barHeight = 34

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const row = ({ isCommand, text }: TerminalLine, index: number): string => {
  const y = barHeight + margin + index * lineHeight
  const prompt = isCommand ? '<tspan fill="#7ee787">$ </tspan>' : ""
  const fill = isCommand ? "#f0f6fc" : "#c9d1d9"
  return `<text x="${margin}" y="${y}" fill="${fill}" xml:space="preserve">${prompt}${escapeXml(text)}</text>`
}

/** The picture of some lines, with a title in its bar. */
export const terminalPicture = (title: string, lines: ReadonlyArray<TerminalLine>): string => {
  const columns = Math.max(...lines.map(({ isCommand, text }) => text.length + (isCommand ? 2 : 0)))
  const width = Math.ceil(columns * characterWidth + 2 * margin)
  const height = barHeight + margin + lines.length * lineHeight
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, index) => `<circle cx="${margin + index * 18}" cy="17" r="5.5" fill="${fill}"/>`
  )
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...dots,
    `<text x="${width / 2}" y="21" fill="#8b949e" font-family="sans-serif" font-size="12" text-anchor="middle">${escapeXml(title)}</text>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${fontSize}">`,
    ...lines.map(row),
    "</g>",
    "</svg>"
  ].join("\n")}\n`
}
