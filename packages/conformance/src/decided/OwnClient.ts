/**
 * Recruiting rule 11: what a client sees of itself, its own requests, and its secrets. A secret that is made is ended again.
 */
import * as Effect from "effect/Effect"
import { expect, expectMembers, expectStatus, list, membersOf, seen, someText } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { basicOf } from "./OAuth.ts"
import { add, time } from "./Users.ts"

const path = "/v1/client"
const secrets = `${path}/secrets`

export const ownClient = [
  scenario("rec-11.own-client", "a client sees its limits, and its secrets without their values", function* (session) {
    yield* session.needs("client.requests")
    const answer = yield* session.send("GET", path, { token: yield* session.primary })
    yield* expectStatus(answer, 200)
    const { secrets } = yield* expectMembers(answer, { id: someText, grants: list, secrets: list })
    const { limits } = membersOf(answer.json)
    const rates = ["organization", "client"].map((name) => membersOf(membersOf(limits)[name]))
    yield* expect(
      rates.every(({ burst, requests_per_second }) => Number(burst) > 0 && Number(requests_per_second) > 0),
      "the rates of an organization and of the client",
      answer.show(limits)
    )
    const members = Array.isArray(secrets) ? secrets.flatMap((secret) => Object.keys(membersOf(secret))) : []
    const odd = members.find((name) => !["id", "created_at", "last_used_hour"].includes(name))
    yield* expect(members.includes("id") && odd === undefined, "secrets by id and time alone", answer.show(odd))
    return answer.seen
  }),

  scenario("rec-11.own-requests", "a client lists its own requests, with a primary token", function* (session) {
    yield* session.needs("client.requests")
    const requests = `${path}/requests`
    const answer = yield* session.send("GET", `${requests}?limit=5`, { token: yield* session.primary })
    if (answer.status === 404) return `${answer.seen}: the service keeps no log`
    yield* expectStatus(answer, 200)
    const clients = textsOf(itemsOf(answer), "client_id")
    yield* expect(clients.length === 0, "no client of a request", seen(answer))
    const scoped = yield* session.send("GET", requests, { token: yield* session.scoped })
    const summary = yield* expectRefusal(scoped, "403 forbidden")
    const filtered = yield* session.send("GET", `${requests}?client_id=other`, { token: yield* session.primary })
    yield* expectRefusal(filtered, "422 unprocessable_entity")
    return `${answer.seen}, ${summary}`
  }),

  scenario("rec-11.no-secret-by-token", "a token makes no secret", function* (session) {
    yield* session.needs("client.secrets")
    const made = yield* session.send("POST", secrets, { token: yield* session.primary })
    return yield* expectRefusal(made, "401 unauthorized")
  }),

  writing("rec-11.secrets", "a client makes a second secret and ends it again", function* (session) {
    yield* session.needs("client.secrets")
    const made = yield* session.send("POST", secrets, { headers: basicOf(session) })
    if (made.status === 403) return `${made.seen}: the operator makes all secrets`
    if (made.status === 409) return `${made.seen}: the client has two`
    yield* expectStatus(made, 201)
    const id = String(membersOf(made.json)["id"])
    const end = session.send("DELETE", `${secrets}/${encodeURIComponent(id)}`, { headers: basicOf(session) })
    // Whatever is wrong, the client keeps no second secret.
    const summary = yield* Effect.onError(
      Effect.gen(function* () {
        yield* expectMembers(made, { id: someText, client_secret: someText, created_at: time })
        const third = yield* session.send("POST", secrets, { headers: basicOf(session) })
        return yield* expectRefusal(third, "409 conflict")
      }),
      () => Effect.ignore(end)
    )
    yield* expectStatus(yield* end, 204)
    return `${made.seen}, ${summary}`
  }),

  writing("rec-11.on-behalf-of", "a write names a person who is there, or is refused", function* (session) {
    yield* session.needs("on-behalf-of")
    const { members } = yield* add(session)
    const patch = (person: string) =>
      session.call("PATCH", `/v1/users/${encodeURIComponent(String(members["id"]))}`, {
        headers: { "on-behalf-of": person },
        json: { last_name: "Represented" }
      })
    const refused = yield* patch("usr_conformance_none")
    const summary = yield* expectRefusal(refused, "422 unprocessable_entity", "header /on-behalf-of unknown")
    const answer = yield* patch(String(members["id"]))
    yield* expectStatus(answer, 200)
    return `${answer.seen}, ${summary} for an unknown person`
  })
]
