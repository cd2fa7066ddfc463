/**
 * The page of a link that invites an agency, with its script and its styles. It is the same for every link: the token stands in the fragment, which the browser
 * sends nowhere, so that opening the page accepts nothing. The page talks to this service alone.
 */
import { Invitations, invitationsPagePath } from "@partner-api/contract/AgencyInvitations"
import { page } from "@partner-api/service/http/Pages"
import { staticAnswer } from "@partner-api/service/http/StaticAnswer"
import { invitationScript, invitationStyles } from "./InvitationScript.ts"

const scriptPath = `${invitationsPagePath}/page.js`
const stylesPath = `${invitationsPagePath}/page.css`

/** What a browser may do on the page (Content Security Policy Level 3). */
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

/** Addresses are relative, because the service may be below a path of its host. */
const document = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Invitation</title>
    <link rel="stylesheet" href=".${stylesPath}" />
    <script defer src=".${scriptPath}"></script>
  </head>
  <body>
    <main data-show="${Invitations.endpoints.show.path}" data-accept="${Invitations.endpoints.accept.path}">
      <h1>Invitation</h1>
      <noscript><p>This page needs JavaScript. With a client of this API, accept with: partner invitations accept</p></noscript>
    </main>
  </body>
</html>
`

const answerOf = (text: string, type: string) =>
  staticAnswer(new TextEncoder().encode(text), `${type}; charset=utf-8`, headers)

/** The page and what belongs to it. */
export const invitationPages = [
  page(invitationsPagePath, answerOf(document, "text/html")),
  page(scriptPath, answerOf(invitationScript, "text/javascript")),
  page(stylesPath, answerOf(invitationStyles, "text/css"))
]
