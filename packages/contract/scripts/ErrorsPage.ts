/**
 * The page of all errors, `docs/errors.md`, as text: made from the list of errors, their statuses and headers, and the OpenAPI
 * document. Writes no file.
 */
import { type Explanation, explanationOf } from "@partner-api/domain/Errors"
import type { Problem } from "@partner-api/domain/Problem"
import { partnerErrors } from "../src/PartnerErrors.ts"
import { table } from "./Table.ts"
import { type OAuthErrorBody, toOAuthBody, toWire, type WireError } from "../src/WireErrors.ts"

/** As much of the OpenAPI document as the page reads. */
interface OperationJson {
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: unknown }>>
}
export interface DocumentJson {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationJson>>>>
}

/** An error with everything that the page says of it. */
interface Row {
  readonly code: string
  readonly explanation: Explanation
  readonly wire: WireError
  readonly body: WireError["body"] | OAuthErrorBody
}

/** The codes that are answered in the form of OAuth, and in no other. */
const oauthCodes = ({ paths }: DocumentJson): ReadonlySet<string> => {
  const answers = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) => Object.values(responses))
  const codesOf = (isOAuth: boolean) =>
    answers
      .filter(({ content }) => JSON.stringify(content ?? "").includes("OAuthErrorBody") === isOAuth)
      .flatMap(({ description }) => [...description.matchAll(/`([a-z_]+)`: /g)].map(([, code = ""]) => code))
  const others = codesOf(false)
  return new Set(codesOf(true).filter((code) => !others.includes(code)))
}

/** Errors that always name what is wrong, each with an example of that. */
const details: Readonly<Record<string, ReadonlyArray<Problem>>> = {
  conflict: [{ in: "body", path: "/email", code: "conflict", message: "belongs to the user usr_01" }],
  unprocessable_entity: [
    { in: "body", path: "/lastname", code: "unknown", message: "is not known here; check its spelling" },
    { in: "query", path: "/limit", code: "range", message: "must be an integer from 1 to 100" }
  ]
}

/** The message of an example: the description without Markdown and RFC. */
const messageOf = ({ description }: Explanation): string =>
  description.replaceAll("`", "").replace(/ \(RFC [^)]*\)/, "")

/** The members of some errors beside their message, which show in a header. */
const known = { credentialsSent: true, allow: ["GET", "HEAD", "OPTIONS"], retryAfterSeconds: 1 }

const rowOf =
  (isOAuth: ReadonlySet<string>) =>
  (PartnerError: (typeof partnerErrors)[number]): Row => {
    const explanation = explanationOf(PartnerError)
    const code = PartnerError.fields.code.schema.literal
    const problems = details[code]
    const error = new PartnerError({
      message: messageOf(explanation),
      ...known,
      ...(problems === undefined ? {} : { details: problems })
    })
    const wire = toWire(error, "7a11bb76-e074-427a-829e-465918012756")
    return { code, explanation, wire, body: isOAuth.has(code) ? toOAuthBody(wire.body) : wire.body }
  }

const headerCase = (name: string): string =>
  name
    .replaceAll(/(^|-)([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace("Www", "WWW")

const retrySentence = ({ isReserved, retryable }: Explanation): string =>
  [
    retryable
      ? "A retry of the same request may succeed ([retries](partners.md#retries))."
      : "A retry of the same request fails again.",
    ...(isReserved ? ["This release does not answer it yet."] : [])
  ].join(" ")

const sectionOf = ({ code, explanation, wire, body }: Row): string =>
  [
    `## ${code}`,
    `**${wire.status}.** ${explanation.description}`,
    `What to do: ${explanation.remedy}`,
    retrySentence(explanation),
    ["```http", ...Object.entries(wire.headers).map(([name, value]) => `${headerCase(name)}: ${value}`), "```"],
    ["```json", JSON.stringify(body, null, 2), "```"]
  ]
    .filter((part) => typeof part === "string" || part.length > 2)
    .map((part) => (typeof part === "string" ? part : part.join("\n")))
    .join("\n\n")

const introduction = `# Errors

<!-- Written by \`pnpm generate\` from packages/contract/src/PartnerErrors.ts. -->

Every answer with a status of 400 or above has this body, except answers to \`HEAD\`:

- \`error\`: the code. Branch on it; the meaning of a code never changes.
- \`message\`: a sentence for people. It may change.
- \`request_id\`: the id of the request, as in the header \`X-Request-Id\`. Include it when you ask for help.
- \`details\`: every mistake of an invalid request, at most 50. Each entry has a place (\`in\` and \`path\`, a JSON Pointer), a kind
  (\`code\`), and what to send instead (\`message\`).

\`POST /oauth/token\` adds \`error_description\` with the same text as \`message\`, for OAuth clients. Handle an unknown code like other
codes of the same status.`

/** The whole page, for the OpenAPI document of the contract. */
export const errorsPage = (document: DocumentJson): string => {
  const rows = partnerErrors.map(rowOf(oauthCodes(document))).toSorted((a, b) => a.wire.status - b.wire.status)
  const overview = table([
    ["Status", "`error`", "Retry", "Note"],
    ...rows.map(({ code, explanation, wire }) => [
      String(wire.status),
      `[\`${code}\`](#${code})`,
      explanation.retryable ? "may succeed" : "",
      explanation.isReserved ? "not answered yet" : ""
    ])
  ])
  return `${[introduction, overview, ...rows.map(sectionOf)].join("\n\n")}\n`
}
