/**
 * The same key with the same request has one effect and one answer (decisions, Safe repetition).
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { type Answer, type Call, textOf } from "./HttpCall.ts"
import { sharedServer, startServer, temporaryFolder, type TestServer } from "./TestServer.ts"

/** The first purge of a server comes so long after its start (`Maintenance.ts`). */
const purgeAfterMs = 60_000

const server = await sharedServer()
const { call, tokens } = server
const dayMs = 86_400_000

let people = 0
/** A person nobody has added yet. */
const somebody = () => ({ first_name: "Ada", last_name: "L", email: `ada.${people++}@example.com` })
const keyed = (key: string, call_: Call): Call => ({ ...call_, headers: { ...call_.headers, "idempotency-key": key } })
const add = (key: string, json: object, token = tokens.acme) => call("POST", "/v1/users", keyed(key, { token, json }))
const isReplay = (answer: Answer) => answer.headers["idempotency-replayed"] === "true"
const essence = ({ status, text, headers }: Answer) => ({ status, text, location: headers["location"] })

const rows = async (table: string, where = "") => {
  const [counted] = await server.query(`SELECT count(*) AS n FROM ${table} ${where}`)
  return Number(counted?.["n"])
}

describe("a request under a key", () => {
  it("that is sent again gets the same answer, marked as such, and has no second effect (decisions, Safe repetition)", async () => {
    const person = somebody()
    const before = await rows("journal")
    const first = await add("again", person)
    const second = await add("again", person)
    assert.strictEqual(first.status, 201)
    assert.deepStrictEqual(essence(second), essence(first))
    assert.deepStrictEqual([isReplay(first), isReplay(second)], [false, true])
    assert.strictEqual(await rows("users", `WHERE email = '${person.email}'`), 1)
    assert.strictEqual(await rows("journal"), before + 1)
  })

  it("is the same bare and quoted, and whatever the order of its members (decisions, Safe repetition)", async () => {
    const { first_name, last_name, email } = somebody()
    const first = await add("form", { first_name, last_name, email })
    const second = await add('"form"', { email, last_name, first_name })
    assert.deepStrictEqual(essence(second), essence(first))
    assert.isTrue(isReplay(second))
  })

  it("shows its answer to no token of the client that may not make the request (decisions, Tokens)", async () => {
    const person = somebody()
    const first = await add("narrowed", person)
    const narrowed = await server.scoped(tokens.primary, "org_acme", ["users:read"])
    const refused = await add("narrowed", person, narrowed)
    assert.strictEqual(errorOf(refused), named(403))
    assert.isFalse(isReplay(refused))
    assert.notInclude(refused.text, textOf(first, "id"))
    assert.isTrue(isReplay(await add("narrowed", person)))
  })

  it("is refused when it asks for something else (decisions, Safe repetition)", async () => {
    await add("reused", somebody())
    const other = await add("reused", somebody())
    assert.strictEqual(other.status, 422)
    assert.strictEqual(textOf(other, "error"), "idempotency_key_reused")
  })

  it.for(["", '"', '"a', 'a"b"'.repeat(64), "ä", "x".repeat(256), '""'])(
    "is refused with a key that is none: %j (decisions, Safe repetition)",
    async (key) => {
      const answer = await add(key, somebody())
      assert.strictEqual(errorOf(answer), named(400))
      assert.include(answer.text, "Idempotency-Key")
    }
  )

  it("takes the longest key there is (decisions, Safe repetition)", async () => {
    assert.strictEqual((await add("~".repeat(255), somebody())).status, 201)
  })

  it.for<[what: string, spelling: string]>([
    ["an escaped letter", "/v1/agencies/%61gy_hirewell/fees"],
    ["an empty query", "/v1/agencies/agy_hirewell/fees?"],
    ["an escape in small letters", "/v1/agencies/agy%5fhirewell/fees"]
  ])("is one key for one address in two spellings: %s (decisions, Safe repetition)", async ([what, spelling]) => {
    const set = (path: string) =>
      call("POST", path, keyed(`spelling ${what}`, { token: tokens.acme, json: { optimizedFee: false } }))
    const before = await rows("idempotency_keys")
    const first = await set("/v1/agencies/agy_hirewell/fees")
    const second = await set(spelling)
    assert.deepStrictEqual([first.status, second.status], [200, 200])
    assert.deepStrictEqual([isReplay(first), isReplay(second)], [false, true])
    assert.strictEqual(await rows("idempotency_keys"), before + 1)
  })

  it("is another one for another organization, client and path (decisions, Safe repetition)", async () => {
    const person = somebody()
    const first = await add("scope", person)
    const elsewhere = await add("scope", person, tokens.globex)
    const otherClient = await add("scope", person, await server.partner())
    const fees = await call(
      "POST",
      "/v1/agencies/agy_hirewell/fees",
      keyed("scope", { token: tokens.acme, json: { optimizedFee: true } })
    )
    assert.deepStrictEqual([first.status, elsewhere.status, otherClient.status, fees.status], [201, 201, 409, 200])
    assert.isFalse([elsewhere, otherClient, fees].some(isReplay))
  })

  it("that failed is worked out afresh: nothing was kept of it (decisions, Safe repetition)", async () => {
    const person = somebody()
    const wrong = await add("afresh", { ...person, first_name: "" })
    assert.strictEqual(wrong.status, 422)
    const right = await add("afresh", person)
    assert.strictEqual(right.status, 201)
    assert.isFalse(isReplay(right))
  })

  it("is forgotten after a day (decisions, Safe repetition)", async () => {
    using folder = temporaryFolder()
    const beganMs = Date.now()
    /** A server on the same file, so long after the first request; it has purged just before. */
    const serverAfter = async (milliseconds: number) => {
      const startMs = beganMs + milliseconds - purgeAfterMs
      const own = await startServer({ databaseFile: folder.file("day.db"), startMs })
      await own.advance(purgeAfterMs)
      return own
    }
    const create = async (own: TestServer) =>
      own.call("POST", "/v1/organizations", keyed("day", { token: await own.primary(), json: { name: "Day" } }))
    const first = await (async () => {
      await using own = await serverAfter(0)
      return await create(own)
    })()
    {
      await using own = await serverAfter(dayMs - 1)
      assert.strictEqual((await create(own)).text, first.text)
      await own.advance(1)
      const tomorrow = await create(own)
      assert.strictEqual(tomorrow.status, 201)
      assert.notStrictEqual(tomorrow.text, first.text)
    }
    await using own = await serverAfter(2 * dayMs)
    assert.lengthOf(await own.query("SELECT key FROM idempotency_keys"), 0)
  })

  it("is one row and one answer, sent a thousand times at once (decisions, Safe repetition)", async () => {
    const person = somebody()
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => add("thousand", person)))
    assert.strictEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.strictEqual(answers[0]?.status, 201)
    assert.strictEqual(answers.filter(isReplay).length, 999)
    assert.strictEqual(await rows("users", `WHERE email = '${person.email}'`), 1)
  })
})

describe("the token endpoints", () => {
  it("take no notice of a key (decisions, Safe repetition)", async () => {
    const mint = () => call("POST", "/v1/organizations/org_acme/token", keyed("mint", { token: tokens.primary }))
    const [one, two] = [await mint(), await mint()]
    assert.deepStrictEqual([one.status, two.status], [200, 200])
    assert.notStrictEqual(one.text, two.text)
    assert.isFalse(isReplay(two))
  })
})
