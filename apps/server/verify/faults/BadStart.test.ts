/**
 * Starts that must be refused, as an operator sees them: the line on standard error, the exit code, and the file afterwards
 * (decisions, Files; issue 3, storage faults; design, R22). How long a refusal takes is measured by `pnpm verify`.
 */
import * as Fs from "node:fs"
import * as Net from "node:net"
import * as Path from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { openDatabase, sharedFolder } from "../../test/TestServer.ts"
import { type BadFile, badFiles, checkRefusal, closedFiles, digestsOf } from "../../test/faults/BadFiles.ts"
import { otherUser, notRun } from "../../test/faults/Machine.ts"
import { acmeToken, runMain, startServerProcess } from "../../test/faults/ServerProcess.ts"

const folder = sharedFolder()
// Another user has to get through to the files below.
Fs.chmodSync(folder.path, 0o755)
const whole = folder.file("whole.db")

beforeAll(async () => {
  const outcome = await runMain({ command: "seed", databaseFile: whole }, ["--jobs", "500"])
  assert.strictEqual(outcome.code, 0, outcome.stderr)
})

let places = 0
/** A folder of its own that anybody may write to. */
const place = () => {
  const path = folder.file(`place-${++places}`)
  Fs.mkdirSync(path)
  const open = () => Fs.chmodSync(path, 0o777)
  open()
  return { path, file: (name = "test.db") => Path.join(path, name), [Symbol.dispose]: open }
}

/** Checks that a start is refused, and gives what lies there before it and after it. */
const refuse = async ({ make, words, file: name }: BadFile, uid?: number) => {
  using here = place()
  const file = here.file(name)
  make(whole, file)
  const before = digestsOf(here.path)
  const outcome = await runMain({ command: "serve", databaseFile: file, ...(uid === undefined ? {} : { uid }) })
  checkRefusal(outcome, [...words, file])
  return { before, after: digestsOf(here.path) }
}

describe.concurrent("a server does not start", () => {
  it.for(badFiles.map((bad) => [bad.what, bad] as const))(
    "on %s, and leaves it as it was (design, R22)",
    async ([, bad]) => {
      const { before, after } = await refuse(bad)
      assert.deepStrictEqual(after, before)
    }
  )

  it.skipIf(otherUser.missing !== undefined).for(closedFiles.map((bad) => [bad.what, bad] as const))(
    `on %s, and leaves it as it was (design, R22)${notRun(otherUser)}`,
    async ([, bad]) => {
      const { before, after } = await refuse(bad, otherUser.uid)
      assert.deepStrictEqual(after, before)
    }
  )

  it("on a port in use, and names it (design, R22)", async () => {
    const other = Net.createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const address = other.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const outcome = await runMain({ command: "serve", databaseFile: place().file(), port })
    other.close()
    assert.strictEqual(outcome.code, 1)
    checkRefusal(outcome, [`127.0.0.1:${port}`, "EADDRINUSE", "choose another PORT"])
  })
})

describe("the check of a refusal", () => {
  it("fails for a stack trace, for two lines, for a good start and for a changed file (negative control)", () => {
    const end = { code: 1, signal: null, stdout: "", durationMs: 0 }
    const line = "partner-api: The database x.db is damaged. Restore a backup.\n"
    const check = (stderr: string, code = 1) => checkRefusal({ ...end, code, stderr }, ["x.db"])
    assert.doesNotThrow(() => check(line))
    assert.throws(() => check(line, 0))
    assert.throws(() => check(line + line))
    assert.throws(() => check(""))
    assert.throws(() => check(line.replace("x.db", "y.db")))
    assert.throws(() => check("partner-api: x.db is bad at open (file:1:2).\n"))
    const { path, file } = place()
    Fs.writeFileSync(file(), "one")
    const before = digestsOf(path)
    Fs.writeFileSync(file(), "two")
    assert.notDeepEqual(digestsOf(path), before)
  })
})

describe.concurrent("a server and its file", () => {
  it("folders that are missing are made (design, R22)", async () => {
    await using server = await startServerProcess({
      command: "serve",
      databaseFile: place().file("a/b/test.db")
    })
    assert.strictEqual((await server.call("GET", "/health/ready")).status, 200)
  })

  it("a second server is refused, commands run beside it, and a killed one leaves no lock (design, R22)", async () => {
    const options = { command: "sandbox", databaseFile: place().file() } as const
    await using first = await startServerProcess(options)
    const token = await acmeToken(first.call)
    checkRefusal(await runMain(options), ["Another server", options.databaseFile])
    const seeded = await runMain({ ...options, command: "seed" }, ["--jobs", "3000", "--yes"])
    assert.strictEqual(seeded.code, 0, seeded.stderr)
    assert.strictEqual((await first.call("GET", "/v1/jobs", { token })).status, 200, "the first one serves on")
    {
      using operator = openDatabase(options.databaseFile)
      const { count } = operator.db.prepare("SELECT count(*) AS count FROM jobs").get() ?? {}
      assert.strictEqual(count, 3_253)
    }
    assert.strictEqual((await first.kill("SIGKILL")).signal, "SIGKILL")
    await using second = await startServerProcess(options)
    assert.strictEqual((await second.call("GET", "/v1/jobs", { token })).status, 200, "its token is good still")
    assert.strictEqual((await second.kill("SIGTERM")).code, 0)
  })
})
