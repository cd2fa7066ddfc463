/**
 * The requests that arrived at a test server: the operation, the caller, and the result of each. Never a secret, a token or a body.
 */

/** A request that arrived. */
export interface TestRequest {
  /** The operation, such as `users.create`; `unknown` where no endpoint is, `foreign` at another address than the server's. */
  readonly operation: string
  readonly method: string
  /** The path; of a foreign request the whole address without its query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The organization it was about, by its token or its path. */
  readonly organizationId?: string
  /** The status of the answer; absent when there was none, or none yet. */
  readonly status?: number
  readonly idempotencyKey?: string
  readonly requestId: string
  /** Whether it carried a credential of any kind. */
  readonly authorized: boolean
  /** When it arrived, by the clock of the server. */
  readonly atMs: number
}

/** A request while it is being handled. */
export type OpenRequest = { -readonly [Name in keyof TestRequest]: TestRequest[Name] }

/** The largest number of requests that are remembered, the latest ones. The counts are of all. */
export const requestsMax = 10_000

export interface Requests {
  readonly add: (request: OpenRequest) => void
  readonly latest: () => ReadonlyArray<TestRequest>
  /** The number of requests of an operation, or of all. */
  readonly count: (operation: string | undefined) => number
}

export const makeRequests = (): Requests => {
  let latest: Array<OpenRequest> = []
  const counts = new Map<string, number>()
  let all = 0
  return {
    add: (request) => {
      all++
      counts.set(request.operation, (counts.get(request.operation) ?? 0) + 1)
      latest.push(request)
      // Cut at twice the bound, so that not every request moves all others.
      if (latest.length >= 2 * requestsMax) latest = latest.slice(-requestsMax)
    },
    latest: () => latest.slice(-requestsMax).map((request) => ({ ...request })),
    count: (operation) => (operation === undefined ? all : (counts.get(operation) ?? 0))
  }
}
