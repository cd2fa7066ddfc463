/**
 * Decisions, Webhooks: endpoints that events are sent to, in the organization that this run made. The kit receives nothing, so it looks at
 * states: the address leads nowhere, its endpoint stays `pending` or is disabled because it did not answer. Each is deleted again.
 */
import * as Effect from "effect/Effect"
import {
  type Check,
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  headerOf,
  integer,
  list,
  matching,
  membersOf,
  oneOf,
  seen,
  someText,
  that
} from "../Expect.ts"
import { type Failure, NotRun } from "../Outcome.ts"
import { detailsOf, expectRefusal, refuses } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf } from "../Shared.ts"
import type { Answer, Call } from "../Transport.ts"
import { ownToken } from "./Audit.ts"
import { time } from "./Users.ts"

const path = "/v1/webhook_endpoints"

/** An address that no name server knows. */
const nowhere = "https://webhooks.invalid/conformance"

/** The most endpoints of a client in an organization, and the longest time for which two secrets sign (decisions, Webhooks). */
const endpointsMax = 10
const overlapSecondsMax = 604_800

const secretForm = matching(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)
const absent: Check = that("nothing: it was shown once", (value) => value === undefined)

/** Requests about webhook endpoints, in the organization that this run made. */
const openWebhooks = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("webhooks")
  const token = yield* ownToken(session)
  const send = (method: string, rest: string, call: Call = {}) =>
    session.send(method, `${path}${rest}`, { token, ...call })
  const add = (call: Call = { json: { url: nowhere } }) =>
    Effect.filterOrFail(
      send("POST", "", call),
      ({ status }) => status !== 503,
      ({ seen: saw }) => new NotRun({ reason: `no webhooks here: ${saw}`, remedy: "give the server a SECRETS_KEY" })
    )
  /** The next page of a list. */
  const follow = (page: Answer) =>
    Effect.flatMap(session.addressOf(page), (next) => session.send("GET", next, { token }))
  return { send, add, follow }
})

type Webhooks = Effect.Success<ReturnType<typeof openWebhooks>>

const idOf = ({ json }: Answer): string => String(membersOf(json)["id"])
const statusOf = ({ json }: Answer): unknown => membersOf(json)["status"]

/** Adds an endpoint, looks at it, and deletes it. */
const withEndpoint = <A, E extends Failure>(
  session: Session,
  call: Call | undefined,
  look: (webhooks: Webhooks, added: Answer, id: string) => Effect.Effect<A, E>
) =>
  Effect.flatMap(openWebhooks(session), (webhooks) =>
    Effect.acquireUseRelease(
      webhooks.add(call),
      (added) => Effect.andThen(expectStatus(added, 201), look(webhooks, added, idOf(added))),
      (added) => Effect.ignore(webhooks.send("DELETE", `/${idOf(added)}`))
    )
  )

/** The problems of these name `/url`. */
const badUrls = ["http://example.com/", "ftp://example.com/", "https://10.0.0.1/", "https://169.254.169.254/latest"]

