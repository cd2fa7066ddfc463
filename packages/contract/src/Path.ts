/**
 * Paths as endpoints declare them, with parameters as `:name`: filled in, matched, and as a reader writes them.
 *
 * Knows no endpoint. A program that only fills in a path does not reflect over the contract when it starts.
 */

const parameter = /:([A-Za-z]+)/g

/** The names of the parameters of a path, in order. */
export const pathParams = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(parameter), ([, name = ""]) => name)

/** A path with its parameters filled in. Identifiers need no escaping; anything else is escaped. */
export const fillPath = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(parameter, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })

/** Matches the addresses of a path and captures the text of each parameter. Paths are case-sensitive. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.+*?^$(){}|[\]\\]/g, "\\$&").replaceAll(parameter, "([^/]+)")}$`)

/** A path as OpenAPI and the pages write it, with parameters as `{name}`. */
export const pathTemplate = (path: string): string => path.replaceAll(parameter, "{$1}")
