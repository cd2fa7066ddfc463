/**
 * `partner-api jobs list` and `users list`: what an operator sees of an organization (docs/operators/clients.md, Look at data).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { sharedFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"

const folder = sharedFolder()
const { json, run } = processesOn(folder.file("lists.db"))
await json("organizations", "create", "--name", "Acme", "--id", "org_acme")
await json("organizations", "create", "--name", "Globex", "--id", "org_globex")

/** More jobs than a page has. */
const jobsCount = 120
const jobs = Array.from({ length: jobsCount }, (_none, index) => ({
  external_id: `REQ-${index}`,
  title: index === 7 ? "Nurse" : "Engineer",
  description: "Builds.",
  status: index % 2 === 0 ? "OPEN" : "DRAFT"
}))
Fs.writeFileSync(folder.file("jobs.ndjson"), jobs.map((job) => JSON.stringify(job)).join("\n"))
await json("import", "jobs", folder.file("jobs.ndjson"), "--organization", "org_acme")
Fs.writeFileSync(
  folder.file("users.csv"),
  "first_name,last_name,email,status\nAda,King,ada@example.com,ACTIVE\nBob,Doe,bob@example.com,DISABLED\n"
)
await json("import", "users", folder.file("users.csv"), "--organization", "org_acme")

/** What one member of each record is. */
const listed = async (member: string, ...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { code, stderr, stdout } = await run(...args, "--json")
  assert.deepStrictEqual([code, stderr], [0, ""])
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line)[member])
}

describe("the lists of the operator", () => {
  it("have every record of the organization, page after page (docs/operators/clients.md, Look at data)", async () => {
    const names = await listed("external_id", "jobs", "list", "--organization", "org_acme")
    assert.deepStrictEqual(names.toSorted(), jobs.map(({ external_id }) => external_id).toSorted())
    assert.deepStrictEqual(await listed("id", "jobs", "list", "--organization", "org_globex"), [])
  })

  it.for<[args: string, member: string, expected: Array<string>]>([
    ["jobs list --search nur", "external_id", ["REQ-7"]],
    ["jobs list --search nurse --status OPEN", "external_id", []],
    ["users list", "email", ["ada@example.com", "bob@example.com"]],
    ["users list --status DISABLED", "email", ["bob@example.com"]],
    ["users list --search king", "email", ["ada@example.com"]]
  ])("have with %s what was asked for (docs/operators/clients.md, Look at data)", async ([args, member, expected]) =>
    assert.deepStrictEqual(
      (await listed(member, ...args.split(" "), "--organization", "org_acme")).toSorted(),
      expected
    )
  )

  it("are tables for people (docs/operators/clients.md, Look at data)", async () => {
    const { stdout } = await run("users", "list", "--organization", "org_acme")
    const [titles = "", ...rows] = stdout.trimEnd().split("\n")
    assert.match(titles, /^id +name +email +status +updated$/)
    assert.lengthOf(rows, 2)
    assert.strictEqual(titles.indexOf("email"), rows[0]?.indexOf(rows[0].includes("ada@") ? "ada@" : "bob@"))
  })
})
