/**
 * The files of an erased candidate (recruiting 5 and 9): nobody reads them from the erasure on, and a sweep removes their bytes.
 */
import { assert, describe, it } from "@effect/vitest"
import { membersOf } from "../../test/HttpCall.ts"
import { addFile } from "../../test/PlantedFile.ts"
import { processesOn } from "../../test/operator/OnFile.ts"
import { startServer } from "../../test/TestServer.ts"
import { filesOf, storedIn, submit, sweep } from "./SentFiles.ts"

describe("an erased candidate", () => {
  it("has no files, and their bytes are gone after a sweep; those of others stay (recruiting 5)", async () => {
    await using server = await startServer()
    const { call, databaseFile, filesFolder } = server
    const token = await server.partner()
    const [erased, other] = [await submit(call, token), await submit(call, token)]
    const ids = [await addFile(call, token, erased), await addFile(call, token, erased)]
    const kept = await addFile(call, token, other)
    const { email } = Object(membersOf(await call("GET", `/v1/applications/${erased}`, { token }))["candidate"])
    await processesOn(databaseFile).json("candidates", "erase", "org_acme", "--email", email, "--yes")
    assert.strictEqual(membersOf(await call("GET", filesOf(erased), { token }))["count"], 0)
    for (const id of ids) {
      assert.strictEqual((await call("GET", `${filesOf(erased)}/${id}/content`, { token })).status, 404)
    }
    assert.sameMembers([...storedIn(filesFolder)], [...ids, kept])
    await sweep(server, { kind: "folder", folder: filesFolder })
    assert.deepStrictEqual(storedIn(filesFolder), [kept])
  })
})
