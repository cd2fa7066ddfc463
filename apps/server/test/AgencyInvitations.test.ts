/**
 * Invitations of agencies over HTTP (recruiting 2, Invitations): links, who sees them, who accepts them, and their bounds.
 */
import { invitationLinksPerDayMax, pendingInvitationsMax } from "@partner-api/domain/AgencyInvitation"
import { boundPermissions } from "@partner-api/domain/Permission"
import { failedLoginsMax } from "@partner-api/service/Limits"
import { assert, describe, it } from "@effect/vitest"
import { errorOf, mistakesOf, withoutRequestId } from "./ErrorAnswer.ts"
import { type Answer, membersOf } from "./HttpCall.ts"
import { sharedServer, startServer, type TestServer, type TestServerOptions } from "./TestServer.ts"
import { pageOf } from "./Walk.ts"

const dayMs = 86_400_000
const server = await sharedServer()
const { tokens } = server
const path = "/v1/agency_invitations"

type Members = Readonly<Record<string, unknown>>
const robin = { company_name: "Hirewell North", first_name: "Robin", last_name: "Doe", email: "robin@north.example" }

const invite = async (more: Members = {}, at: Pick<TestServer, "call"> = server, token = tokens.acme) => {
  const answer = await at.call("POST", path, { token, json: { ...robin, ...more } })
  assert.strictEqual(answer.status, 201, answer.text)
  const invitation = membersOf(answer)
  return { answer, invitation, id: String(invitation["id"]), link: linkOf(answer) }
}
const linkOf = (answer: Answer): string => String(membersOf(answer)["url"]).split("#")[1] ?? ""
const show = (token: string, at: Pick<TestServer, "call"> = server) =>
  at.call("POST", `${path}/show`, { json: { token } })
const accept = (token: string, by?: string, at: Pick<TestServer, "call"> = server) =>
  at.call("POST", `${path}/accept`, { json: { token }, ...(by === undefined ? {} : { token: by }) })
const read = async (id: string) => membersOf(await server.call("GET", `${path}/${id}`, { token: tokens.acme }))
const statusOf = async (id: string) => (await read(id))["status"]
/** A server whose clock is moved by weeks: what it does between requests would run for each minute of them. */
const startStill = (options: TestServerOptions = {}) => startServer({ ...options, worksBetweenRequests: false })

/** A token of an organization that begins now. */
const renewed = async (own: TestServer, organizationId = "org_acme") => own.scoped(await own.primary(), organizationId)

/** The primary token of a client that has a grant for Globex alone. */
const clientOfGlobex = async (own: TestServer) => {
  const { link } = await invite({}, own, await renewed(own, "org_globex"))
  return own.primary(...credentialsOf(await accept(link, undefined, own)))
}
const grantsOf = async (own: TestServer, token: string) =>
  membersOf(await own.call("GET", "/v1/client", { token }))["grants"]
const credentialsOf = (answer: Answer) => {
  const { client_id, client_secret } = membersOf(answer)
  return [String(client_id), String(client_secret)] as const
}

describe("an invitation", () => {
  it("is made with a link that is shown once, and read without it (recruiting 2)", async () => {
    const { answer, id, invitation, link } = await invite()
    const { created_at, expires_at, url, ...rest } = invitation
    assert.deepStrictEqual(rest, { id, ...robin, optimizedFee: true, status: "PENDING" })
    assert.strictEqual(Date.parse(String(expires_at)) - Date.parse(String(created_at)), 14 * dayMs)
    assert.match(link, /^[A-Za-z0-9_-]{43}$/)
    assert.strictEqual(url, `${server.publicUrl}/invitations#${link}`)
    assert.strictEqual(answer.headers["location"], `${server.publicUrl}${path}/${id}`)
    assert.deepStrictEqual(await read(id), { ...rest, created_at, expires_at })
  })

  it("is replayed under its key without the link (recruiting, Repetition)", async () => {
    const send = () =>
      server.call("POST", path, { token: tokens.acme, json: robin, headers: { "idempotency-key": "invite-once" } })
    const [first, again] = [await send(), await send()]
    const { url, ...rest } = membersOf(first)
    assert.isString(url)
    assert.deepStrictEqual([again.status, membersOf(again)], [201, rest])
  })

  it("needs fees:write for optimizedFee: false, and takes no fee beside an agency (recruiting 2)", async () => {
    const narrow = await server.scoped(tokens.primary, "org_acme", ["agencies:write"])
    const answer = await server.call("POST", path, { token: narrow, json: { ...robin, optimizedFee: false } })
    assert.strictEqual(errorOf(answer), "403 forbidden")
    assert.strictEqual((await invite({}, server, narrow)).invitation["optimizedFee"], true)
    const json = { ...robin, optimizedFee: false, agency_id: "agy_hirewell" }
    assert.deepStrictEqual(mistakesOf(await server.call("POST", path, { token: tokens.acme, json })), [
      "body /optimizedFee not_allowed"
    ])
  })

  it("is for an agency of the organization, where it names one (recruiting 2)", async () => {
    const json = { ...robin, agency_id: "agy_contoso" }
    assert.deepStrictEqual(mistakesOf(await server.call("POST", path, { token: tokens.acme, json })), [
      "body /agency_id unknown"
    ])
  })

  it("is not for a grant that is bound to an agency (recruiting 2)", async () => {
    const { link } = await invite()
    const [client, secret] = credentialsOf(await accept(link))
    const bound = await server.partner(client, secret)
    for (const address of [path, `${path}/inv_unknown`]) {
      assert.strictEqual(errorOf(await server.call("GET", address, { token: bound })), "403 forbidden")
    }
    assert.strictEqual(errorOf(await server.call("POST", path, { token: bound, json: robin })), "403 forbidden")
  })
})

