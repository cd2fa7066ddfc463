/**
 * The policy of the documentation page (Content Security Policy Level 3): a browser may run the scripts that came with the page, by their
 * digests, and talk to the service. A visitor types secrets there, so nothing else is let in or out, and nobody frames it.
 */
import * as Crypto from "node:crypto"

/** The scripts of a page, as the browser reads them. One with an attribute is none of ours, and does not run. */
const scriptsOf = (page: Uint8Array): ReadonlyArray<string> =>
  [...new TextDecoder().decode(page).matchAll(/<script>([^]*?)<\/script>/g)].map(([, script]) => script ?? "")

const digestOf = (script: string): string => `'sha256-${Crypto.createHash("sha256").update(script).digest("base64")}'`

/** The headers of a page that is served as these bytes, and sends requests to the service at `publicUrl`. */
export const pagePolicy = (page: Uint8Array, publicUrl: string): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${scriptsOf(page).map(digestOf).join(" ")}`,
    // The page draws itself with dozens of style elements, whose text depends on what is shown, and with style attributes. With
    // nothing to load from elsewhere, a style can send nothing away.
    "style-src 'unsafe-inline'",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    // The icon.
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "referrer-policy": "no-referrer"
})
