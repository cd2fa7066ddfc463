/**
 * Leaves the texts for readers out of a bundle: descriptions, titles, examples and names of schemas of the contract. The documents that show them are made of
 * the sources; a client that runs reads none, and they were a twentieth of its size.
 *
 * The descriptions of errors stay: a client tells them.
 */
import type { Plugin } from "rolldown"
import { parseSync, Visitor } from "rolldown/utils"

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text of a module without its descriptions, with the titles and names of schemas beside them, and without its examples. */
export const withoutDocsIn = (path: string, text: string): string => {
  const { errors, program } = parseSync(path, text, { lang: "ts" })
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`)
  const replacements: Array<Replacement> = []
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const members = properties.flatMap((property) =>
        property.type === "Property" && property.key.type === "Identifier"
          ? [{ name: property.key.name, value: property.value }]
          : []
      )
      const isDescribed = members.some(({ name }) => name === "description")
      for (const { name, value } of members) {
        const { end, start, type } = value
        const isText = (type === "Literal" && typeof value.value === "string") || type === "TemplateLiteral"
        if (isText && (name === "description" || (name === "title" && isDescribed))) {
          replacements.push({ start, end, text: '""' })
        }
        // Names of schemas stand in the document; a reader of answers goes by their shape.
        if (isText && isDescribed && name === "identifier") replacements.push({ start, end, text: "undefined" })
        if (type === "ArrayExpression" && name === "examples") replacements.push({ start, end, text: "[]" })
      }
    }
  }).visit(program)
  // What lies within another replacement goes with it.
  const outer = replacements.filter(
    (one) => !replacements.some((other) => other !== one && other.start <= one.start && one.end <= other.end)
  )
  return outer
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { end, start, text: instead }) => rest.slice(0, start) + instead + rest.slice(end), text)
}

/** The modules of the contract and of the domain, without those whose descriptions a client tells. */
const documented = /packages\/(?:domain|contract)\/src\/(?!(?:.*\/)?(?:Protocol)?Errors\.ts$).*\.ts$/

/** Leaves the texts for readers out. */
export const withoutDocs: Plugin = {
  name: "without-docs",
  transform: {
    filter: { id: documented },
    handler: (code, id) => withoutDocsIn(id, code)
  }
}
