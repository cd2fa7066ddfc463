/**
 * The id of a request in what somebody has pasted: the bare id, a header, or the body of an error.
 */

/** Matches an id in a header or in a body. */
const named = /(?:x-request-id|request_id)["']?\s*[:=]\s*["']?([A-Za-z0-9_-]{1,64})/i

/** The id; nothing where the text is empty. */
export const requestIdIn = (text: string): string | undefined => {
  const id = named.exec(text)?.[1] ?? text.trim().replaceAll(/^["'`<]+|["'`>.,;]+$/g, "")
  return id === "" ? undefined : id
}
