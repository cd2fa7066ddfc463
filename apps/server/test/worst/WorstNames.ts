/**
 * The names of the worst rows and their numbers: identifiers as long as they may be, and tokens that can be computed. `WorstRows.ts` writes the rows.
 */
import { shortTagOf } from "@partner-api/service/crypto/Secrets"
import { eventIdOf } from "@partner-api/domain/EventId"
import { idLengthMax, OrganizationId } from "@partner-api/domain/Ids"
import { lookedMax } from "@partner-api/domain/Pagination"
import * as Crypto from "node:crypto"
import { type AlphabetName, alphabets } from "./Alphabet.ts"

/** How many there are. */
export const sizes = {
  /** More jobs than a search samples (200) and a page holds. */
  jobs: 205,
  /** More than a page holds. */
  records: 105,
  /** More than a page passes. */
  passed: lookedMax + 20,
  deliveries: 200_000,
  /** Enough that a request which changes each of them takes longer than any may. */
  fewDeliveries: 30_000,
  /** Unconfirmed applications of one person for one job, of which one is confirmed; and people who have them: of one half the agency confirms, the others by a link. */
  rivals: 99,
  people: 32,
  /** Clients that are ended. */
  ending: 6,
  signIns: 200,
  /** Organizations with room for webhook endpoints. */
  roomy: 40,
  /** Applications with more messages than a page has bytes for. */
  conversations: 2,
  /** Applications that may be changed, in each alphabet. */
  unconfirmed: 40,
  /** Applications with a link to confirm them, in each alphabet. */
  linked: 40,
  /** Applications whose person an agency may erase: all that an application can have goes with each. */
  erasable: 3,
  /** Agencies about which many large answers are stored. */
  answered: 8,
  secretsKey: Buffer.alloc(32).toString("base64url")
} as const

/** An identifier with a number, as long as it may be. */
export const idOf = (name: string, number: number): string =>
  `${name}_${String(number).padStart(idLengthMax - name.length - 1, "0")}`

/** A token or secret by its name. */
export const tokenOf = (name: string): string => Crypto.hash("sha256", name, "base64url")

/** The organization whose records have texts of an alphabet. */
export const organizationOf = (name: AlphabetName): OrganizationId => OrganizationId.make(idOf(`org_${name}`, 0))

/** The organization with more records than a page passes. */
export const many = OrganizationId.make(idOf("org_many", 0))

/** The organization of the bystander. */
export const bystander = OrganizationId.make(idOf("org_bystander", 0))

/** Organizations without records, which a client is granted too. */
export const emptyOrganization = (number: number): OrganizationId => OrganizationId.make(idOf("org_empty", number))

/** Organizations of the client with room for webhook endpoints. */
export const roomyOrganization = (number: number): OrganizationId => OrganizationId.make(idOf("org_roomy", number))

/** The organization whose applications the client of the requests does not see. */
export const hiding = roomyOrganization(sizes.roomy)

/** The organizations with records. */
export const furnished = [...Object.values(alphabets).map(({ name }) => organizationOf(name)), many]

/** A client with all that one may have: grants, tokens, webhook endpoints. */
export const worstClient = idOf("cli_worst", 0)

/** A client with fewer grants than it may have, so that it can get more. */
export const growingClient = idOf("cli_growing", 0)

/** The client of the bystander. */
export const bystanderClient = idOf("cli_bystander", 0)

/** Clients to be changed and ended, each with all the tokens that one may have. */
export const endingClient = (number: number): string => idOf("cli_ending", number)

/** Clients to be revoked. */
export const revokedClient = (number: number): string => idOf("cli_revoked", number)

/** The names of tokens and of sessions. */
export const primaryToken = "primary of the worst client"
export const growingToken = "primary of the growing client"
export const scopedToken = (organizationId: string): string => `scoped for ${organizationId}`
export const bystanderToken = "scoped for the bystander"
export const sessionToken = "session of an operator"
export const endingSession = (number: number): string => `session ${number} of an operator`
export const signInLink = (number: number): string => `link ${number} of an operator`
export const invitationLink = (organizationId: string, number: number): string =>
  `link of invitation ${number} of ${organizationId}`
export const secretOf = (clientId: string): string => `secret of ${clientId}`
/** A second secret, which a client that is revoked later ends first. */
export const secondSecretOf = (clientId: string): string => `second secret of ${clientId}`
/** A primary token with all the tokens that can be minted with it. */
export const endingToken = (clientId: string): string => `primary of ${clientId}`

/** The link that confirms an application. */
export const confirmationLink = (organizationId: string, application: number): string =>
  `link of application ${application} of ${organizationId}`

/** The invitation with a number. */
export const invitationId = (number: number): string => idOf("inv", number)
export const erasureRequestId = (number: number): string => idOf("era", number)
export const placementId = (number: number): string => idOf("plc", number)

/** The start of every placement: far ahead of any day of a test. */
export const placementStart = "2090-01-01"

export const reasonId = (number: number): string => idOf("rea", number)

/** The attachment with a number of an application. */
export const attachmentId = (application: number, number: number): string => idOf("att", application * 100 + number)

/** The job that applications are submitted for, which no request changes. */
export const applicationsJob = idOf("job", sizes.jobs - 1)

/** The number of an application that may be changed. */
export const unconfirmedOf = (number: number): number => 1_000 + (number % sizes.unconfirmed)

/** The number of an application with a link. */
export const linkedOf = (number: number): number => 2_000 + (number % sizes.linked)

/** The number of an agency that many large answers are about. */
export const answeredOf = (number: number): number => 90 + (number % sizes.answered)

/** The number of an application whose person may be erased. */
export const erasableOf = (number: number): number => 3_000 + (number % sizes.erasable)

/** The people whose applications the agency confirms, and those who confirm by a link. */
export const confirmedByAgency = (number: number): number => 1 + (number % (sizes.people / 2))
export const confirmedByLink = (number: number): number => sizes.people / 2 + confirmedByAgency(number)

/** The numbers of the applications of a person, from which one is to be confirmed. */
export const rivalsOf = (person: number): number => 100_000 + person * 1_000

/** The endpoint with a number of the client in an organization. */
export const endpointId = (organizationId: string, number: number): string =>
  idOf(`whe_${shortTagOf(organizationId)}`, number)

/** The endpoints with all deliveries: of one they have succeeded, of the other they have failed. */
export const succeededEndpoint = endpointId(many, 1)
export const failedEndpoint = endpointId(many, 2)
/** The endpoint that the nth request deletes. */
export const deletedEndpoint = (number: number): string => endpointId(many, 100 + number)
/** The endpoint of an organization that stays as it is but for what requests change. */
export const plainEndpoint = (organizationId: string): string => endpointId(organizationId, 4)

/** The event with a number. */
export const eventId = (number: number): string => eventIdOf(number, "Z")
