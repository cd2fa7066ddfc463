/**
 * The data of the sandbox: applications in every state with a history of their own, and ids that no two organizations share
 * (decisions, Resources).
 */
import { Application } from "@partner-api/domain/Application"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { Page } from "@partner-api/domain/Page"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { sharedServer } from "./TestServer.ts"
import { pageOf, walk } from "./Walk.ts"

const { call, tokens } = await sharedServer()
const decode = Schema.decodeUnknownSync(Page(Application))

const idsAt = async (token: string, path: string) =>
  (await walk(call, token, path)).flatMap((answer) => pageOf(answer).content.map(({ id }) => id))

describe("the sandbox", () => {
  it("has an application in every state, each with the history that leads there (issue 16)", async () => {
    const { content } = decode((await call("GET", "/v1/applications", { token: tokens.acme })).json)
    assert.includeMembers(
      content.map(({ state }) => state),
      [...ApplicationState.literals]
    )
    for (const { id, state, version } of content) {
      const history = await call("GET", `/v1/applications/${id}/history`, { token: tokens.acme })
      assert.strictEqual(pageOf(history).count, version)
      assert.include(history.text, `"state_after":"${state}"`)
    }
  })

  it("keeps the fee of its hire (decisions, Fees)", async () => {
    const { content } = decode((await call("GET", "/v1/applications?state=HIRED", { token: tokens.acme })).json)
    assert.deepStrictEqual(
      content.map(({ hire }) => [hire?.fee, hire?.fee_amount_cents]),
      [[{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }, 1_440_000]]
    )
  })

  it.for(["/v1/jobs", "/v1/applications", "/v1/agencies"])(
    "has no id of %s in two organizations (issue 16)",
    async (path) => {
      const [acme, globex] = [await idsAt(tokens.acme, path), await idsAt(tokens.globex, path)]
      assert.isAbove(globex.length, 0)
      assert.deepStrictEqual(
        globex.filter((id) => acme.includes(id)),
        []
      )
    }
  )
})
