/**
 * How addresses are read: paths mean what they say. Case counts, a slash at the end counts, and identifiers of any length reach their check.
 */
export const routerConfig = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 8_192
}