describe("the list of invitations", () => {
  it("is filtered by how they stand now (recruiting 2)", async () => {
    await using own = await startStill()
    const token = await renewed(own)
    const [pending, accepted, revoked] = [
      await invite({}, own, token),
      await invite({}, own, token),
      await invite({}, own, token)
    ]
    await accept(accepted.link, undefined, own)
    await own.call("POST", `${path}/${revoked.id}/revoke`, { token })
    const found = async (status: string) => {
      const answer = await own.call("GET", `${path}?status=${status}`, { token: await renewed(own) })
      return pageOf(answer).content.map(({ id }) => id)
    }
    const all = async () => [
      await found("PENDING"),
      await found("ACCEPTED"),
      await found("REVOKED"),
      await found("EXPIRED")
    ]
    assert.deepStrictEqual(await all(), [[pending.id], [accepted.id], [revoked.id], []])
    await own.advance(14 * dayMs)
    assert.deepStrictEqual(await all(), [[], [accepted.id], [revoked.id], [pending.id]])
  })
})

describe("another link", () => {
  it("ends the link before, and renews an expired invitation (recruiting 2)", async () => {
    await using own = await startStill()
    const { id, link } = await invite({}, own, await renewed(own))
    const resend = async () => own.call("POST", `${path}/${id}/resend`, { token: await renewed(own) })
    const second = linkOf(await resend())
    assert.deepStrictEqual([(await show(link, own)).status, (await show(second, own)).status], [404, 200])
    await own.advance(14 * dayMs)
    assert.strictEqual((await show(second, own)).status, 404)
    const third = await resend()
    assert.strictEqual(membersOf(third)["status"], "PENDING")
    assert.strictEqual((await show(linkOf(third), own)).status, 200)
  })

  it.for(["accepted", "revoked"])("is 409 for an invitation that was %s (recruiting 2)", async (how) => {
    const { id, link } = await invite()
    if (how === "accepted") await accept(link)
    else await server.call("POST", `${path}/${id}/revoke`, { token: tokens.acme })
    assert.strictEqual(
      errorOf(await server.call("POST", `${path}/${id}/resend`, { token: tokens.acme })),
      "409 conflict"
    )
  })
})

describe("the end of an invitation", () => {
  it("is once, and 409 for an accepted one (recruiting 2)", async () => {
    const [revoked, accepted] = [await invite(), await invite()]
    await accept(accepted.link)
    const revoke = (id: string) => server.call("POST", `${path}/${id}/revoke`, { token: tokens.acme })
    const answers = [await revoke(revoked.id), await revoke(revoked.id)]
    assert.deepStrictEqual(
      answers.map((answer) => [answer.status, membersOf(answer)["status"]]),
      [
        [200, "REVOKED"],
        [200, "REVOKED"]
      ]
    )
    assert.strictEqual(errorOf(await revoke(accepted.id)), "409 conflict")
    const entries = await server.query("SELECT json FROM journal WHERE json LIKE ?", `%revoked%${revoked.id}%`)
    assert.lengthOf(entries, 1)
  })
})

