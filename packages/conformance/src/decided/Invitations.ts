/**
 * Recruiting rules 2, Invitations: links that bring an agency in. Invitations that are left behind are REVOKED, but one that was accepted: its agency is
 * INACTIVE then, and its client stays. Where the server makes no clients for links, no invitation is accepted.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  matching,
  membersOf,
  oneOf,
  seen,
  someText
} from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { expectRefusal, expectSameRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, personOf, textsOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"
import { retireAgency } from "./Agencies.ts"

type Members = Readonly<Record<string, unknown>>

const invitationsPath = "/v1/agency_invitations"
const company = "Conformance"

/** Behind `#` stands the token of a link. */
const tokenOf = ({ json }: Answer): string => String(membersOf(json)["url"]).split("#")[1] ?? ""

const pathOf = ({ json }: Answer): string => `${invitationsPath}/${encodeURIComponent(String(membersOf(json)["id"]))}`

/** An invitation that was made, with the token of its link. */
export const invite = Effect.fnUntraced(function* (session: Session, members: Members = {}) {
  yield* session.needs("agencies.invite")
  const person = { company_name: company, ...personOf(session) }
  const answer = yield* session.call("POST", invitationsPath, { json: { ...person, ...members } })
  yield* expectStatus(answer, 201)
  yield* expectMembers(answer, {
    id: someText,
    status: oneOf("PENDING"),
    url: matching(/#[\w-]{43}$/),
    email: someText
  })
  return { answer, path: pathOf(answer), token: tokenOf(answer) }
})

/** Acts as a person with the token of a link, without a token of a client. */
const withLink = ({ send }: Session, what: "show" | "accept", token: string) =>
  send("POST", `${invitationsPath}/${what}`, { json: { token } })

const revoke = ({ call }: Session, path: string) => call("POST", `${path}/revoke`)

/** The client that an accepted link has made. Only where the server makes clients for links. */
export const acceptAsNewClient = Effect.fnUntraced(function* (session: Session, token: string) {
  const shown = yield* withLink(session, "show", token)
  const { ways } = membersOf(shown.json)
  if (!Array.isArray(ways) || !ways.includes("NEW_CLIENT")) {
    const reason = "this server makes no clients for invitations"
    return yield* new NotRun({ reason, remedy: "let it do so (INVITATIONS=new), where that is wanted" })
  }
  const answer = yield* withLink(session, "accept", token)
  yield* expectStatus(answer, 200)
  const members = yield* expectMembers(answer, {
    organization_id: equal(yield* session.organization),
    agency_id: someText,
    client_id: someText,
    client_secret: someText
  })
  return { answer, agencyId: String(members["agency_id"]), credentials: members }
})

/** A scoped token of a client that an accepted link has made. */
export const tokenOfClient = Effect.fnUntraced(function* (
  { organization, send }: Session,
  { client_id, client_secret }: Members
) {
  const form = {
    grant_type: "client_credentials",
    client_id: String(client_id),
    client_secret: String(client_secret)
  }
  const primary = yield* send("POST", "/oauth/token", { form })
  yield* expectStatus(primary, 200)
  const path = `/v1/organizations/${encodeURIComponent(yield* organization)}/token`
  const scoped = yield* send("POST", path, { token: String(membersOf(primary.json)["access_token"]) })
  yield* expectStatus(scoped, 200)
  return String(membersOf(scoped.json)["access_token"])
})

export const invitations = [
  writing("rec-2.invitation-link", "an invitation shows its link once, and another link ends it", function* (session) {
    const { answer, path, token } = yield* invite(session)
    yield* expectHeader(answer, "location", matching(new RegExp(`${path}$`)))
    const read = yield* session.call("GET", path)
    yield* expectMembers(read, { company_name: oneOf(company), status: oneOf("PENDING"), expires_at: someText })
    yield* expect(!read.text.includes(token), "no link", seen(read))
    const shown = yield* withLink(session, "show", token)
    yield* expectStatus(shown, 200)
    yield* expectMembers(shown, { organization_name: someText, company_name: oneOf(company), first_name: someText })
    const resent = yield* session.call("POST", `${path}/resend`)
    yield* expectStatus(resent, 200)
    yield* expectMembers(resent, { url: matching(/#[\w-]{43}$/) })
    yield* expectStatus(yield* withLink(session, "show", tokenOf(resent)), 200)
    const summary = yield* expectRefusal(yield* withLink(session, "show", token), "404 not_found")
    yield* revoke(session, path)
    return `${answer.seen}, ${resent.seen}, ${summary} for the link before`
  }),

  writing("rec-2.invitation-status", "a revoked invitation stays so, and is listed by its status", function* (session) {
    const { answer, path } = yield* invite(session)
    const { id } = membersOf(answer.json)
    const revoked = yield* revoke(session, path)
    yield* expectStatus(revoked, 200)
    yield* expectMembers(revoked, { id: equal(id), status: oneOf("REVOKED") })
    const again = yield* revoke(session, path)
    yield* expect(again.text === revoked.text, "the same answer", seen(again))
    const listed = yield* session.call("GET", `${invitationsPath}?status=REVOKED&limit=100`)
    yield* expectStatus(listed, 200)
    const statuses = textsOf(itemsOf(listed), "status")
    yield* expect(
      statuses.every((status) => status === "REVOKED"),
      "REVOKED ones alone",
      seen(listed)
    )
    const pending = yield* session.call("GET", `${invitationsPath}?status=PENDING&limit=100`)
    yield* expect(!textsOf(itemsOf(pending), "id").includes(String(id)), `no ${String(id)}`, seen(pending))
    const summary = yield* expectRefusal(yield* session.call("POST", `${path}/resend`), "409 conflict")
    return `${revoked.seen}, ${summary} for another link`
  }),

  writing("rec-2.refused-link", "a wrong link and one that has ended are refused alike", function* (session) {
    const { path, token } = yield* invite(session)
    yield* revoke(session, path)
    const wrong = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`
    const [ended, unknown] = [yield* withLink(session, "show", token), yield* withLink(session, "show", wrong)]
    const summary = yield* expectRefusal(ended, "404 not_found")
    yield* expectSameRefusal(unknown, ended)
    const accepted = yield* withLink(session, "accept", token)
    yield* expectSameRefusal(accepted, ended)
    return summary
  }),

  writing(
    "rec-2.accept-new-client",
    "a link makes one client, whose secret it shows until it is used",
    function* (session) {
      const { token } = yield* invite(session)
      const first = yield* acceptAsNewClient(session, token)
      const again = yield* acceptAsNewClient(session, token)
      const { client_id, client_secret } = again.credentials
      yield* expect(client_id === first.credentials["client_id"], "the same client", seen(again.answer))
      yield* expect(client_secret !== first.credentials["client_secret"], "another secret", seen(again.answer))
      const bound = yield* tokenOfClient(session, again.credentials)
      const agencies = yield* session.call("GET", "/v1/agencies", { token: bound })
      yield* expect(
        textsOf(itemsOf(agencies), "id").join() === again.agencyId,
        `the agency ${again.agencyId} alone`,
        seen(agencies)
      )
      const summary = yield* expectRefusal(yield* withLink(session, "accept", token), "404 not_found")
      yield* retireAgency(session, again.agencyId)
      return `${again.answer.seen}, ${summary} once the client has logged in`
    }
  )
]
