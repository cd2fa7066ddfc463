/**
 * Programs of those who use the package, as text: they run, or are type-checked, where only the tarball is installed.
 */

/** Tokens, a list over several pages, a write, and a refusal, over real HTTP. Prints what it got. */
export const walkThrough = `
import { createServer } from "node:http"
import { createClient, isPartnerError } from "@partner-api/client"
import { createTestServer } from "@partner-api/client/testing"

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
  const answer = await memory.fetch(memory.baseUrl + request.url, { method: request.method, headers: request.headers, ...body })
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
})
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
const memory = createTestServer({ baseUrl: "http://127.0.0.1:" + server.address().port })
const { baseUrl, clientId, clientSecret } = memory
const partner = createClient({ baseUrl, clientId, clientSecret })
const scoped = partner.organization("org_1")
const ids = []
for await (const job of scoped.jobs.list({ limit: 2 })) ids.push(job.id)
const user = await scoped.users.create({ first_name: "Ada", last_name: "King", email: "king@example.com" })
const refused = await scoped.jobs.get("job_none").catch((error) => error)
console.log(JSON.stringify({ ids, email: user.email, refused: isPartnerError(refused, "NotFound"), status: refused.status }))
server.close()
server.closeAllConnections()
`

/** What {@link walkThrough} prints. */
export const walkedThrough = {
  ids: ["job_1", "job_2", "job_3"],
  email: "king@example.com",
  refused: true,
  status: 404
}

/** A webhook that is signed, handled, and refused after a change. Prints what happened. */
export const receiveWebhooks = `
import { isWebhookError, webhooks } from "@partner-api/client/webhooks"

const secret = "whsec_" + btoa("a secret of thirty-two bytes ...")
const types = []
const handle = webhooks.handler({ secrets: secret, onEvent: (event) => types.push(event.type) })
const data = { job: { id: "job_1", title: "Engineer", description: "Builds engines.", status: "CLOSED" }, changed: ["status"] }
const { body, headers } = await webhooks.signWebhook({ secret, type: "job.closed", data })
const answer = await handle(new Request("http://localhost/webhooks", { method: "POST", headers, body }))
const refused = await webhooks.unwrap(body + " ", headers, secret).catch((error) => error)
console.log(JSON.stringify({ types, status: answer.status, refused: isWebhookError(refused, "NoMatchingSignature") }))
`

/** What {@link receiveWebhooks} prints. */
export const receivedWebhooks = { types: ["job.closed"], status: 204, refused: true }

/** Every line that must not compile says so: types that are lost, and so allow anything, are an error here. */
export const promiseTypes = `
import { type ClientError, createClient, isPartnerError, type Job, type Page } from "@partner-api/client"
import { createTestServer } from "@partner-api/client/testing"
import { isWebhookError, type PartnerEvent, webhooks } from "@partner-api/client/webhooks"

const server = createTestServer()
export const partner = createClient(server.client())
const scoped = partner.organization("org_1")
export const titles = async (): Promise<ReadonlyArray<Job>> => {
  const found: Array<Job> = []
  for await (const job of scoped.jobs.list({ limit: 50 })) found.push(job)
  const page: Page<Job> = await scoped.jobs.list()
  const id: string = page.content[0]?.id ?? ""
  // @ts-expect-error An id is text.
  const wrong: number = id
  return wrong === 0 ? [] : found
}
export const statusOf = (error: unknown): number | undefined => {
  if (isPartnerError(error, "NotFound")) {
    const tag: "NotFound" = error._tag
    return tag === "NotFound" ? error.status : 0
  }
  return undefined
}
export const tagOf = (error: ClientError): string => error._tag
// @ts-expect-error No such group.
export const nothing = scoped.nothing
// @ts-expect-error A limit is a number.
export const limited = scoped.jobs.list({ limit: "2" })
// @ts-expect-error Without an address nobody can be called.
export const nowhere = createClient({ clientId: "a", clientSecret: "b" })
export const textOf = (event: PartnerEvent): string => {
  switch (event.type) {
    case "job.closed":
      return event.data.job.title
    case "ping":
      return event.data.webhook_endpoint.id
    // @ts-expect-error No such type.
    case "job.close":
      return ""
    case "unknown":
      // @ts-expect-error Nobody knows what it has.
      return event.data.job
    default:
      // @ts-expect-error Its record is not known here.
      return event.data.job
  }
}
export const POST = webhooks.handler({ secrets: ["a", "b"], onEvent: textOf, onError: (error) => isWebhookError(error, "BodyNotRaw") })
export const received: Promise<PartnerEvent> = webhooks.unwrap(new Uint8Array(), new Headers(), "a")
// @ts-expect-error A Set does not return whether an id is new.
export const forgetful = webhooks.handler({ secrets: "a", onEvent: textOf, seen: new Set<string>() })
// @ts-expect-error Parsed JSON has no bytes.
export const parsed = webhooks.unwrap({}, new Headers(), "a")
`

/** Declares what methods return; editors show the same types as a declaration file has. */
export const shownTypes = {
  promise: {
    program: `
import { createClient } from "@partner-api/client"

const { events, jobs, webhookEndpoints } = createClient().organization("org_1")
export const create = jobs.create
export const removed = webhookEndpoints.delete("whe_1")
export const listed = jobs.list()
export const feed = events.list()
export const followed = events.follow()
export const first = listed.page()
`,
    declared: [
      "create: (newJob: NewJob, options?: CallOptions & KeyOptions & PersonOptions) => PendingCall<Job>;",
      "removed: PendingCall<void>;",
      "listed: PendingList<Job, unknown>;",
      "feed: PendingList<Event, FeedEnd>;",
      "followed: AsyncIterable<FeedPage<Event>>;",
      "first: Promise<FetchedPage<Job, unknown>>;"
    ]
  },
  effect: {
    program: `
import type { OrganizationShape } from "@partner-api/client/effect"

declare const organization: OrganizationShape
const { events, jobs } = organization
export const create = jobs.create
export const listed = jobs.list()
export const followed = events.follow()
`,
    declared: [
      "create: (newJob: NewJob, options?: CallOptions & KeyOptions & PersonOptions) => Effect<Job, ClientError, never>;",
      "listed: Listing<Job, unknown>;",
      "followed: Stream<FeedPage<Event>, ClientError, never>;"
    ]
  }
}

export const effectTypes = `
import { type ClientError, type Job, Partner } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export const first: Effect.Effect<ReadonlyArray<Job>, ClientError, Partner> = Effect.gen(function* () {
  const partner = yield* Partner
  const jobs = partner.organization("org_1").jobs.list({ limit: 50 })
  // @ts-expect-error No such group.
  void partner.nothing
  return yield* jobs.items.pipe(Stream.take(10), Stream.runCollect)
})
`
