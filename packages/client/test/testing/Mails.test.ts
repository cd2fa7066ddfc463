/**
 * Mails of a test server: the links that a service with a relay sends (recruiting 6, Mail), given to the test.
 */
import { assert, describe, it } from "vitest"
import { createClient } from "../../src/index.ts"
import { createTestServer } from "../../src/testing.ts"

const submitted = async (email: string) => {
  const server = createTestServer()
  const client = createClient(server.client())
  const organization = client.organization("org_1")
  await organization.settings.update({ settings: { confirmation: "CANDIDATE" } })
  const candidate = { first_name: "Grace", last_name: "Hopper", email }
  const { id } = await organization.applications.submit({ agency_id: "agy_1", job_id: "job_1", candidate })
  return { server, client, ...organization, id }
}

describe("server.deliverMails", () => {
  it("gives the link by which the person alone confirms, once (recruiting 6)", async () => {
    const { applications, client, id, server } = await submitted("grace.mailed@example.com")
    assert.deepStrictEqual(await server.deliverMails(), [])
    assert.notProperty(await applications.requestConfirmation(id), "url")
    const [mail, ...more] = await server.deliverMails()
    assert.deepStrictEqual([mail?.to, more], ["grace.mailed@example.com", []])
    assert.include(mail?.html, "/confirm#")
    const [, token = ""] = /\/confirm#(\S+)/.exec(mail?.text ?? "") ?? []
    await client.confirmations.decide({ token, decision: "CONFIRM" })
    const { consent, state } = await applications.get(id)
    assert.deepStrictEqual([state, consent?.method, consent?.delivered_by], ["AWAITING_SORT", "LINK", "SERVICE"])
    assert.deepStrictEqual(await server.deliverMails(), [])
  })

  it("gives no mail whose link was replaced before it was sent (recruiting 6)", async () => {
    const { applications, id, server } = await submitted("grace.twice@example.com")
    await applications.requestConfirmation(id)
    await applications.requestConfirmation(id)
    assert.lengthOf(await server.deliverMails(), 1)
  })
})
