/**
 * What a test server is made of: its data, how long its tokens live, and how much of this project's extensions it has. With nothing
 * given, a small sample.
 */
import type { AgencyFees, Job, Recruiter, User } from "../core/Model.ts"
import type { TestItem, TestItems } from "./data/Collection.ts"

/** An agency and its fees; without any, the platform's optimized fee applies. */
export interface TestAgency extends TestItem {
  readonly name: string
  readonly recruiters?: ReadonlyArray<Recruiter>
  readonly fees?: AgencyFees
}

/** An organization and what is in it. */
export interface TestOrganization {
  readonly id: string
  readonly name: string
  /** What the client may do here, such as `jobs:read`; default all. */
  readonly permissions?: ReadonlyArray<string>
  readonly jobs?: TestItems<Job>
  readonly users?: TestItems<User>
  readonly agencies?: TestItems<TestAgency>
  /** Items of groups of endpoints that have no member of their own above, by the name of the group. */
  readonly collections?: Readonly<Record<string, TestItems<TestItem>>>
}

/** How a test server is made. Everything may be left out. */
export interface TestServerOptions {
  /** The organizations that the client is granted; else a small sample. */
  readonly organizations?: ReadonlyArray<TestOrganization>
  /** The organization that tokens of flow B are good for; default the first one, none when `null`. */
  readonly defaultOrganization?: string | null
  /** Whether the client may create organizations; default true. */
  readonly mayCreateOrganizations?: boolean
  /** How long tokens live, by the clock of the server. */
  readonly tokens?: { readonly primaryLifetimeSeconds?: number; readonly scopedLifetimeSeconds?: number }
  /**
   * A server of the plain specification, without any extension: their endpoints answer 404, `Idempotency-Key` and ETags mean
   * nothing, errors have two members, users are added with 200. Lists are the plain array that one sample of the specification
   * shows, unless `{ lists: "envelope" }` says otherwise.
   */
  readonly plain?: boolean | { readonly lists: "array" | "envelope" }
  /** How much a caller may ask for. Without it nobody is refused, since the time of a test stands still. */
  readonly rateLimit?: { readonly perSecond: number; readonly burst: number }
  /** The address of the server. Nothing listens there: it is only what requests must begin with. */
  readonly baseUrl?: string
  /** When its clock begins, in milliseconds since 1970. */
  readonly startMs?: number
}

/** The default address of a server: a name that no network knows (RFC 6761 §6.2). */
export const baseUrlDefault = "https://partner-api.test"

const recordedAt = { created_at: "2025-11-03T09:30:00.000Z", updated_at: "2025-11-03T09:30:00.000Z" }

/** The sample: two organizations, of which the first has three jobs, two users and two agencies. */
export const sampleOrganizations: ReadonlyArray<TestOrganization> = [
  {
    id: "org_1",
    name: "Analytical Engines",
    jobs: [
      { id: "job_1", title: "Engineer", description: "Builds engines.", status: "OPEN", ...recordedAt },
      { id: "job_2", title: "Mathematician", description: "Writes notes on engines.", status: "OPEN", ...recordedAt },
      { id: "job_3", title: "Mechanic", description: "Mends engines.", status: "CLOSED", ...recordedAt }
    ],
    users: [
      { id: "usr_1", first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", ...recordedAt },
      { id: "usr_2", first_name: "Charles", last_name: "Babbage", email: "charles@example.com", ...recordedAt }
    ],
    agencies: [
      {
        id: "agy_1",
        name: "Good Hands",
        recruiters: [{ first_name: "Mary", last_name: "Somerville", email: "mary@example.com" }]
      },
      {
        id: "agy_2",
        name: "Steam Talent",
        fees: {
          optimizedFee: false,
          customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles" }]
        }
      }
    ]
  },
  { id: "org_2", name: "Difference Works", jobs: [{ id: "job_9", title: "Clerk", description: "Keeps tables." }] }
]
