/**
 * The lists of `partner`, as a process against a server: tables for people, JSON for programs, everything in constant memory.
 */
import { assert, describe, it } from "@effect/vitest"
import { organizationOfJobs } from "../Partnership.ts"
import { runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)
const parsed = (text: string): ReadonlyArray<unknown> => linesOf(text).map((line): unknown => JSON.parse(line))

describe("partner organizations (spec 4.2)", () => {
  it("prints a table", async () => {
    await using service = await startService()
    const { stderr, stdout } = await succeed(service, ["organizations"])
    assert.deepStrictEqual(linesOf(stdout), ["ID     NAME", "org_1  Analytical Engines", "org_2  Difference Works"])
    assert.strictEqual(stderr, "")
  })

  it("prints one array with --json", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["organizations", "--json"])
    assert.deepStrictEqual(JSON.parse(stdout), [
      { id: "org_1", name: "Analytical Engines" },
      { id: "org_2", name: "Difference Works" }
    ])
  })

  it("says on standard error that there are none, and prints an empty array with --json", async () => {
    await using service = await startService({ organizations: [] })
    const people = await succeed(service, ["organizations"])
    assert.strictEqual(people.stdout, "")
    assert.match(people.stderr, /There are no organizations/)
    assert.strictEqual((await succeed(service, ["organizations", "--json"])).stdout, "[]\n")
  })
})

describe("partner jobs, users list and agencies (spec 4.4; decisions, Lists)", () => {
  it("print the first page as a table, and how to get more on standard error", async () => {
    await using service = await startService({ organizations: [organizationOfJobs(3)] })
    const { stderr, stdout } = await succeed(service, ["jobs", "--limit", "2"])
    assert.deepStrictEqual(linesOf(stdout), [
      "ID             TITLE       STATUS  LOCATION",
      "job_000000000  Engineer 0",
      "job_000000001  Engineer 1"
    ])
    assert.match(stderr, /There are more jobs: add --all\./)
    assert.strictEqual(service.server.count("jobs.list"), 1)
  })

  it("print everything with --all, over as many pages as there are, under one line of titles", async () => {
    await using service = await startService({ organizations: [organizationOfJobs(5)] })
    const { stdout } = await succeed(service, ["jobs", "--all", "--limit", "2"])
    assert.deepStrictEqual(
      linesOf(stdout).map((line) => line.split(" ")[0]),
      ["ID", "job_000000000", "job_000000001", "job_000000002", "job_000000003", "job_000000004"]
    )
    assert.strictEqual(service.server.count("jobs.list"), 3)
  })

  it("print one object a line with --json", async () => {
    await using service = await startService()
    const jobs = parsed((await succeed(service, ["jobs", "--organization", "org_2", "--json"])).stdout)
    assert.deepStrictEqual(jobs, [{ id: "job_9", title: "Clerk", description: "Keeps tables." }])
    const users = await succeed(service, ["users", "list", "--all", "--json", "--organization", "org_1"])
    assert.deepStrictEqual(
      parsed(users.stdout).map((user) => Reflect.get(Object(user), "email")),
      ["ada@example.com", "charles@example.com"]
    )
  })

  it("show agencies with the kind of their fee", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["agencies", "--organization", "org_1"])
    assert.deepStrictEqual(linesOf(stdout), [
      "ID     NAME          STATUS  FEE        RECRUITERS",
      "agy_1  Good Hands    ACTIVE  optimized  1",
      "agy_2  Steam Talent  ACTIVE  custom     0"
    ])
  })

  it("work with a server of the plain specification", async () => {
    await using service = await startService({ organizations: [organizationOfJobs(2)], plain: true })
    assert.strictEqual(parsed((await succeed(service, ["jobs", "--all", "--json"])).stdout).length, 2)
  })

  it("say on standard error that there is nothing", async () => {
    await using service = await startService({ organizations: [{ id: "org_1", name: "New" }] })
    const { stderr, stdout } = await succeed(service, ["jobs", "--all"])
    assert.strictEqual(stdout, "")
    assert.match(stderr, /There are no jobs\./)
  })

  it("show text that would drive the terminal written out, and as JSON that means the same", async () => {
    const title = "\u001b]0;owned\u0007\u001b[2J\u009b31m\nroot\u202egnp.exe"
    await using service = await startService({
      organizations: [{ id: "org_1", name: "A", jobs: [{ id: "job_1", title, description: "" }] }]
    })
    const people = await succeed(service, ["jobs"])
    assert.include(people.stdout, String.raw`\u001b]0;owned\u0007\u001b[2J\u009b31m\u000aroot\u202egnp.exe`)
    const programs = await succeed(service, ["jobs", "--json"])
    for (const { stdout } of [people, programs]) assert.notMatch(stdout, /[^\P{Cc}\n]|\u202e/u)
    assert.strictEqual(Reflect.get(Object(parsed(programs.stdout)[0]), "title"), title)
  })
})

describe("the organization of a command", () => {
  it("is the only one there is, which is said on standard error", async () => {
    await using service = await startService({ organizations: [organizationOfJobs(1)] })
    const { stderr } = await succeed(service, ["jobs"])
    assert.strictEqual(stderr, "Organization: org_1  Analytical Engines\n")
  })

  it("must be said when there are several; ten are named", async () => {
    const organizations = Array.from({ length: 12 }, (_, index) => ({
      id: `org_${index + 10}`,
      name: `Number ${index}`
    }))
    await using service = await startService({ organizations })
    const { code, stderr, stdout } = await runPartner(service, ["jobs"])
    assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
    assert.include(stderr, "org_10  Number 0")
    assert.include(stderr, "org_19  Number 9")
    assert.notInclude(stderr, "org_20")
    assert.match(stderr, /and 2 more: partner organizations\n.*--organization ID/)
  })

  it("comes from --organization before PARTNER_ORGANIZATION", async () => {
    await using service = await startService()
    const settings = { PARTNER_ORGANIZATION: "org_2" }
    assert.match((await succeed(service, ["jobs"], settings)).stdout, /Clerk/)
    assert.match((await succeed(service, ["jobs", "--organization", "org_1"], settings)).stdout, /Mathematician/)
    assert.strictEqual(service.server.count("organizations.list"), 0)
  })

  it("that is not granted is refused in two lines with the request id (decisions, Tokens)", async () => {
    await using service = await startService()
    const { code, stderr } = await runPartner(service, ["jobs", "--organization", "org_9"])
    assert.strictEqual(code, 1)
    assert.strictEqual(linesOf(stderr).length, 2)
    assert.match(stderr, /^partner: .*\(request req_\d+\)\n/)
  })
})
