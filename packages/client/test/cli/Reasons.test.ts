/**
 * `partner reasons list|set|remove`, and `--reason` of `partner applications reject|withdraw`, against a server (recruiting 7).
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../../src/index.ts"
import { runPartner, succeed } from "./Program.ts"
import { type Service, startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }

const partnerOf =
  (service: Service) =>
  async (...args: ReadonlyArray<string>) =>
    (await succeed(service, args, inOrganization)).stdout

/** A confirmed application of a person. */
const submit = async ({ server }: Service, email: string) => {
  const { applications } = createClient(server.client()).organization("org_1")
  const candidate = { first_name: "Grace", last_name: "Hopper", email }
  const { id } = await applications.submit({ job_id: "job_1", agency_id: "agy_1", candidate })
  await applications.transition(id, { action: "confirm" })
  return id
}

const values = ["--text", "Does not speak the language", "--category", "EMPLOYER"]

describe("partner reasons (recruiting 7)", () => {
  it("adds a reason, changes it, lists it and removes it", async () => {
    await using service = await startService()
    const partner = partnerOf(service)
    const line = (state: string) => `language  EMPLOYER  ${state}  Does not speak the language\n`
    assert.strictEqual(await partner("reasons", "set", "language", ...values), line("active"))
    assert.strictEqual(await partner("reasons", "set", "language", ...values, "--inactive"), line("inactive"))
    assert.match(await partner("reasons"), /^language +EMPLOYER +inactive +Does not speak the language$/m)
    assert.strictEqual((await partner("reasons", "list", "--json")).trim().split("\n").length, 9)
    assert.strictEqual(await partner("reasons", "remove", "language", "--dry-run"), line("inactive"))
    assert.strictEqual(await partner("reasons", "remove", "language"), "language\n")
    assert.strictEqual((await partner("reasons", "--json")).trim().split("\n").length, 8)
  })

  it("are named by a rejection and a withdrawal, which show them", async () => {
    await using service = await startService()
    const partner = partnerOf(service)
    const rejected = await submit(service, "one@example.com")
    const feedback = ["--feedback", "We look for more years of practice."]
    await partner("applications", "reject", rejected, "--reason", "not_qualified", ...feedback)
    assert.match(await partner("applications", "show", rejected), /^Reason +not_qualified$/m)
    const withdrawn = await submit(service, "two@example.com")
    await partner("applications", "withdraw", withdrawn, "--reason", "other_offer", "--note", "Signed on Monday.")
    const shown = await partner("applications", "show", withdrawn)
    assert.match(shown, /^Reason +other_offer$/m)
    assert.match(shown, /^Why +Signed on Monday\.$/m)
    const { code, stderr } = await runPartner(
      service,
      ["applications", "withdraw", await submit(service, "three@example.com"), "--reason", "none"],
      inOrganization
    )
    assert.notStrictEqual(code, 0)
    assert.include(stderr, "reason_id")
  })

  it.for<[ReadonlyArray<string>, string]>([
    [["set", "language", "--category", "JOB"], "--text"],
    [["set", "language", "--text", "Why", "--category", "OTHER"], "category"],
    [["set", "a b", ...values], "reason"],
    [["set", "language", "--text", "x".repeat(201), "--category", "JOB"], "text"],
    [["remove"], "reason"]
  ])("%j is refused before anything is sent", async ([args, named]) => {
    const { code, stderr } = await runPartner(undefined, ["reasons", ...args])
    assert.strictEqual(code, 2)
    assert.include(stderr, named)
  })
})
