/**
 * An http or https address that names a place and nothing else. It is printed where people read settings, so it cannot hold credentials.
 */

/** Whether a text is such an address: without user, password, query and fragment. */
export const isPlainAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === ""
  )
}
