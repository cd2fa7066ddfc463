/**
 * `@partner-api/client/testing`: a server of the Recruiting Partner API in the memory of the process, for tests of programs that use
 * it. It is the service itself, without a socket: a `fetch` with a virtual clock, which fails at the request of a test.
 */
import type { TestServerOptions } from "./testing/Options.ts"
import { makeTestServer } from "./testing/Server.ts"
import type { TestServer } from "./testing/TestServer.ts"

export type { TestClock } from "./testing/Clock.ts"
export type { ChangeableAnswer, Fault, Often } from "./testing/faults/Fault.ts"
export type { TestAgency, TestItem, TestItems, TestOrganization, TestServerOptions } from "./testing/Options.ts"
export type { AgencyFees, Application, Fee, FlatFee, Job, PercentageFee, Recruiter, User } from "./core/Model.ts"
export type { TestRequest } from "./testing/http/Requests.ts"
export type {
  AskedRequest,
  FileJudge,
  GivenAnswer,
  ScanVerdict,
  TestClientChoice,
  TestClientOptions,
  TestData,
  TestFetch,
  TestMail,
  TestServer,
  WebhookReceiver
} from "./testing/TestServer.ts"

/**
 * Makes a test server. By default it has a small sample of data: `org_1` with three jobs, two users and two agencies, and
 * `org_2`.
 *
 * ```ts
 * const server = createTestServer()
 * const partner = createClient(server.client())
 * server.failNext("jobs.list", { status: 503, retryAfterSeconds: 2 })
 * ```
 */
export const createTestServer = (options: TestServerOptions = {}): TestServer => makeTestServer(options)
