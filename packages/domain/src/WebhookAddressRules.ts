/**
 * The mistakes in the text of the address of a webhook endpoint, whatever a service allows (decisions, Webhooks). Where its
 * name leads, and which networks are open, each service looks at itself.
 *
 * The WHATWG parser has already written odd spellings of an address as the address: `0x7f.1`, `2130706433` and full-width digits are
 * `127.0.0.1`. In the same way it has shortened IPv6.
 */

/** Ports below belong to services of the system, such as mail, whose protocols a request must not reach. */
const portMin = 1_024

/** A URL, where a text is one, on its own or at a base. Node 20 has no `URL.parse`. */
export const readUrl = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined

/** The host of a URL: an address without brackets, a name without the dot at its end. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.+$/g, "")

/** Whether a host is a name of this machine, which means its loopback interface (RFC 6761 §6.3). */
export const isLocalName = (host: string): boolean => /^(?:.*\.)?localhost$/.test(host)

/** The loopback addresses, also those of IPv4 in IPv6 (RFC 4291 §2.5.5.2). */
const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})$/

/** Whether a host is this machine, by its name or its address. */
export const isThisMachine = (host: string): boolean => isLocalName(host) || loopback.test(host)

/** The largest port there is. */
const portMax = 65_535

/** The mistake of an address that is no `https:` one. */
const scheme = "must be an https: address"

/** The mistake of a text that is no URL: its port, or all of it. */
const textMistake = (text: string): string =>
  Number(/^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/iu.exec(text)?.[1] ?? 0) > portMax
    ? `must have a port of at most ${portMax}`
    : /^https:/iu.test(text)
      ? "must have a host, and a number as port"
      : scheme

/** The mistakes of an address, each as the end of a sentence that begins with its name. `allowsLoopback`: `http:` may lead to this machine. */
export const addressMistakes = (text: string, allowsLoopback: boolean): ReadonlyArray<string> => {
  const url = readUrl(text)
  if (url === undefined) return [textMistake(text)]
  const isPlainAllowed = url.protocol === "http:" && allowsLoopback && isThisMachine(hostOf(url))
  return [
    ...(url.protocol === "https:" || isPlainAllowed ? [] : [scheme]),
    ...(url.username === "" && url.password === "" ? [] : ["must be an address without user and password"]),
    ...(url.href.includes("#") ? ["must be an address without a fragment"] : []),
    ...(url.port !== "" && Number(url.port) < portMin ? [`must use port 443, or one from ${portMin} on`] : [])
  ]
}
