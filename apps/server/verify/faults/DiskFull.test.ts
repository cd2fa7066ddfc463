/**
 * A full disk: writes are refused with 503 and lists go on, readiness says why, nothing acknowledged is lost, and freed space is
 * enough for it to go on (issue 3, storage faults; design, R21).
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { checkError } from "../../test/ErrorAnswer.ts"
import { type Answer, textOf } from "../../test/HttpCall.ts"
import { sandboxUser, startServer } from "../../test/TestServer.ts"
import { walk, pageOf } from "../../test/Walk.ts"
import { checkRefusal, digestsOf } from "../../test/faults/BadFiles.ts"
import { fillDisk, mountDisk, smallDisk, notRun } from "../../test/faults/Machine.ts"
import { runMain } from "../../test/faults/ServerProcess.ts"

const diskMegabytes = 16
/** Enough for the log to be written into the file and to begin again in the space that it took. */
const writesBefore = 400
/** A log that has grown takes some writes before it needs space again; this many pages it never has. */
const writesMax = 3_000

const person = (id: string) => ({
  id,
  first_name: "A".repeat(100),
  last_name: "B".repeat(100),
  email: `${id}@example.com`
})

const checkUnavailable = (answer: Answer): void => {
  checkError(answer, 503)
  assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/)
}

/** Writes until the disk has no room for a write of this size. */
const untilRefused = async (write: (index: number) => Promise<Answer>): Promise<void> => {
  let answer = await write(0)
  for (let index = 1; answer.status < 300 && index < writesMax; index++) answer = await write(index)
  checkUnavailable(answer)
}

describe("a full disk", () => {
  it.skipIf(smallDisk.missing !== undefined)(
    `refuses writes, serves lists, says so, loses nothing, recovers (R21)${notRun(smallDisk)}`,
    async () => {
      using disk = mountDisk(diskMegabytes)
      const databaseFile = Path.join(disk.path, "test.db")
      const acknowledged: Array<string> = []
      let token = ""
      const listed = async (call: Parameters<typeof walk>[0]): Promise<ReadonlyArray<string>> =>
        (await walk(call, token, "/v1/users"))
          .flatMap((page) => pageOf(page).content.map(({ id }) => id))
          .filter((id) => id !== sandboxUser)
      {
        await using server = await startServer({ databaseFile })
        token = await server.partner()
        const write = async (id: string): Promise<Answer> => {
          const answer = await server.call("POST", "/v1/users", { token, json: person(id) })
          if (answer.status === 201) acknowledged.push(id)
          return answer
        }
        for (let index = 0; index < writesBefore; index++)
          assert.strictEqual((await write(`before_${index}`)).status, 201)
        assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)

        const filler = fillDisk(disk.path)
        // The log has taken its space, so that the probe succeeds; the disk has none for others.
        await server.advance(1_000)
        checkUnavailable(await server.call("GET", "/health/ready"))
        await untilRefused((index) => write(`full_${index}`))
        for (let index = 0; index < 10; index++) checkUnavailable(await write(`refused_${index}`))
        // A smaller write may find room where a larger one did not.
        await untilRefused((index) =>
          server.call("POST", "/v1/agencies/agy_hirewell/fees", { token, json: { optimizedFee: index % 2 === 0 } })
        )
        const form = { grant_type: "client_credentials", client_id: "sandbox-client", client_secret: "sandbox-secret" }
        await untilRefused(() => server.call("POST", "/oauth/token", { form }))
        for (const path of [
          "/v1/jobs",
          "/v1/users",
          "/v1/agencies/agy_hirewell/fees",
          "/health/live",
          "/openapi.json"
        ]) {
          assert.strictEqual((await server.call("GET", path, { token })).status, 200, path)
        }
        assert.deepStrictEqual(await listed(server.call), acknowledged.toSorted(), "while it is full")
        // What is known of readiness is a second old at most.
        await server.advance(1_000)
        const ready = await server.call("GET", "/health/ready")
        checkUnavailable(ready)
        assert.match(textOf(ready, "message"), /cannot be written.*disk is full/)

        filler.free()
        assert.strictEqual((await write("after")).status, 201, "no restart is needed")
        await server.advance(1_000)
        assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
        assert.deepStrictEqual(await listed(server.call), acknowledged.toSorted(), "after it was full")
      }
      await using server = await startServer({ databaseFile })
      assert.deepStrictEqual(await listed(server.call), acknowledged.toSorted(), "after a restart")
      assert.notDeepEqual(await listed(server.call), [...acknowledged, "refused_0"].toSorted(), "negative control")
    }
  )

  it.skipIf(smallDisk.missing !== undefined)(
    `stops a start with one line, and leaves the file as it was (R22)${notRun(smallDisk)}`,
    async () => {
      using disk = mountDisk(diskMegabytes)
      const databaseFile = Path.join(disk.path, "test.db")
      await (await startServer({ databaseFile, sandbox: false })).stop()
      const filler = fillDisk(disk.path)
      const before = digestsOf(disk.path)
      checkRefusal(await runMain({ command: "serve", databaseFile }), [databaseFile])
      assert.deepStrictEqual(digestsOf(disk.path), before)
      filler.free()
      assert.isTrue(Fs.existsSync(databaseFile))
      await using server = await startServer({ databaseFile })
      assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
    }
  )
})
