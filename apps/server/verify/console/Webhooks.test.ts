/**
 * Webhooks in the console, in a real browser: an endpoint that fails is seen, one delivery is sent again, and all that failed are recovered
 * after they were counted (docs/console.md).
 */
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "../../test/HttpCall.ts"
import { sharedSink } from "../../test/webhooks/Sink.ts"
import { missingBrowser } from "../docs/Browser.ts"
import {
  choosePage,
  consoleServer,
  factOf,
  headed,
  openSignedIn,
  rowsOf,
  sharedBrowser,
  slow
} from "./ConsoleWindow.ts"

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`

/** Longer than an endpoint that fails waits for its next attempts, and than the workers take to look for what has become due. */
const retryMs = 600_000

describe.skipIf(missingBrowser !== undefined)(`webhooks in the console${notRun}`, slow, async () => {
  const server = await consoleServer()
  const browser = sharedBrowser()
  let status = 204
  const sink = await sharedSink(({ type }) => (type === "ping" ? 204 : status))
  const { host } = new URL(sink.url)
  const created = await server.call("POST", "/v1/webhook_endpoints", {
    token: server.tokens.acme,
    json: { url: sink.url, types: ["user.*"], description: "Books of record" }
  })
  const id = textOf(created, "id")
  await sink.count(1)

  let people = 0
  const addUser = () =>
    server.call("POST", "/v1/users", {
      token: server.tokens.acme,
      json: { first_name: "Ada", last_name: "King", email: `hook.${people++}@example.com` }
    })
  it("shows that an endpoint fails, since when, and each attempt (docs/decisions/0067)", async () => {
    status = 503
    await addUser()
    await sink.count(2)
    await server.advance(1_000)
    const { page, quiet } = await openSignedIn(browser(), server)
    await choosePage(page, "Webhooks")
    assert.deepStrictEqual(await rowsOf(page, "Webhook endpoints, by organization"), [
      [host, "failing", "Acme org_acme", "sandbox-client", "1", "1", "0"]
    ])
    await page.getByRole("link", { name: host }).click()
    await headed(page, host)
    assert.match(await factOf(page, "Failing since").innerText(), /^\d\d:\d\d:\d\d$/)
    assert.include(await factOf(page, "Permissions").innerText(), "users:read")
    assert.match(await factOf(page, "Deliveries").innerText(), /^1 pending · 0 parked · 0 failed$/)
    const row = page.getByRole("row", { name: "user.created" })
    await row.getByText("1 · answered 503", { exact: true }).click()
    assert.match(await row.getByRole("listitem").innerText(), /^\d\d:\d\d:\d\d · answered 503 · [\d.]+ ms$/)
    status = 204
    await server.advance(retryMs)
    await sink.count(3)
    quiet()
  })

  it("sends one delivery again, and recovers all that failed once they are counted (docs/decisions/0067)", async () => {
    const before = sink.requests.length
    const users = 3
    for (let made = 0; made < users; made++) await addUser()
    await sink.count(before + users)
    await server.advance(retryMs)
    // As it stands after five days of attempts.
    await server.query(
      "UPDATE webhook_deliveries SET status = 'failed', next_attempt_at_ms = NULL WHERE type <> 'ping'"
    )
    const { page, open, quiet } = await openSignedIn(browser(), server)
    await open(`/webhooks/${id}`, host)
    await page.getByLabel("State").selectOption("failed")
    await page.waitForURL("**/webhooks/*?status=failed")
    await page.getByRole("cell", { name: "succeeded" }).first().waitFor({ state: "detached" })
    const failed = await rowsOf(page, /^Deliveries/)
    assert.lengthOf(failed, users + 1)

    const [, , event = ""] = failed[0] ?? []
    await page.getByRole("button", { name: `Send ${event} again` }).click()
    await page.getByText(event).waitFor({ state: "detached" })
    await server.advance(retryMs)
    const again = await sink.count(before + users + 1)
    assert.strictEqual(again.at(-1)?.id, event)

    await page.getByRole("button", { name: "Recover failed deliveries" }).click()
    const dialog = page.getByRole("dialog", { name: `Recover failed deliveries to ${host}` })
    await dialog.getByText(`${users} deliveries of events since then failed and will be sent again.`).waitFor()
    assert.lengthOf(sink.requests, before + users + 1)
    await dialog.getByLabel("Events since").fill("2030-01-01T00:00:00")
    await dialog.getByText("No delivery of events since then has failed.").waitFor()
    assert.isTrue(await dialog.getByRole("button", { name: "Send again" }).isDisabled())
    await dialog.getByLabel("Events since").fill("2020-01-01T00:00:00")
    await dialog.getByRole("button", { name: `Send ${users} deliveries again` }).click()
    await dialog.getByRole("progressbar", { name: "Sent again" }).waitFor()
    await server.advance(retryMs)
    await sink.count(before + users + 1 + users)
    await dialog.getByText(`All ${users} deliveries were sent again. Failed now: 0.`).waitFor()
    await dialog.getByRole("button", { name: "Close" }).last().click()
    await dialog.waitFor({ state: "detached" })
    quiet()
  })

  it("disables an endpoint, and enables it by a ping (docs/decisions/0067)", async () => {
    const { page, open, quiet } = await openSignedIn(browser(), server)
    await open(`/webhooks/${id}`, host)
    await page.getByRole("button", { name: "Disable" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Disable the endpoint" }).click()
    await page.getByText("an operator disabled it").waitFor()
    const before = sink.requests.length
    await addUser()
    await page.getByRole("button", { name: "Enable" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Enable the endpoint" }).click()
    await page.getByRole("button", { name: "Disable" }).waitFor()
    await server.advance(retryMs)
    const types = (await sink.count(before + 2)).slice(before).map(({ type }) => type)
    assert.deepStrictEqual(types, ["ping", "user.created"])
    quiet()
  })
})