export const webhooks = [
  refuses(
    "dec-tokens.webhooks-permission",
    "webhook endpoints are managed with webhooks:manage",
    "403 forbidden",
    (session) =>
      Effect.gen(function* () {
        yield* session.needs("webhooks")
        const token = yield* session.narrowed("jobs:read")
        const requests = [
          ["GET", "", {}],
          ["POST", "", { json: { url: nowhere } }],
          ["GET", "/whe_none", {}],
          ["GET", "/whe_none/deliveries", {}]
        ] as const
        return yield* Effect.forEach(requests, ([method, rest, call]) =>
          session.send(method, `${path}${rest}`, { token, ...call })
        )
      })
  ),

  writing("dec-journal.webhook-endpoints", "an endpoint is added, read, changed and deleted", function* (session) {
    const json = { url: nowhere, description: "Conformance" }
    return yield* withEndpoint(session, { json }, ({ send }, added, id) =>
      Effect.gen(function* () {
        yield* expectHeader(added, "location", matching(new RegExp(`${path}/${id}$`)))
        const members = {
          id: oneOf(id),
          url: oneOf(nowhere),
          description: oneOf(json.description),
          secret_hint: someText
        }
        yield* expectMembers(added, { ...members, types: equal(["*"]), concurrency: oneOf(1), created_at: time })
        const read = yield* send("GET", `/${id}`)
        yield* expectStatus(read, 200)
        yield* expectMembers(read, members)
        const all = yield* send("GET", "")
        yield* expect(
          itemsOf(all).some((item) => membersOf(item)["id"] === id),
          `${id} in the list`,
          seen(all)
        )
        const patch = { types: ["job.*", "user.created"], concurrency: 8, description: null }
        const changed = yield* send("PATCH", `/${id}`, { json: patch })
        yield* expectStatus(changed, 200)
        yield* expectMembers(changed, {
          id: oneOf(id),
          types: equal(patch.types),
          concurrency: oneOf(8),
          description: that("nothing: null removed it", (value) => value === undefined)
        })
        for (const wrong of [{ concurrency: 9 }, { types: ["job.none"] }, { types: [] }]) {
          yield* expectRefusal(yield* send("PATCH", `/${id}`, { json: wrong }), "422 unprocessable_entity")
        }
        yield* expectStatus(yield* send("DELETE", `/${id}`), 204)
        const gone = yield* send("GET", `/${id}`)
        yield* expectRefusal(gone, "404 not_found")
        const unknown = yield* send("GET", "/whe_none")
        yield* expectRefusal(unknown, "404 not_found")
        return `${added.seen}, then ${gone.status} for it as for an unknown one`
      })
    )
  }),

  writing("dec-journal.webhook-urls", "an address is https, and public", function* (session) {
    const { add, send } = yield* openWebhooks(session)
    for (const url of badUrls) {
      const answer = yield* add({ json: { url } })
      if (answer.status === 201) yield* send("DELETE", `/${idOf(answer)}`)
      yield* expectRefusal(answer, "422 unprocessable_entity")
      const places = detailsOf(answer)
      yield* expect(
        places.some((place) => place.startsWith("body /url ")),
        `a detail of body /url for ${url}`,
        `${answer.seen}, details ${places.join(", ") || "none"}`
      )
    }
    return `422 for ${badUrls.join(", ")}`
  }),

  writing("dec-journal.webhook-secrets", "a secret is shown when it is made, and never again", function* (session) {
    const call = { json: { url: nowhere }, headers: { "idempotency-key": session.unique() } }
    return yield* withEndpoint(session, call, ({ add, send }, added, id) =>
      Effect.gen(function* () {
        const { secret } = yield* expectMembers(added, { secret: secretForm })
        const shown = { id: oneOf(id), secret: absent, secret_hint: oneOf(String(secret).slice(-4)) }
        const replayed = yield* add(call)
        yield* expectStatus(replayed, 201)
        yield* expectHeader(replayed, "idempotency-replayed", oneOf("true"))
        for (const answer of [replayed, yield* send("GET", `/${id}`)]) yield* expectMembers(answer, shown)
        const all = yield* send("GET", "")
        yield* expect(!all.text.includes(String(secret)), "no secret in the list", all.seen)
        return `${replayed.seen} again, ${headerOf(replayed, "idempotency-replayed")}, without the secret`
      })
    )
  }),

  writing(
    "dec-journal.webhook-rotation",
    "a secret is replaced; the old one may sign too for a while",
    function* (session) {
      return yield* withEndpoint(session, undefined, ({ send }, added, id) =>
        Effect.gen(function* () {
          const first = membersOf(added.json)["secret"]
          const rotate = (json: object, headers = {}) => send("POST", `/${id}/rotate_secret`, { json, headers })
          const headers = { "idempotency-key": session.unique() }
          const answer = yield* rotate({ expires_previous_in: overlapSecondsMax }, headers)
          yield* expectStatus(answer, 200)
          const { secret } = yield* expectMembers(answer, { id: oneOf(id), secret: secretForm })
          yield* expect(secret !== first, "another secret", answer.seen)
          const replayed = yield* rotate({ expires_previous_in: overlapSecondsMax }, headers)
          yield* expectMembers(replayed, { secret: absent, secret_hint: oneOf(String(secret).slice(-4)) })
          const refused = yield* rotate({ expires_previous_in: overlapSecondsMax + 1 })
          yield* expectRefusal(refused, "422 unprocessable_entity", "body /expires_previous_in range")
          return `${answer.seen}, then ${refused.status} for more than 7 days`
        })
      )
    }
  ),

  writing("dec-journal.webhook-pings", "an endpoint is pending until its address has answered", function* (session) {
    return yield* withEndpoint(session, undefined, ({ send }, added, id) =>
      Effect.gen(function* () {
        yield* expectMembers(added, { status: oneOf("pending"), disabled_reason: absent })
        const later = yield* send("GET", `/${id}`)
        const isDisabled = statusOf(later) === "disabled"
        yield* expectMembers(later, {
          status: oneOf("pending", "disabled"),
          message: someText,
          disabled_reason: isDisabled ? oneOf("ping_failed") : absent
        })
        const disabled = yield* send("PATCH", `/${id}`, { json: { status: "disabled" } })
        yield* expectMembers(disabled, {
          status: oneOf("disabled"),
          disabled_reason: oneOf("requested", "ping_failed")
        })
        const again = yield* send("PATCH", `/${id}`, { json: { status: "enabled" } })
        yield* expectMembers(again, { status: oneOf("pending") })
        return `${added.seen} pending, ${String(statusOf(later))} later, and pending when it is enabled`
      })
    )
  }),

  writing("dec-journal.webhook-deliveries", "deliveries are listed, and sent again", function* (session) {
    return yield* withEndpoint(session, undefined, ({ send, follow }, _, id) =>
      Effect.gen(function* () {
        const tested = yield* send("POST", `/${id}/test`)
        yield* expectStatus(tested, 202)
        const delivery = { event_id: someText, type: oneOf("ping"), status: oneOf("pending"), attempts: list }
        const { event_id } = yield* expectMembers(tested, delivery)
        const first = yield* send("GET", `/${id}/deliveries?limit=1`)
        yield* expectStatus(first, 200)
        yield* expectMembers(first, { next: someText, count: oneOf(1) })
        const second = yield* follow(first)
        yield* expectMembers(second, { next: equal(null), count: oneOf(1) })
        const items = [...itemsOf(first), ...itemsOf(second)].map(membersOf)
        yield* expect(
          items.some((item) => item["event_id"] === event_id) &&
            new Set(items.map((item) => item["event_id"])).size === 2,
          "both pings, each once",
          `${first.seen}, ${first.show(items)}`
        )
        const none = yield* send("GET", `/${id}/deliveries?status=succeeded`)
        yield* expectMembers(none, { content: equal([]), count: oneOf(0) })
        yield* expectRefusal(yield* send("GET", `/${id}/deliveries?status=none`), "422 unprocessable_entity")
        const again = yield* send("POST", `/${id}/deliveries/${String(event_id)}/redeliver`)
        yield* expectStatus(again, 202)
        yield* expectMembers(again, { ...delivery, event_id: oneOf(String(event_id)) })
        yield* expectRefusal(yield* send("POST", `/${id}/deliveries/evt_none/redeliver`), "404 not_found")
        for (const only of [undefined, "failed", "all"]) {
          const json = { since: "2025-01-31T09:30:00Z", ...(only === undefined ? {} : { only }) }
          const recovered = yield* send("POST", `/${id}/recover`, { json })
          yield* expectStatus(recovered, 202)
          yield* expectMembers(recovered, { deliveries: integer })
        }
        yield* expectRefusal(
          yield* send("POST", `/${id}/recover`, { json: {} }),
          "422 unprocessable_entity",
          "body /since required"
        )
        return `${tested.seen}, then ${again.seen}`
      })
    )
  }),

  writing("dec-journal.webhook-maximum", "a client has at most 10 endpoints in an organization", function* (session) {
    const { add, send } = yield* openWebhooks(session)
    const there = itemsOf(yield* send("GET", "")).length
    const left = Array.from({ length: Math.max(0, endpointsMax - there) })
    return yield* Effect.acquireUseRelease(
      Effect.forEach(left, () => add()),
      (added) =>
        Effect.gen(function* () {
          for (const answer of added) yield* expectStatus(answer, 201)
          return yield* expectRefusal(yield* add(), "409 conflict")
        }),
      (added) => Effect.ignore(Effect.forEach(added, (answer) => send("DELETE", `/${idOf(answer)}`)))
    )
  })
]
