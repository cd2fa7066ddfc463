/**
 * The introduction to the documentation for a reader before its first request, as Markdown: the way from credentials to data, lists, writes, errors,
 * the client library and the command line. Each part has a heading of its own, to which an address can lead.
 */
import { deprecatedMonthsMin, deprecationSentence } from "@partner-api/domain/Deprecation"
import { explanationOf } from "@partner-api/domain/Errors"
import { limitMax } from "@partner-api/domain/Pagination"
import { deprecatedUsesOf } from "./DeprecatedUse.ts"
import { endpoints } from "./Endpoints.ts"
import { partnerTokenHeader } from "./Middleware.ts"
import { OAuth } from "./OAuth.ts"
import { Organizations } from "./Organizations.ts"
import { PartnerAuth } from "./PartnerAuth.ts"
import { errorStatus, partnerErrors } from "./PartnerErrors.ts"
import { pathTemplate } from "./Path.ts"
import { idempotencyKeyHeader } from "./RequestHeaders.ts"
import type { SampleCaller } from "./SampleCaller.ts"
import { docsPath } from "./System.ts"

/** A part of the introduction. */
interface Part {
  readonly title: string
  readonly text: string
}

/** Method and path of an endpoint, as readers know them. */
const called = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `\`${method} ${pathTemplate(path)}\``

const entrance: Part = {
  title: "From credentials to data",
  text: `1. ${called(OAuth.endpoints.token)} exchanges your client id and client secret for a primary token.
2. ${called(Organizations.endpoints.list)} lists the organizations that you may work for.
3. ${called(Organizations.endpoints.token)} gives a token for one of them. Everything inside an organization takes that token.

Or, when you work for one organization: ${called(PartnerAuth.endpoints.token)} takes the credentials as JSON, and its token is good
for all of it. Send a token as \`Authorization: Bearer …\` or as \`${partnerTokenHeader}: …\`, never in both.`
}

const lists: Part = {
  title: "Lists",
  text: `A page holds up to ${limitMax} items. Request the address in \`next\`, as it stands there, until \`next\` is \`null\`. What stays
unchanged during the whole walk appears exactly once, whatever else is added or removed meanwhile.`
}

const writes: Part = {
  title: "Writes",
  text: `Send an \`${idempotencyKeyHeader}\` of your own with a write that you may have to repeat: the same request under the same key has one
effect and gets the same answer. Send the \`ETag\` of a resource as \`If-Match\` to change it only if nobody else has.`
}

const errorLines = partnerErrors.flatMap((error) => {
  const { description, isReserved, remedy } = explanationOf(error)
  const { _tag, code } = error.fields
  return isReserved
    ? []
    : [`- \`${code.schema.literal}\` (${errorStatus[_tag.schema.literal]}): ${description} ${remedy}`]
})

const errors: Part = {
  title: "Errors",
  text: `Every error is \`{"error": code, "message": sentence}\`. Programs decide by the code. \`details\` names every mistake in a request, and
\`request_id\` names the answer when you ask for help. An unknown member or parameter is an error, so that no typo passes in silence.

${errorLines.join("\n")}`
}

const deprecatedLines = endpoints.flatMap((entry) =>
  deprecatedUsesOf(entry).map(({ deprecation, name }) => `- \`${name}\`: ${deprecationSentence(deprecation)}`)
)

const deprecations: Part = {
  title: "Deprecations",
  text: `Paths under \`/v1\` change by additions: new endpoints, optional members, values and events. What is deprecated works for at least
${deprecatedMonthsMin} months more. Each answer to a request that uses it has the headers \`Deprecation\` (RFC 9745), \`Sunset\` (RFC 8594) and a \`Link\` with
\`rel="deprecation"\`, whose \`title\` is what to do.

${deprecatedLines.length === 0 ? "Nothing is deprecated." : deprecatedLines.join("\n")}`
}

const library: Part = {
  title: "Client library",
  text: `\`npm install @partner-api/client\` installs the library for Node. It requests tokens and renews them, repeats what may be repeated, walks
lists page by page, and has a type for every error. The operations below show its calls.`
}

const commandLine: Part = {
  title: "Command line",
  text: `\`npm install --global @partner-api/client\` installs the program \`partner\`. \`partner login\` keeps your credentials, and
\`partner --help\` lists the commands. The operations below show the command where there is one.`
}

const parts: ReadonlyArray<Part> = [entrance, lists, writes, errors, deprecations, library, commandLine]

/** The credentials of a sandbox. */
const sandbox = ({ clientId, clientSecret, organizationId }: SampleCaller): string => `
This is a sandbox: its data is made up, and everybody knows its credentials. The samples use them.

| Client id | Client secret | Organization |
| --- | --- | --- |
| \`${clientId}\` | \`${clientSecret}\` | \`${organizationId}\` |
`

/** The heading of a part as the page has it in an address. */
const anchorOf = ({ title }: Part): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-")

/** The address of the part about what is deprecated, below that of the service. */
export const deprecationsPage = `${docsPath}#description/${anchorOf(deprecations)}`

/** The introduction. `pageUrl` is the address of the page, whose parts it links to. */
export const introduction = (pageUrl: string, caller: SampleCaller | undefined): string => {
  const links = parts.map((part) => `[${part.title}](${pageUrl}#description/${anchorOf(part)})`)
  return [
    caller === undefined ? "" : sandbox(caller),
    `${links.join(" · ")}\n`,
    ...parts.map(({ text, title }) => `## ${title}\n\n${text}\n`)
  ].join("\n")
}
