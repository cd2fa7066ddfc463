/**
 * Mails over HTTP (recruiting 6, Mail): what is written with a link, what bounds it, and what it makes of a confirmation. `verify/mail` sends them.
 */
import { assert, describe, it } from "@effect/vitest"
import { type SealingKey, sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { openMail, rewrapMails } from "@partner-api/service/services/mail/Outbox"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import type { StoredMail } from "@partner-api/service/store/MailStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { transportOf } from "../src/mail/SmtpMailSender.ts"
import { errorOf, named } from "./ErrorAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { startServer, sharedServer } from "./TestServer.ts"

const relay = { host: "127.0.0.1", port: 1, isTls: false, login: undefined, from: "no-reply@acme.example" }
const server = await sharedServer({ mail: relay, worksBetweenRequests: false })
const { call, query, tokens } = server
const token = tokens.acme

let people = 0
const submit = async (email = `mailed${++people}@example.com`, agency_id = "agy_hirewell") =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        agency_id,
        candidate: { first_name: "Grace", last_name: "Hopper", email }
      }
    }),
    "id"
  )
const request = (id: string) => call("POST", `/v1/applications/${id}/confirmation_requests`, { token })
const invite = (email: string) =>
  call("POST", "/v1/agency_invitations", {
    token,
    json: { company_name: "Talent North", first_name: "Kim", last_name: "Berg", email }
  })
const rowsOf = (subjectId: string) => query("SELECT * FROM mails WHERE subject_id = ? ORDER BY id", subjectId)
const serviceKey = sealingKeyOf(new Uint8Array(sealingKeyBytes))

/** The text of a mail, opened with a key, by default that of the service. */
const openedOf = (row: Readonly<Record<string, unknown>> = {}, key = serviceKey) => {
  const mail = { id: row["id"], subjectId: row["subject_id"], keyId: row["key_id"], sealed: row["sealed"] }
  return Option.getOrUndefined(openMail([key], mail as StoredMail))
}

describe("mails of links (recruiting 6)", () => {
  it("are written with their link, sealed, and forgotten with the person or the link", async () => {
    const id = await submit("grace.mailed@example.com")
    const url = textOf(await request(id), "url")
    const [row] = await rowsOf(id)
    assert.notMatch(JSON.stringify(row), /grace|Acme|#/)
    const mail = openedOf(row)
    assert.strictEqual(mail?.to, "grace.mailed@example.com")
    assert.include(mail?.text, url)
    await request(id)
    const states = async () =>
      (await rowsOf(id)).map(({ sealed, state }) => `${String(state)} ${sealed === null}`).toSorted()
    assert.deepStrictEqual(await states(), ["FORGOTTEN true", "WAITING false"])
    await call("PATCH", `/v1/applications/${id}`, { token, json: { candidate: { email: "another@example.com" } } })
    assert.deepStrictEqual(await states(), ["FORGOTTEN true", "FORGOTTEN true"])
    const invitation = textOf(await invite("kim@north.example"), "id")
    assert.strictEqual((await rowsOf(invitation))[0]?.["state"], "WAITING")
    await call("POST", `/v1/agency_invitations/${invitation}/revoke`, { token })
    assert.strictEqual((await rowsOf(invitation))[0]?.["state"], "FORGOTTEN")
  })

  it("are sealed anew where the key is replaced, and stay as they are where no key opens them (docs/operators, Replace the key)", async () => {
    const id = await submit("sealed@example.com")
    const url = textOf(await request(id), "url")
    const next = sealingKeyOf(new Uint8Array(sealingKeyBytes).fill(1))
    const rewrap = (...keys: ReadonlyArray<SealingKey>) =>
      server.run(Effect.provideService(rewrapMails, SecretsKeys, keys))
    const before = (await rowsOf(id))[0]
    assert.isAbove((await rewrap(next)).lost, 0)
    assert.deepStrictEqual((await rowsOf(id))[0], before)
    assert.isAbove((await rewrap(next, serviceKey)).sealed, 0)
    assert.deepStrictEqual(await rewrap(next, serviceKey), { sealed: 0, lost: 0 })
    const after = (await rowsOf(id))[0]
    assert.deepInclude(after, { key_id: next.id, state: "WAITING" })
    assert.include(openedOf(after, next)?.text, url)
    assert.isAbove((await rewrap(serviceKey, next)).sealed, 0)
  })

  it("go to one address three times a day, whoever asks, and the link before stays", async () => {
    // One agency has one open application of a person for a job.
    const [first, second] = [await submit("Often@example.com"), await submit("often@example.com", "agy_northwind")]
    await request(first)
    const link = textOf(await request(second), "url").split("#")[1]
    assert.strictEqual((await invite("OFTEN@example.com")).status, 201)
    const refused = await request(second)
    assert.strictEqual(errorOf(refused), named(429))
    assert.isAbove(Number(refused.headers["retry-after"]), 0)
    assert.strictEqual(errorOf(await invite("often@example.com")), named(429))
    assert.strictEqual((await call("POST", "/v1/confirmations", { json: { token: link } })).status, 200)
  })

  it("let the person alone confirm: the link is answered to nobody, and the consent says so", async () => {
    const settings = { confirmation: "CANDIDATE", consent: "REQUIRED" }
    assert.strictEqual((await call("PATCH", "/v1/organization", { token, json: { settings } })).status, 200)
    const id = await submit()
    const transition = {
      token,
      json: { action: "confirm", consent: { obtained_at: "2026-01-02T08:00:00Z", method: "EMAIL" } }
    }
    assert.strictEqual((await call("POST", `/v1/applications/${id}/transitions`, transition)).status, 403)
    const answer = await request(id)
    assert.deepStrictEqual([answer.status, Object.keys(membersOf(answer))], [201, ["expires_at"]])
    const link = /#([\w-]{43})/.exec(openedOf((await rowsOf(id))[0])?.text ?? "")?.[1]
    const decided = await call("POST", "/v1/confirmations/decide", { json: { token: link, decision: "CONFIRM" } })
    assert.deepInclude(membersOf(decided), { state: "AWAITING_SORT" })
    const application = membersOf(await call("GET", `/v1/applications/${id}`, { token }))
    assert.deepInclude(application["consent"], { method: "LINK", delivered_by: "SERVICE" })
  })

  it.for([
    ["mail.example.com", false, { requireTLS: true, ignoreTLS: false, secure: false }],
    ["mail.example.com", true, { requireTLS: true, ignoreTLS: false, secure: true }],
    ["127.0.0.1", false, { requireTLS: false, ignoreTLS: true, secure: false }]
  ] as const)("go by TLS to %s, but on this machine, where they need not: %s", ([host, isTls, expected]) => {
    const transport = transportOf({ ...relay, host, isTls })
    assert.deepInclude(transport, expected)
    assert.notProperty(transport, "tls", "the certificate is verified as Node does it")
  })

  it("need a key: without one no link is made", async () => {
    await using own = await startServer({ mail: relay, hasSecretsKey: false, worksBetweenRequests: false })
    const answer = await own.call("POST", "/v1/agency_invitations", {
      token: await own.scoped(await own.primary()),
      json: { company_name: "A", first_name: "B", last_name: "C", email: "d@example.com" }
    })
    assert.strictEqual(errorOf(answer), named(503))
    assert.include(answer.text, "SECRETS_KEY")
  })
})
