/**
 * The PostgreSQL that other tests rely on: it takes statements, sorts as installations do, comes back after a kill, and leaves nothing.
 */
import * as ChildProcess from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Readline from "node:readline"
import { assert, describe, it } from "vitest"
import { startPostgres } from "../src/PostgresServer.ts"

const program = `import { startPostgres } from ${JSON.stringify(new URL("../src/PostgresServer.ts", import.meta.url).href)}
const server = await startPostgres()
console.log(server.folder)
setInterval(() => undefined, 1_000)`

describe("PostgreSQL for tests", () => {
  it("takes statements, keeps them over a kill, and is gone when it is stopped", async () => {
    const server = await startPostgres({ fsync: true })
    const template = await server.create()
    await server.run(template, "CREATE TABLE names (name TEXT)", "INSERT INTO names VALUES ('A'), ('a'), ('B')")
    const database = await server.create(template)
    await server.end("SIGKILL")
    await server.start()
    const rows = await server.run(database, "SELECT name FROM names ORDER BY name")
    assert.deepEqual(rows, [{ name: "a" }, { name: "A" }, { name: "B" }])
    await server.stop()
    assert.isFalse(Fs.existsSync(server.folder))
  })

  it("is gone when the process that started it is killed", async () => {
    const child = ChildProcess.spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [folder] = await once(Readline.createInterface({ input: child.stdout }), "line")
    const above = Fs.watch(`${folder}/..`)
    const removed = new Promise<void>((resolve) => {
      above.on("change", () => {
        if (!Fs.existsSync(folder)) resolve()
      })
    })
    assert.isTrue(Fs.existsSync(`${folder}/data/postmaster.pid`))
    child.kill("SIGKILL")
    await removed
    above.close()
  })
})