describe("a link", () => {
  it("shows who invites whom, and changes nothing (recruiting 2)", async () => {
    const { id, invitation, link } = await invite()
    const answer = await show(link)
    const { company_name, first_name, last_name } = robin
    assert.deepStrictEqual(membersOf(answer), {
      organization_name: "Acme",
      company_name,
      first_name,
      last_name,
      expires_at: invitation["expires_at"],
      ways: ["CLIENT", "NEW_CLIENT"]
    })
    assert.strictEqual(await statusOf(id), "PENDING")
  })

  it("is refused with the same bytes, whether it is wrong, used, revoked or ended (recruiting 2)", async () => {
    await using own = await startStill()
    const token = await renewed(own)
    const [used, revoked, ended] = [
      await invite({}, own, token),
      await invite({}, own, token),
      await invite({}, own, token)
    ]
    assert.strictEqual((await accept(used.link, await clientOfGlobex(own), own)).status, 200)
    await own.call("POST", `${path}/${revoked.id}/revoke`, { token })
    const bytes = async (link: string) =>
      [await show(link, own), await accept(link, undefined, own), await accept(link, await own.primary(), own)].map(
        withoutRequestId
      )
    const wrong = await bytes("A".repeat(43))
    assert.deepStrictEqual(
      wrong.map(({ status }) => status),
      [404, 404, 404]
    )
    for (const link of ["short", used.link, revoked.link]) assert.deepStrictEqual(await bytes(link), wrong)
    await own.advance(14 * dayMs)
    assert.deepStrictEqual(await bytes(ended.link), wrong)
  })

  it("counts as a failed login where it is refused: 429 beyond the bound (recruiting 2)", async () => {
    await using own = await startServer()
    const statuses: Array<number> = []
    for (let trial = 0; trial < failedLoginsMax / 2; trial++) {
      statuses.push((await show("A".repeat(43), own)).status, (await accept("A".repeat(43), undefined, own)).status)
    }
    statuses.push((await show("A".repeat(43), own)).status)
    assert.deepStrictEqual(statuses, [...Array.from({ length: failedLoginsMax }, () => 404), 429])
    const { link } = await invite({}, own, await renewed(own))
    assert.strictEqual((await show(link, own)).status, 200)
  })
})

describe("a client that accepts", () => {
  it("gets the view of a new agency with the person as its recruiter (recruiting 2)", async () => {
    await using own = await startServer()
    const token = await own.scoped(await own.primary())
    const { id, link } = await invite({ optimizedFee: false }, own, token)
    const by = await clientOfGlobex(own)
    const before = await grantsOf(own, by)
    const answer = await accept(link, by, own)
    assert.strictEqual(answer.status, 200, answer.text)
    const { agency_id } = membersOf(answer)
    assert.deepStrictEqual(membersOf(answer), { organization_id: "org_acme", agency_id })
    const agency = membersOf(await own.call("GET", `/v1/agencies/${agency_id}`, { token }))
    assert.strictEqual(agency["name"], robin.company_name)
    assert.strictEqual(agency["optimizedFee"], false)
    assert.include(JSON.stringify(agency["recruiters"]), robin.email)
    assert.deepStrictEqual(await grantsOf(own, by), [
      { organization_id: "org_acme", permissions: [...boundPermissions], agency_id },
      ...(Array.isArray(before) ? before : [])
    ])
    const stored = membersOf(await own.call("GET", `${path}/${id}`, { token }))
    assert.deepStrictEqual([stored["status"], stored["agency_id"]], ["ACCEPTED", agency_id])
    assert.strictEqual((await accept(link, by, own)).status, 404)
  })

  it("is 409 with any grant for the organization, and the link goes on to work (recruiting 2)", async () => {
    const { id, link } = await invite()
    assert.strictEqual(errorOf(await accept(link, tokens.primary)), "409 conflict")
    assert.strictEqual(await statusOf(id), "PENDING")
  })

  it("needs a primary token (recruiting 2)", async () => {
    const { link } = await invite()
    assert.strictEqual(errorOf(await accept(link, tokens.acme)), "403 forbidden")
    assert.strictEqual(errorOf(await accept(link, "wrong")), "401 unauthorized")
  })

  it("gets the same answer again under its key (recruiting, Repetition)", async () => {
    await using own = await startServer()
    const { link } = await invite({}, own, await renewed(own))
    const token = await clientOfGlobex(own)
    const send = () =>
      own.call("POST", `${path}/accept`, { token, json: { token: link }, headers: { "idempotency-key": "one" } })
    const [first, again] = [await send(), await send()]
    assert.deepStrictEqual([again.status, again.text], [200, first.text])
  })
})

