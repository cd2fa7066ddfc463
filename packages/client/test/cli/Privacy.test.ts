/**
 * `partner privacy`, against a server (recruiting 9): what it shows of an erasure, before and after its request.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../../src/index.ts"
import { runPartner, succeed } from "./Program.ts"
import { type Service, startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
const email = "canary@example.com"
const privacy = (service: Service, ...args: ReadonlyArray<string>) =>
  succeed(service, ["privacy", ...args], inOrganization)

/** An application of a person. */
const submit = async ({ server }: Service) => {
  const { applications } = createClient(server.client()).organization("org_1")
  const candidate = { first_name: "Canary", last_name: "Bird", email }
  const { id } = await applications.submit({ job_id: "job_1", agency_id: "agy_1", candidate })
  return id
}

describe("partner privacy (recruiting 9)", () => {
  it("shows with --dry-run whom an erasure reaches, and requests none", async () => {
    await using service = await startService()
    const id = await submit(service)
    const { stderr, stdout } = await privacy(service, "erase", "--email", email.toUpperCase(), "--dry-run")
    assert.strictEqual(stdout, `${id}\n`)
    assert.include(stderr, "1 application of the person would be erased")
    assert.strictEqual((await privacy(service, "requests", "--json")).stdout, "")
  })

  it("requests an erasure, lists it and shows how it stands, without the person", async () => {
    await using service = await startService()
    await submit(service)
    const { stderr, stdout } = await privacy(service, "erase", "--email", email)
    const [, id = ""] = /^(era_\w+) {2}\w+ {2}1 application\n$/.exec(stdout) ?? []
    assert.include(stderr, `partner privacy request ${id}`)
    assert.strictEqual(JSON.parse((await privacy(service, "requests", "--json")).stdout).id, id)
    const shown = await privacy(service, "request", id)
    assert.match(shown.stdout, /^Status +(PENDING|DONE)$/m)
    for (const text of [stdout, stderr, shown.stdout]) assert.notInclude(text, "Canary")
  })

  it("exports every record about a person to a new file, and keeps none that does not come whole", async () => {
    await using service = await startService()
    const id = await submit(service)
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-export-"))
    const out = Path.join(folder, "canary.ndjson")
    const { stdout } = await privacy(service, "export", email.toUpperCase(), "--out", out)
    const lines = Fs.readFileSync(out, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => Object(JSON.parse(line)))
    assert.deepStrictEqual(lines.at(-1), { type: "end", records: lines.length - 1 })
    assert.deepInclude(lines[0], { type: "application", application_id: id })
    assert.strictEqual(lines[0].record.candidate.email, email)
    assert.strictEqual(stdout, `${out}  ${lines.length - 1} records\n`)
    assert.strictEqual(Fs.statSync(out).mode & 0o777, 0o600)
    const again = await runPartner(service, ["privacy", "export", email, "--out", out], inOrganization)
    assert.strictEqual(again.code, 1)
    assert.include(again.stderr, "--out")
    service.server.failNext("subjectExports.create", { truncated: true }, { times: 4 })
    const half = Path.join(folder, "half.ndjson")
    const cut = await runPartner(service, ["privacy", "export", email, "--out", half], inOrganization)
    assert.notStrictEqual(cut.code, 0)
    assert.deepStrictEqual(Fs.readdirSync(folder), ["canary.ndjson"])
    Fs.rmSync(folder, { recursive: true })
  })

  it.for<[ReadonlyArray<string>, string]>([
    [["export", email], "--out"],
    [["erase"], "--email"],
    [["erase", "--email", "nobody"], "email"],
    [["request"], "request"]
  ])("%j is refused before anything is sent", async ([args, named]) => {
    const { code, stderr } = await runPartner(undefined, ["privacy", ...args])
    assert.strictEqual(code, 2)
    assert.include(stderr, named)
  })
})
