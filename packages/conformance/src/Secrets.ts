/**
 * The texts that must not be shown: the client's secret and every token that was given out. Whatever the kit prints goes through here.
 */

/** So much of an answer is shown: enough to see what is wrong. */
const shownCharactersMax = 160

/** The forms in which a secret may come back in a text. */
const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ x: secret }).toString().slice(2),
  JSON.stringify(secret).slice(1, -1)
]

/** Remembers secrets and takes them out of texts. */
export const makeSecrets = () => {
  const known = new Set<string>()
  const remember = (secret: string): void => {
    if (secret !== "") formsOf(secret).forEach((form) => known.add(form))
  }
  const hide = (text: string): string =>
    // The longest first: one secret may be the beginning of another.
    [...known]
      .toSorted((one, other) => other.length - one.length)
      .reduce((shown, secret) => shown.replaceAll(secret, "…"), text)
  /** A text on one line, without secrets, and cut. */
  const excerpt = (text: string): string => {
    const line = hide(text).replaceAll(/\s+/g, " ").trim()
    return line.length > shownCharactersMax ? `${line.slice(0, shownCharactersMax)}…` : line
  }
  return { remember, hide, excerpt }
}

export type Secrets = ReturnType<typeof makeSecrets>
