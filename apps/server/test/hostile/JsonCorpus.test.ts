/**
 * Hostile JSON against every endpoint that reads JSON (decisions, Errors; issue 3): never a fault of ours, always the Error body,
 * every mistake named where it is, and nothing written by a request that was refused.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkError, checkErrorForm, detailsOf } from "../ErrorAnswer.ts"
import type { Answer } from "../HttpCall.ts"
import { openDatabase, sharedServer } from "../TestServer.ts"
import {
  type JsonEndpoint,
  jsonEndpoints,
  pointersOf,
  rightAfterAll,
  unreadable,
  withMemberTwice,
  withTexts,
  wrongTexts
} from "./JsonCorpus.ts"

const { call, tokens, databaseFile } = await sharedServer()
let sent = 0

const post = async ({ path, level }: JsonEndpoint, body: string | Uint8Array): Promise<Answer> => {
  sent += 1
  const headers = { "content-type": "application/json" }
  return call("POST", path, { body, headers, ...(level === "public" ? {} : { token: tokens[level] }) })
}

/** Changes whenever another connection commits anything to the database. */
const { db } = openDatabase(databaseFile)
const commits = (): unknown => db.prepare("PRAGMA data_version").get()?.["data_version"]

/** Sends a body that has to be refused, and checks that it left nothing behind. */
const refused = async (endpoint: JsonEndpoint, body: string | Uint8Array): Promise<Answer> => {
  const before = commits()
  const answer = await post(endpoint, body)
  assert.include([400, 401, 409, 413, 422], answer.status, String(body).slice(0, 200))
  checkErrorForm(answer)
  assert.strictEqual(commits(), before, `something was written: ${String(body).slice(0, 200)}`)
  return answer
}

/** The paths of the details, each once. */
const pathsOf = (answer: Answer): ReadonlyArray<string> => [
  ...new Set(detailsOf(answer).map((detail) => detail.split(" ")[1] ?? ""))
]

const isRight = (pointer: string, text: string): boolean => rightAfterAll[pointer]?.includes(text) === true

describe.for(jsonEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))("%s", ([, endpoint]) => {
  const { good } = endpoint
  const goodText = withTexts(good, {})
  const rows = pointersOf(good).flatMap((pointer) => wrongTexts.map((text) => [pointer, text] as const))

  it("takes its good body, and that is written (negative control)", async () => {
    const before = commits()
    assert.isBelow((await post(endpoint, goodText)).status, 300)
    assert.notStrictEqual(commits(), before)
  })

  it("refuses every wrong value in every place and names the place (decisions, Errors)", async () => {
    for (const [pointer, text] of rows.filter(([pointer, text]) => !isRight(pointer, text))) {
      const answer = await refused(endpoint, withTexts(good, { [pointer]: text }))
      const what = `${pointer} = ${text.slice(0, 100)}: ${answer.text.slice(0, 300)}`
      // Credentials that can be read are wrong ones, whatever they are.
      if (answer.status === 401 && endpoint.level === "public" && text.startsWith('"')) continue
      assert.strictEqual(answer.status, 422, what)
      const paths = pathsOf(answer)
      assert.isNotEmpty(paths, what)
      paths.forEach((path) => assert.isTrue(path === pointer || path.startsWith(`${pointer}/`), `${path}: ${what}`))
    }
  })

  it("takes the odd values that are right (decisions, Resources)", async () => {
    for (const [index, [pointer, text]] of rows.filter(([pointer, text]) => isRight(pointer, text)).entries()) {
      const own = endpoint.path === "/v1/users" ? { "/id": `"u${index}"`, "/email": `"u${index}@hostile.example"` } : {}
      const answer = await post(endpoint, withTexts(good, { ...own, [pointer]: text }))
      assert.isBelow(answer.status, 300, `${pointer} = ${text}: ${answer.text}`)
      assert.include(answer.text, JSON.stringify(JSON.parse(text)))
    }
  })

  it("names all wrong members at once (decisions, Errors)", async () => {
    const leaves = pointersOf(good).filter(
      (pointer, _, all) => !all.some((other) => other.startsWith(`${pointer}/`)) && !pointer.endsWith("/feeType")
    )
    const answer = await refused(endpoint, withTexts(good, Object.fromEntries(leaves.map((leaf) => [leaf, "{}"]))))
    assert.deepStrictEqual(pathsOf(answer), leaves.toSorted())
  })

  it("names at most 50 of many unknown members, with valid pointers (decisions, Errors)", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `"~/${index}":1`).join()
    const answer = await (endpoint.ignoresUnknown === true ? post : refused)(endpoint, `{${names}}`)
    checkError(answer, 422)
    assert.lengthOf(detailsOf(answer), endpoint.ignoresUnknown === true ? 2 : 50)
  })

  it("does not read a member named twice, however it is spelt (RFC 8259 §4)", async () => {
    for (const body of withMemberTwice(good)) assert.strictEqual((await refused(endpoint, body)).status, 400, body)
  })

  it("does not read what is no JSON as it is meant here (decisions, Errors)", async () => {
    for (const body of unreadable(goodText)) assert.strictEqual((await refused(endpoint, body)).status, 400)
  })
})

describe("numbers that JSON writes in several ways", () => {
  const [fees] = jsonEndpoints.filter(({ path }) => path.endsWith("/fees"))

  it.for([
    ["1.0", 1],
    ["1e2", 100],
    ["100e-2", 1],
    ["-0", 0],
    ["0e400", 0]
  ] as const)("%s is the integer %i (RFC 8259 §6)", async ([text, value]) => {
    if (fees === undefined) throw new Error("no fees")
    const answer = await post(fees, withTexts(fees.good, { "/customFees/0/feeCents": text }))
    assert.strictEqual(answer.status, 200, answer.text)
    assert.include(answer.text, `"feeCents":${value},`)
  })
})

describe("the corpus", () => {
  it("has at least 300 bodies (issue 3)", () => assert.isAtLeast(sent, 300))
})
