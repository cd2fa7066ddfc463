/**
 * `partner agencies create|update|get` and `partner organization show|update`, as a process against a server (recruiting 1 and 2).
 */
import { assert, describe, it } from "@effect/vitest"
import { runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
const robin = { first_name: "Robin", last_name: "Doe", email: "robin@example.com" }
const kim = { first_name: "Kim", last_name: "Roe", email: "kim@example.com", phone: "+4915112345678" }

describe("partner agencies create and update (recruiting 2)", () => {
  it("add an agency, change it and show its recruiters with their ids", async () => {
    await using service = await startService()
    const partner = (...args: ReadonlyArray<string>) => succeed(service, ["agencies", ...args], inOrganization)
    const recruiters = JSON.stringify([robin, kim])
    const dry = await partner("create", "--name", "New Hands", "--recruiters", recruiters, "--dry-run", "--json")
    assert.deepStrictEqual(JSON.parse(dry.stdout), { request: { name: "New Hands", recruiters: [robin, kim] } })
    assert.strictEqual(service.server.count("agencies.create"), 0)

    const made = JSON.parse(
      (await partner("create", "--name", "New Hands", "--external-id", "AG-7", "--recruiters", recruiters, "--json"))
        .stdout
    )
    assert.deepInclude(made, { name: "New Hands", external_id: "AG-7", status: "ACTIVE" })
    const [first, second] = made.recruiters
    const shown = (await partner("get", made.id)).stdout
    assert.include(shown, `${first.id}  Robin Doe <robin@example.com>\n`)
    assert.include(shown, `${second.id}  Kim Roe <kim@example.com>  +4915112345678\n`)

    const change = ["update", made.id, "--status", "INACTIVE", "--clear", "external_id"]
    assert.deepStrictEqual(JSON.parse((await partner(...change, "--dry-run", "--json")).stdout), {
      before: { external_id: "AG-7", status: "ACTIVE" },
      request: { status: "INACTIVE", external_id: null }
    })
    const { external_id: _, ...rest } = made
    assert.deepStrictEqual(JSON.parse((await partner(...change, "--json")).stdout), { ...rest, status: "INACTIVE" })
    const left = JSON.parse((await partner("update", made.id, "--recruiters", JSON.stringify([kim]), "--json")).stdout)
    assert.deepStrictEqual(left.recruiters, [second])
  })

  it.for([
    [["create", "--name", "A", "--recruiters", "Robin"], "--recruiters must be JSON."],
    [
      ["create", "--name", "A", "--recruiters", '[{"email":"robin@example.com"}]'],
      "--recruiters /0/first_name is required."
    ],
    [["create", "--name", "A", "--status", "PAUSED"], "--status must be"],
    [["update", "agy_1"], "nothing is changed"],
    [
      ["update", "agy_1", "--external-id", "A", "--clear", "external_id"],
      "--clear external_id removes what another flag sets."
    ]
  ] as const)("%j is refused before anything is sent", async ([args, message]) => {
    const { code, stderr } = await runPartner(undefined, ["agencies", ...args])
    assert.strictEqual(code, 2)
    assert.include(stderr, message)
  })
})

describe("partner organization (recruiting 1)", () => {
  it("shows the settings and changes them", async () => {
    await using service = await startService()
    const partner = (...args: ReadonlyArray<string>) => succeed(service, ["organization", ...args], inOrganization)
    const { stdout } = await partner("show", "--json")
    const { settings, ...organization } = JSON.parse(stdout)
    assert.deepStrictEqual(settings, {
      agency_access: "ASSIGNED",
      confirmation: "ATTESTED",
      consent: "OPTIONAL",
      fees_apply: "AT_HIRE",
      ownership_days: 180,
      retention_days: 0
    })
    assert.strictEqual((await partner("--json")).stdout, stdout)
    assert.match((await partner()).stdout, /^agency_access +ASSIGNED$/m)
    const change = ["update", "--agency-access", "ALL"]
    assert.deepStrictEqual(JSON.parse((await partner(...change, "--dry-run", "--json")).stdout), {
      before: { settings },
      request: { settings: { agency_access: "ALL" } }
    })
    const changed = { ...organization, settings: { ...settings, agency_access: "ALL" } }
    assert.deepStrictEqual(JSON.parse((await partner(...change, "--json")).stdout), changed)
    assert.deepStrictEqual(JSON.parse((await partner("show", "--json")).stdout), changed)
  })

  it("is not changed by nothing", async () => {
    const { code, stderr } = await runPartner(undefined, ["organization", "update"])
    assert.strictEqual(code, 2)
    assert.include(stderr, "nothing is changed")
  })
})
