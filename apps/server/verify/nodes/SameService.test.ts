/**
 * Three nodes behind a proxy are one service to everybody: they keep every rule of the conformance kit, and answer as a table in
 * memory would (decisions, Many nodes).
 */
import { sealingKeyBytes } from "@partner-api/service/crypto/SealedText"
import { permissions } from "@partner-api/domain/Permission"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { judge, withOutcome } from "../conformance/Judge.ts"
import { importAgencies } from "../../test/nodes/Agencies.ts"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { openNodesWorld } from "../../test/nodes/NodesWorld.ts"
import { processesWith, credentialsOf } from "../../test/operator/OnFile.ts"
import { databases } from "../../test/Postgres.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { answersAlike } from "../RandomCommands.ts"

/** What is no HTTP reaches no node: the proxy answers it, in its own words. */
const answeredByProxy = ["dec-errors.broken-http", "dec-errors.parser-400"]

const folder = sharedFolder()

const organizationIds = ["org_seed_1", "org_two"]

describe("three nodes behind a proxy", () => {
  it("break no rule of the conformance kit, in two runs", async () => {
    const databaseUrl = await databases().create()
    const operator = processesWith({ DATABASE_URL: databaseUrl })
    await operator.json("seed", "--jobs", "300")
    await operator.json("organizations", "create", "--name", "Two", "--id", "org_two")
    await importAgencies(operator, organizationIds)
    const granted = organizationIds.flatMap((id) => ["--organization", id])
    const credentials = credentialsOf(
      await operator.json(
        "clients",
        "create",
        "--name",
        "Judge",
        "--may-create-organizations",
        ...permissions.flatMap((one) => ["--permission", one]),
        ...granted
      )
    )
    await using nodes = await startNodes({
      databaseUrl,
      settings: {
        SECRETS_KEY: Buffer.alloc(sealingKeyBytes).toString("base64"),
        INVITATIONS: "new",
        FILES_URL: `file:${folder.file("files")}`
      }
    })
    for (const run of [1, 2]) {
      const report = await Effect.runPromise(judge(nodes.proxy.url, credentials))
      const passed = withOutcome(report, "passed").length
      console.log(JSON.stringify({ check: "conformance", run, passed, sent: nodes.proxy.sent() }))
      const failed = withOutcome(report, "failed").map((text) => text.replace(/:.*/, ""))
      assert.deepStrictEqual(failed, answeredByProxy, `run ${run}: ${withOutcome(report, "failed").join("; ")}`)
      assert.deepStrictEqual(withOutcome(report, "not run"), [
        "dec-tokens.partner-both-levels: the client has no default organization"
      ])
      assert.isAtLeast(passed, 240)
    }
  })

  answersAlike("on three nodes", openNodesWorld, { seed: 11, commands: 1_500, eachMin: 1 })
})
