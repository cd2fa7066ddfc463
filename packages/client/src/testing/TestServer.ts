/**
 * The public types of a test server. Types only; `Server.ts` makes one.
 */
import type { TestClock } from "./Clock.ts"
import type { Fault, Often } from "./faults/Fault.ts"
import type { TestRequest } from "./http/Requests.ts"
import type { AgencyFees, User } from "../core/Model.ts"
import type { TestItem } from "./Options.ts"

/** `fetch`, of which no byte leaves the process. */
export type TestFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The options that a client needs to work with a test server. */
export interface TestClientOptions {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly fetch: TestFetch
  readonly clock: TestClock
  /** Its credentials are no secret, so tests with a DOM may hold them. */
  readonly dangerouslyAllowBrowser: true
}

/** The choice of a client of a test server. */
export interface TestClientChoice {
  /** The agency that the client is bound to, wherever it is: one of the options. Without it, the client is that of the employers. */
  readonly agencyId?: string | undefined
}

/** The data of a test server, readable. */
export interface TestData {
  /** The organizations, ordered by id. */
  readonly organizations: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** The users of an organization, ordered by id; those that a function makes are left out. */
  readonly users: (organizationId: string) => ReadonlyArray<User>
  /** The fees of an agency. */
  readonly fees: (organizationId: string, agencyId: string) => AgencyFees | undefined
  /** The items that a group of endpoints works on, such as `jobs`; those that a function makes are left out. */
  readonly items: (organizationId: string, group: string) => ReadonlyArray<TestItem>
}

/** A request that a test answers. It is authorized and valid. */
export interface AskedRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The body, parsed; undefined when there is none. */
  readonly body: unknown
  readonly organizationId: string | undefined
}

/** An answer of a test: 200 without a status, JSON when there is a body. */
export interface GivenAnswer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A mail that the service sends: the link of an invitation or of a confirmation. */
export interface TestMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The verdict of a scanner about a file: nothing, harm, that it is beyond its limits, or no verdict. Without a verdict the file waits on. */
export type ScanVerdict = "clean" | "rejected" | "exceeded" | "failed"

/** Judges the bytes of a file, as a scanner does. */
export type FileJudge = (bytes: Uint8Array<ArrayBuffer>) => ScanVerdict

/** Receives webhooks: a handler of the program under test, or `fetch`. */
export type WebhookReceiver = (request: Request) => Response | Promise<Response>

/** A server of the contract in the memory of the process, for tests. */
export interface TestServer {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly fetch: TestFetch
  readonly clock: TestClock
  /** The options of a client, to be passed to it whole: that of the employers, or of an agency. */
  readonly client: (choice?: TestClientChoice) => TestClientOptions
  /** Lets the next request of an operation (`users.create`; `*` for any) go wrong; in the order in which this was requested. `skip` lets as many go well before. */
  readonly failNext: (operation: string, fault: Fault, options?: Often) => void
  /** Answers an operation in place of the server's default handler. */
  readonly answer: (operation: string, answer: (request: AskedRequest) => GivenAnswer | Promise<GivenAnswer>) => void
  /**
   * Sends the webhooks that are due at the time of the clock, also those that become due meanwhile, and resolves when none is left. What is not
   * accepted is due again later: `clock.advance`, then deliver again.
   *
   * A `TypeError` of the receiver, as `fetch` has it, is a connection that failed. With any other error this rejects.
   */
  readonly deliverWebhooks: (receive: WebhookReceiver) => Promise<void>
  /** Sends the mails that are due at the time of the clock, and gives them in their order. The next call gives those that are written after this one. */
  readonly deliverMails: () => Promise<ReadonlyArray<TestMail>>
  /** Starts and completes the placements whose day is over at the time of the clock: `clock.advance`, then this. */
  readonly movePlacements: () => Promise<void>
  /** Scans the files that are due at the time of the clock; without a judge, each is clean. Needs the option `scanner`. */
  readonly scanFiles: (judge?: FileJudge) => Promise<void>
  /** Erases the persons whose erasure was requested, with the bytes of their files: the requests are `DONE` then. */
  readonly eraseRequested: () => Promise<void>
  /** Ends every token issued so far. */
  readonly revokeTokens: () => void
  /** The latest requests that arrived, at most 10,000, the oldest first. Never a secret, a token or a body. */
  readonly requests: ReadonlyArray<TestRequest>
  /** The exact number of requests of an operation that arrived; of all without one. */
  readonly count: (operation?: string) => number
  /** The records of the server. */
  readonly data: TestData
}
