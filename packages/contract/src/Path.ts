/**
 * Paths as endpoints declare them, with parameters as `:name`. Apart from `Endpoints.ts`, because who only fills a path in need not
 * walk through the contract when its program starts.
 */

/** A path with its parameters filled in. Identifiers need no escaping; anything else is escaped. */
export const fillPath = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
