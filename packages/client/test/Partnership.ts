/**
 * A client and its server, for tests of what a partner sees: in one process, with one clock, over real requests and answers.
 */
import { describe } from "vitest"
import type { ClientOptions } from "../src/core/ClientOptions.ts"
import { type ClientError, type ErrorTag, isPartnerError } from "../src/core/ClientError.ts"
import type { ClientEvent } from "../src/core/ClientEvent.ts"
import { createClient, type PartnerClient } from "../src/index.ts"
import { createTestServer, type TestServer, type TestServerOptions } from "../src/testing.ts"

/** A client, its server, and what the client reported while it worked. */
export interface Partnership {
  readonly server: TestServer
  readonly partner: PartnerClient
  readonly events: ReadonlyArray<ClientEvent>
}

/** The options that a test may set for its client: all but its identity. */
type PartnershipOptions = {
  readonly [Name in Exclude<keyof ClientOptions, "token" | "clientId">]?: ClientOptions[Name] & {}
}

/** Makes both. */
export const partnership = (options: TestServerOptions = {}, clientOptions: PartnershipOptions = {}): Partnership => {
  const server = createTestServer(options)
  const events: Array<ClientEvent> = []
  const given = { ...server.client(), onEvent: (event: ClientEvent) => void events.push(event), ...clientOptions }
  return { server, partner: createClient(given), events }
}

/** A server of this contract, and one of the specification alone: both with lists as pages. */
export const servers = [
  { named: "a server of this contract", options: {} },
  { named: "a server of the plain specification", options: { plain: { lists: "envelope" } } }
] as const satisfies ReadonlyArray<{ readonly named: string; readonly options: TestServerOptions }>

/** Asserts the same of both servers. */
export const forEachServer = (tests: (options: TestServerOptions) => void): void =>
  describe.for(servers)("with $named", ({ options }) => {
    tests(options)
  })

/** What a call fails with. Fails itself when the call succeeds, or with anything else than an error of this library. */
export const failureOf = async (call: PromiseLike<unknown>): Promise<ClientError> => {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error })
  )
  if (!("error" in outcome)) throw new Error("The call succeeded.")
  if (!isPartnerError(outcome.error)) throw outcome.error
  return outcome.error
}

/** The kind of what a call fails with. */
export const tagOf = async (call: PromiseLike<unknown>): Promise<ErrorTag> => (await failureOf(call))._tag

/** Takes a list to its end. */
export const collect = async <Item>(list: AsyncIterable<Item>): Promise<ReadonlyArray<Item>> => {
  const items: Array<Item> = []
  for await (const item of list) items.push(item)
  return items
}

/** An organization with `count` jobs, made as they are read. */
export const organizationOfJobs = (count: number, id = "org_1") => ({
  id,
  name: "Analytical Engines",
  jobs: {
    count,
    item: (index: number) => ({
      id: `job_${String(index).padStart(9, "0")}`,
      title: `Engineer ${index}`,
      description: "Builds engines."
    })
  }
})
