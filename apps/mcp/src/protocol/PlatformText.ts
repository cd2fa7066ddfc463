/**
 * Text of the platform as a model may see it: what is invisible, or turns the direction of a line, is taken out.
 *
 * A job description is written by strangers. Characters that no reader sees could carry instructions past the person who
 * reads along, so they go. What the visible text says is not judged here.
 */

/**
 * C0 but line feed and tab, DEL, C1, zero width and direction marks, bidirectional overrides and isolates, the byte order mark,
 * the tag characters (an alphabet nobody sees), and surrogates without their half.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex -- They are what is looked for.
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}\p{Surrogate}]/gu

/** JSON of the platform is at most 32 deep; what is deeper than this is cut, so that no value can exhaust the stack. */
const depthMax = 64

/** Takes out of a text what nobody can see. */
export const cleanText = (text: string): string => text.replace(invisible, "")

const clean = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return cleanText(value)
  if (typeof value !== "object" || value === null) return value
  if (depth >= depthMax) return null
  return Array.isArray(value)
    ? value.map((item) => clean(item, depth + 1))
    : // `fromEntries` defines members, so that one called __proto__ stays a member.
      Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), clean(member, depth + 1)]))
}

/** Does the same to every text in a JSON value, names of members included. */
export const cleanJson = (value: unknown): unknown => clean(value, 0)
