/**
 * `partner users add`, as a process against a server: what is sent, what is printed, and which outcomes are unknown (spec 4.7).
 */
import { assert, describe, it } from "@effect/vitest"
import { runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const grace = [
  "--first-name",
  "Grace",
  "--last-name",
  "Hopper",
  "--email",
  "grace@example.com",
  "--organization",
  "org_1"
]

describe("partner users add (spec 4.7)", () => {
  it("adds a user and prints it", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["users", "add", ...grace])
    assert.match(stdout, /^\S+ {2}Grace Hopper <grace@example\.com>\n$/)
    assert.deepStrictEqual(
      service.server.data
        .users("org_1")
        .map(({ email }) => email)
        .toSorted(),
      ["ada@example.com", "charles@example.com", "grace@example.com"]
    )
  })

  it("keeps an id and times of one's own records (decisions, Resources)", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, [
      "users",
      "add",
      ...grace,
      "--id",
      "usr_7",
      "--json",
      "--created-at",
      "2025-01-31T10:30:00+01:00"
    ])
    assert.deepStrictEqual(JSON.parse(stdout), {
      id: "usr_7",
      created_at: "2025-01-31T09:30:00.000Z",
      updated_at: "2025-01-31T09:30:00.000Z",
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.com",
      status: "ACTIVE"
    })
  })

  it("adds one user however often it is run with one key (decisions, Safe repetition)", async () => {
    await using service = await startService()
    const first = await succeed(service, ["users", "add", ...grace, "--idempotency-key", "import-7"])
    const second = await succeed(service, ["users", "add", ...grace, "--idempotency-key", "import-7"])
    assert.strictEqual(second.stdout, first.stdout)
    assert.strictEqual(service.server.data.users("org_1").length, 3)
    assert.strictEqual(service.server.count("users.create"), 2)
  })

  it("names the member of a taken email and the user who has it (decisions, Resources)", async () => {
    await using service = await startService()
    await succeed(service, ["users", "add", ...grace, "--id", "usr_7"])
    const { code, stderr } = await runPartner(service, ["users", "add", ...grace])
    assert.strictEqual(code, 1)
    assert.match(stderr, /\/email.*usr_7/)
    assert.notMatch(stderr, /not known/)
  })

  it("says that the outcome is unknown when the answer is lost, and the key for a retry, which then adds nothing twice", async () => {
    await using service = await startService()
    service.server.failNext("users.create", "reset-after", { times: 3 })
    const { code, stderr, stdout } = await runPartner(service, ["users", "add", ...grace])
    assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
    const [, key = ""] = /Whether it was done is not known.*--idempotency-key (\S+);/.exec(stderr) ?? []
    await succeed(service, ["users", "add", ...grace, "--idempotency-key", key])
    assert.strictEqual(service.server.data.users("org_1").length, 3)
  })

  it("does not say so when the token was refused: nothing was sent", async () => {
    await using service = await startService()
    service.server.failNext("organizations.token", "reset-after", { times: 3 })
    const { code, stderr } = await runPartner(service, ["users", "add", ...grace])
    assert.strictEqual(code, 1)
    assert.notMatch(stderr, /not known/)
    assert.strictEqual(service.server.count("users.create"), 0)
  })
})
