/**
 * The output of the sandbox when it has started: its address, its clients, and a walk through the specification that works when
 * it is pasted. Paths come from the contract.
 */
import { Agencies } from "@partner-api/contract/Agencies"
import { fillPath } from "@partner-api/contract/Path"
import { Jobs } from "@partner-api/contract/Jobs"
import { OAuth } from "@partner-api/contract/OAuth"
import { Organizations } from "@partner-api/contract/Organizations"
import { PartnerAuth } from "@partner-api/contract/PartnerAuth"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { docsPath } from "@partner-api/contract/System"
import { Users } from "@partner-api/contract/Users"
import { type SandboxClient, sandboxClients } from "./Sandbox.ts"

const json = "-H 'Content-Type: application/json'"
const scoped = `-H "Authorization: Bearer $SCOPED"`
const member = (name: string): string => `sed 's/.*"${name}":"\\([^"]*\\)".*/\\1/'`

const fees = {
  optimizedFee: false,
  customFees: [
    { feeType: "FLAT_FEE", currency: "EUR", feeCents: 1_500_000, note: "per hire" },
    { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }
  ]
}

/** The walk: a title and the lines to paste, for each step. */
const sandboxWalk = (
  baseUrl: string
): ReadonlyArray<{ readonly title: string; readonly lines: ReadonlyArray<string> }> => {
  const at = (path: string, params: Readonly<Record<string, string>> = {}) => `"${baseUrl}${fillPath(path, params)}"`
  const acme = { organizationId: "org_acme" }
  const agency = { agencyId: "agy_hirewell" }
  return [
    {
      title: "Credentials give a primary token",
      lines: [
        `PRIMARY=$(curl -s ${at(OAuth.endpoints.token.path)} -d grant_type=client_credentials -d client_id=sandbox-client -d client_secret=sandbox-secret | ${member("access_token")})`
      ]
    },
    {
      title: "The organizations it can work for",
      lines: [`curl -s ${at(Organizations.endpoints.list.path)} -H "Authorization: Bearer $PRIMARY"`]
    },
    {
      title: "A token for one of them",
      lines: [
        `SCOPED=$(curl -s -X POST ${at(Organizations.endpoints.token.path, acme)} -H "Authorization: Bearer $PRIMARY" | ${member("access_token")})`
      ]
    },
    {
      title: "Its jobs, page by page: follow next until it is null",
      lines: [
        `curl -s ${at(Jobs.endpoints.list.path)} ${scoped}`,
        `NEXT=$(curl -s ${at(Jobs.endpoints.list.path)} ${scoped} | ${member("next")})`,
        `curl -s "$NEXT" ${scoped}`
      ]
    },
    {
      title: "The fees of an agency: set, then read",
      lines: [
        `curl -s ${at(Agencies.endpoints.setFees.path, agency)} ${scoped} ${json} -d '${JSON.stringify(fees)}'`,
        `curl -s ${at(Agencies.endpoints.getFees.path, agency)} ${scoped}`
      ]
    },
    {
      title: "A new user, and all of them",
      lines: [
        `curl -s ${at(Users.endpoints.create.path)} ${scoped} ${json} -d '{"first_name":"Ada","last_name":"Lovelace","email":"ada.'$(date +%s)'@example.com"}'`,
        `curl -s ${at(Users.endpoints.list.path)} ${scoped}`
      ]
    },
    {
      title: `The other flow: credentials as JSON, the token in ${partnerTokenHeader}`,
      lines: [
        `TOKEN=$(curl -s ${at(PartnerAuth.endpoints.token.path)} ${json} -d '{"client_id":"sandbox-partner","client_secret":"sandbox-partner-secret"}' | ${member("access_token")})`,
        `curl -s ${at(Jobs.endpoints.list.path)} -H "${partnerTokenHeader}: $TOKEN"`
      ]
    }
  ]
}

/** The text in place of a secret that has ended. */
const ended = "(ended)"

const clientLine = ({ id, note, secret }: SandboxClient, isLive: boolean): string =>
  `  ${id.padEnd(17)}${(isLive ? secret : ended).padEnd(24)}${note}`

/** The lines about clients that have replaced their public secret. */
const endedLines = (clients: ReadonlyArray<SandboxClient>): ReadonlyArray<string> =>
  clients.length === 0
    ? []
    : [
        "",
        `The secret that everybody knows has ended, because somebody has replaced it: ${clients.map(({ id }) => id).join(", ")}.`,
        "The lines below and the documentation need the new one, or a database that is started afresh."
      ]

const footer = "Stop with Ctrl+C. Delete the database file to start afresh."

/** The message about a database that holds somebody else's data: nothing was added to it. */
const foreign = "The database is in use already, so no sandbox data was added; enter with its own clients."

/** The lines of the whole text. `hasSandbox`: the database holds the clients of the sandbox; `enterable` are those whose known secret works. */
export const sandboxGuide = (options: {
  readonly baseUrl: string
  /** The name of the database. */
  readonly database: string
  readonly hasSandbox: boolean
  readonly enterable: ReadonlyArray<SandboxClient>
}): ReadonlyArray<string> => {
  const { baseUrl, database, enterable, hasSandbox } = options
  const isLive = (client: SandboxClient) => enterable.includes(client)
  const steps = sandboxWalk(baseUrl).flatMap(({ title, lines }, index) => [`# ${index + 1}. ${title}`, ...lines, ""])
  const entrance = [
    `  ${"client_id".padEnd(17)}${"client_secret".padEnd(24)}may use`,
    ...sandboxClients.map((client) => clientLine(client, isLive(client))),
    ...endedLines(sandboxClients.filter((client) => !isLive(client))),
    "",
    "Paste these lines into another terminal to walk through the API:",
    "",
    ...steps
  ]
  return [
    "",
    "Recruiting Partner API, sandbox",
    "",
    `  Base URL  ${baseUrl}`,
    `  Docs      ${baseUrl}${docsPath}`,
    `  Database  ${database}`,
    "",
    ...(hasSandbox ? entrance : [foreign, ""]),
    footer,
    ""
  ]
}
