/**
 * Loaded before a program, has one text of one of its sources replaced: what a part costs, or saves, is seen beside the same program
 * without it. Ends the program when the text is not there.
 */
import { registerHooks } from "node:module"

const { from, source, to } = JSON.parse(process.env["REWRITE"] ?? "{}")

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith(source)) return loaded
    const text = String(loaded.source)
    if (!text.includes(from)) throw new Error(`${source} does not hold ${from}`)
    return { ...loaded, source: text.replace(from, to) }
  }
})
