/**
 * The page of a link that lets a person in, with its script and its styles. It is the same for every link: the token stands in the fragment, which the browser
 * sends nowhere, so that opening the page decides nothing. The page talks to this service alone.
 */
import { page } from "@partner-api/service/http/Pages"
import { staticAnswer } from "@partner-api/service/http/StaticAnswer"
import { linkStyles } from "./LinkScript.ts"

/** The policy of the page (Content Security Policy Level 3). */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex"
}

const answerOf = (text: string, type: string) =>
  staticAnswer(new TextEncoder().encode(text), `${type}; charset=utf-8`, headers)

/** The page of a kind of links. */
export interface LinkPage {
  readonly path: `/${string}`
  readonly title: string
  /** The addresses that the script sends the token to, by action. */
  readonly addresses: Readonly<Record<string, string>>
  readonly script: string
  /** The step of a person whose browser runs no script. */
  readonly withoutScript: string
}

/** The page and what belongs to it. Addresses are relative, because the service may be below a path of its host. */
export const linkPages = ({ addresses, path, script, title, withoutScript }: LinkPage) => {
  const [scriptPath, stylesPath] = [`${path}/page.js` as const, `${path}/page.css` as const]
  const data = Object.entries(addresses).map(([action, address]) => `data-${action}="${address}"`)
  const document = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="stylesheet" href=".${stylesPath}" />
    <script defer src=".${scriptPath}"></script>
  </head>
  <body>
    <main ${data.join(" ")}>
      <h1>${title}</h1>
      <noscript><p>${withoutScript}</p></noscript>
    </main>
  </body>
</html>
`
  return [
    page(path, answerOf(document, "text/html")),
    page(scriptPath, answerOf(script, "text/javascript")),
    page(stylesPath, answerOf(linkStyles, "text/css"))
  ]
}