describe("a person without a client", () => {
  it("gets one that is named after the company, with the bound grant as its default (recruiting 2)", async () => {
    const { link } = await invite({ agency_id: "agy_hirewell" })
    const answer = await accept(link)
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepInclude(membersOf(answer), { organization_id: "org_acme", agency_id: "agy_hirewell" })
    const [client, secret] = credentialsOf(answer)
    const primary = await server.primary(client, secret)
    assert.deepInclude(membersOf(await server.call("GET", "/v1/client", { token: primary })), {
      id: client,
      name: robin.company_name,
      grants: [{ organization_id: "org_acme", permissions: [...boundPermissions], agency_id: "agy_hirewell" }]
    })
    const partner = await server.partner(client, secret)
    assert.strictEqual((await server.call("GET", "/v1/jobs", { token: partner })).status, 200)
    const create = await server.call("POST", "/v1/organizations", { token: primary, json: { name: "New" } })
    assert.strictEqual(errorOf(create), "403 forbidden")
  })

  it("gets another secret with the same link until the client has logged in once (recruiting 2)", async () => {
    const { link } = await invite()
    const [client, lost] = credentialsOf(await accept(link))
    assert.deepStrictEqual(membersOf(await show(link))["ways"], ["NEW_CLIENT"])
    const second = await accept(link)
    const [same, secret] = credentialsOf(second)
    assert.strictEqual(same, client)
    assert.notStrictEqual(secret, lost)
    const form = (given: string) => ({ grant_type: "client_credentials", client_id: client, client_secret: given })
    assert.strictEqual((await server.call("POST", "/oauth/token", { form: form(lost) })).status, 401)
    assert.strictEqual((await server.call("POST", "/oauth/token", { form: form(secret) })).status, 200)
    assert.strictEqual((await accept(link)).status, 404)
    assert.strictEqual((await show(link)).status, 404)
  })

  it("gets back no grant that the operator has taken from its client (recruiting 2)", async () => {
    const { link } = await invite({ agency_id: "agy_hirewell" })
    const [client] = credentialsOf(await accept(link))
    await server.query("DELETE FROM grants WHERE client_id = ?", client)
    const primary = await server.primary(...credentialsOf(await accept(link)))
    assert.deepStrictEqual(await grantsOf(server, primary), [])
  })

  it("gets no secret of a client whose secret the operator has replaced (recruiting 2)", async () => {
    await using own = await startServer()
    const { link } = await invite({}, own, await own.scoped(await own.primary()))
    const [client] = credentialsOf(await accept(link, undefined, own))
    await own.query("UPDATE client_secrets SET digest = 'other' WHERE client_id = ?", client)
    assert.strictEqual((await accept(link, undefined, own)).status, 404)
  })

  it("is one client, and one agency, however many accept at once (recruiting 2)", async () => {
    await using own = await startServer()
    const token = await own.scoped(await own.primary())
    const { link } = await invite({}, own, token)
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(link, undefined, own)))
    assert.lengthOf(new Set(answers.map(({ status }) => status)), 1)
    assert.lengthOf(new Set(answers.map((answer) => credentialsOf(answer)[0])), 1)
    const [row] = await own.query("SELECT count(*) AS n FROM agencies WHERE name = ?", robin.company_name)
    assert.strictEqual(Number(row?.["n"]), 1)
  })
})

describe("the operator's setting", () => {
  // Both listeners share the services of a process, whose settings have defaults.
  it.for([
    ["new", 200],
    ["existing", 401],
    ["off", 409]
  ] as const)("%s is obeyed where operators have a listener too (recruiting 2)", async ([invitations, status]) => {
    await using own = await startServer({ invitations, hasConsole: true })
    const token = await own.scoped(await own.primary())
    if (invitations === "off") {
      const refused = await own.call("POST", path, { token, json: robin })
      return assert.strictEqual(refused.status, status)
    }
    const { link } = await invite({}, own, token)
    assert.strictEqual((await accept(link, undefined, own)).status, status)
  })

  it("existing: without a token 401, and the link goes on to work (recruiting 2)", async () => {
    await using own = await startServer({ invitations: "existing" })
    const { link } = await invite({}, own, await own.scoped(await own.primary()))
    assert.strictEqual(errorOf(await accept(link, undefined, own)), "401 unauthorized")
    assert.deepStrictEqual(membersOf(await show(link, own))["ways"], ["CLIENT"])
  })

  it("off: nobody invites, and no link works (recruiting 2)", async () => {
    await using own = await startServer({ invitations: "off" })
    const token = await own.scoped(await own.primary())
    assert.strictEqual(errorOf(await own.call("POST", path, { token, json: robin })), "409 conflict")
    assert.strictEqual((await accept("A".repeat(43), undefined, own)).status, 404)
  })
})

