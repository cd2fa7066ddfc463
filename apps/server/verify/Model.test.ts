/**
 * The same as `test/Model.test.ts`, ten times as long.
 */
import { assert, describe, it } from "@effect/vitest"
import { runModel } from "../test/ModelRun.ts"
import { startServer } from "../test/TestServer.ts"

const commands = 10_000

describe("the service and its model", () => {
  it(
    `answer ${commands} random commands over three organizations alike (decisions)`,
    { timeout: 300_000 },
    async () => {
      await using server = await startServer()
      assert.isAtLeast((await runModel(server, 7, commands)).size, 16)
    }
  )
})
