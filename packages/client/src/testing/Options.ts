/**
 * The options of a test server: its data, the lifetime of its tokens, and the extensions of this project that it has. With nothing
 * given, a small sample.
 */
import type {
  AgencyFees,
  Agency,
  Application,
  Job,
  OrganizationSettings,
  Permission,
  Recruiter,
  User
} from "../core/Model.ts"

/** Anything that a test server holds. */
export interface TestItem {
  readonly id: string
}

/** Items as an array, or made one by one: the one at `index`, with ids that ascend. */
export type TestItems<Item extends TestItem> =
  | ReadonlyArray<Item>
  | { readonly count: number; readonly item: (index: number) => Item }

/** A recruiter of an agency; without an id, the one of its place. By default ACTIVE. */
type TestRecruiter = Omit<Recruiter, "id" | "status"> & Partial<Pick<Recruiter, "id" | "status">>

/** An agency and its fees; without any, the platform's optimized fee applies. By default ACTIVE. */
export interface TestAgency extends TestItem {
  readonly name: string
  readonly external_id?: string
  readonly status?: Agency["status"]
  readonly recruiters?: ReadonlyArray<TestRecruiter>
  readonly fees?: AgencyFees
}

/** An organization and what is in it. */
export interface TestOrganization {
  readonly id: string
  readonly name: string
  /** The permissions of the client here, such as `jobs:read`; default all. */
  readonly permissions?: ReadonlyArray<Permission>
  /** The settings that differ from those of a new organization. */
  readonly settings?: Partial<OrganizationSettings>
  readonly jobs?: TestItems<Job>
  readonly users?: TestItems<User>
  readonly agencies?: TestItems<TestAgency>
  readonly applications?: TestItems<Application>
}

/** The options of a test server. Everything may be left out. */
export interface TestServerOptions {
  /** The organizations that the client is granted; else a small sample. */
  readonly organizations?: ReadonlyArray<TestOrganization>
  /** The organization that tokens of flow B are good for; default the one with the lowest id, none when `null`. */
  readonly defaultOrganization?: string | null
  /** Whether the client may create organizations; default true. */
  readonly mayCreateOrganizations?: boolean
  /** The lifetimes of tokens, by the clock of the server. */
  readonly tokens?: { readonly primaryLifetimeSeconds?: number; readonly scopedLifetimeSeconds?: number }
  /**
   * A server of the plain specification, without any extension: their endpoints answer 404, `Idempotency-Key` and ETags mean
   * nothing, errors have two members, users are added with 200. Lists are the plain array that one sample of the specification
   * shows, unless `{ lists: "envelope" }` is set.
   */
  readonly plain?: boolean | { readonly lists: "array" | "envelope" }
  /** The rate limit of a caller. Without it nobody is refused, since the time of a test stands still. */
  readonly rateLimit?: { readonly perSecond: number; readonly burst: number }
  /** Whether the service has a scanner: files are `PENDING` then, until `scanFiles`. Default false. */
  readonly scanner?: boolean
  /** The address of the server. Nothing listens there: it is only what requests must begin with. */
  readonly baseUrl?: string
  /** When its clock begins, in milliseconds since 1970. */
  readonly startMs?: number
}

/** The default address of a server: a name that no network knows (RFC 6761 §6.2). */
export const baseUrlDefault = "https://partner-api.test"
