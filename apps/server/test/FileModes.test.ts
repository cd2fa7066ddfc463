/**
 * The files of the database are for the eyes of their owner: another user of the machine reads no digest and no person there
 * (docs/threat-model.md, 6).
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, it } from "@effect/vitest"
import { startServer, temporaryFolder } from "./TestServer.ts"

const permissionBits = 0o777

it("files of a new database are for their owner alone, the journal too (docs/decisions, Files)", async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ databaseFile: folder.file("modes.db") })
  assert.isNotEmpty(await server.primary())
  const modes = Fs.readdirSync(folder.path).map((name) => {
    const found = Fs.statSync(Path.join(folder.path, name))
    return [name, (found.mode & permissionBits).toString(8), found.isDirectory() ? "700" : "600"] as const
  })
  assert.includeMembers(
    modes.map(([name]) => name),
    ["modes.db", "modes.db-wal", "modes.db.files"]
  )
  assert.deepStrictEqual(
    modes.filter(([, mode, ofOwner]) => mode !== ofOwner),
    []
  )
})