describe("an organization", () => {
  it("has 100 pending invitations at most, and says when the first one ends (recruiting 2)", async () => {
    await using own = await startStill()
    const token = () => renewed(own)
    const first = await invite({}, own, await token())
    await own.query("UPDATE agency_invitations SET link_day_ms = 0")
    await own.advance(dayMs)
    for (let made = 1; made < pendingInvitationsMax; made++) await invite({}, own, await token())
    await own.query("UPDATE agency_invitations SET link_day_ms = 0")
    const refused = await own.call("POST", path, { token: await token(), json: robin })
    assert.strictEqual(errorOf(refused), "429 rate_limited")
    assert.strictEqual(refused.headers["retry-after"], String((13 * dayMs) / 1_000))
    const resent = await own.call("POST", `${path}/${first.id}/resend`, { token: await token() })
    assert.strictEqual(resent.status, 200)
    await own.call("POST", `${path}/${first.id}/revoke`, { token: await token() })
    await invite({}, own, await token())
  })

  it("makes 100 links a day at most, and others go on (recruiting 2)", async () => {
    await using own = await startStill({ startMs: Date.UTC(2026, 10, 27, 23) })
    const token = await own.scoped(await own.primary())
    const { id } = await invite({}, own, token)
    for (let made = 1; made < invitationLinksPerDayMax; made++) {
      await own.call("POST", `${path}/${id}/resend`, { token })
    }
    for (const refused of [
      await own.call("POST", path, { token, json: robin }),
      await own.call("POST", `${path}/${id}/resend`, { token })
    ]) {
      assert.strictEqual(errorOf(refused), "429 rate_limited")
      assert.strictEqual(refused.headers["retry-after"], "3600")
    }
    const globex = await own.scoped(await own.primary(), "org_globex")
    await invite({}, own, globex)
    await own.advance(3_600_000)
    await invite({}, own, token)
  })
})

describe("what is kept of an invitation", () => {
  it("names nobody in the journal and in events (recruiting 2)", async () => {
    await using own = await startServer()
    const token = await own.scoped(await own.primary())
    const { id } = await invite({}, own, token)
    const resent = await own.call("POST", `${path}/${id}/resend`, { token })
    await accept(linkOf(resent), undefined, own)
    const rows = await own.query("SELECT json FROM journal WHERE json LIKE ?", `%${id}%`)
    const events = await own.query("SELECT json FROM events WHERE json LIKE ?", `%${id}%`)
    assert.deepStrictEqual(
      rows.map(({ json }) => JSON.parse(String(json)).action),
      ["agency_invitation.created", "agency_invitation.resent", "agency_invitation.accepted"]
    )
    for (const { json } of [...rows, ...events]) {
      for (const word of ["Robin", "Doe", "north", "Hirewell"]) assert.notInclude(String(json), word)
    }
  })

  it("is without the person 30 days after its end (recruiting 2)", async () => {
    await using own = await startServer()
    const token = await renewed(own)
    const [revoked, kept, expired, pending] = [
      await invite({}, own, token),
      await invite({}, own, token),
      await invite({}, own, token),
      await invite({}, own, token)
    ]
    await own.call("POST", `${path}/${revoked.id}/revoke`, { token })
    const endedBefore = ({ id }: { readonly id: string }, days: number) =>
      own.query("UPDATE agency_invitations SET ends_at_ms = ? WHERE id = ?", own.startMs - days * dayMs, id)
    await endedBefore(revoked, 30)
    await endedBefore(expired, 30)
    await endedBefore(kept, 29)
    await own.advance(3_700_000)
    const names = async ({ id }: { readonly id: string }) =>
      Object.keys(membersOf(await own.call("GET", `${path}/${id}`, { token }))).filter((name) => name in robin)
    assert.deepStrictEqual([await names(revoked), await names(expired)], [["company_name"], ["company_name"]])
    assert.deepStrictEqual([await names(kept), await names(pending)], [Object.keys(robin), Object.keys(robin)])
  })
})
