/**
 * The start of the program on PostgreSQL: it waits for a database that is starting too, and says in one line what is wrong with another
 * (docs/postgres.md).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { type Answer, textOf } from "../../test/HttpCall.ts"
import { runMain, startProcess, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { databases } from "../../test/Postgres.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { compileCache, mainFile } from "../../test/Built.ts"

const folder = sharedFolder()
const unused = folder.file("unused.db")

/** The address of a database with a password that must not be seen. */
const withPassword = (url: string): string => url.replace("postgres@", "postgres:s3cret-password@")

beforeAll(() => databases().run(databases().url("postgres"), "CREATE ROLE without_rights LOGIN"))

describe("the program on PostgreSQL", () => {
  it("serves, prints the database without its password, and makes no file (docs/postgres.md)", async () => {
    const url = withPassword(await databases().create())
    await using server = await startServerProcess({
      command: "sandbox",
      databaseFile: unused,
      settings: { DATABASE_URL: url }
    })
    const printed = await server.outputMatch(/Database {2}(.*)/)
    assert.strictEqual(printed, `postgres://postgres@localhost${new URL(url).pathname}`)
    const json = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }
    const token = textOf(await server.call("POST", "/v1/auth/token", { json }), "access_token")
    const page: Answer = await server.call("GET", "/v1/jobs?limit=1", { token })
    assert.strictEqual(page.status, 200)
    const { stderr, stdout } = await server.kill("SIGTERM")
    assert.notInclude(stdout + stderr, "s3cret")
  })

  it("fills an empty database once, though three start at once (docs/nodes.md)", async () => {
    const url = await databases().create()
    const options = { command: "sandbox", databaseFile: unused, settings: { DATABASE_URL: url } } as const
    const nodes = await Promise.all([1, 2, 3].map(() => startServerProcess(options)))
    const json = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }
    const token = textOf(await (nodes[0]?.call("POST", "/v1/auth/token", { json }) ?? Promise.reject()), "access_token")
    for (const node of nodes) {
      assert.strictEqual((await node.call("GET", "/v1/jobs?limit=1", { token })).status, 200)
      await node.kill("SIGTERM")
    }
    const organizations = await databases().run(url, "SELECT id FROM organizations")
    assert.lengthOf(organizations, 3)
  })

  it("waits for a database that is not there yet, and says so (docs/nodes.md)", async () => {
    await using postgres = await startPostgres()
    const url = withPassword(await postgres.create())
    await postgres.end()
    await using server = startProcess([process.execPath, mainFile, "sandbox"], {
      env: { DATABASE_URL: url, PORT: "0", NODE_COMPILE_CACHE: compileCache }
    })
    const waiting = await server.errorMatch(/waiting .*/)
    assert.match(waiting, /waiting 30 s at most for the database postgres:\/\/postgres@localhost\/test_\w+: /)
    assert.notInclude(waiting, "s3cret")
    await postgres.start()
    assert.match(await server.outputMatch(/Base URL.*/), /127\.0\.0\.1/)
  })

  it.for([
    [
      "a database that is not there",
      (url: string) => url.replace(/test_\w+/, "nowhere"),
      /3D000 .*"nowhere" does not exist.*Create the database first/
    ],
    [
      "a user that is not there",
      (url: string) => url.replace("//postgres:", "//nobody:"),
      /28000 .*Check the user and the password/
    ],
    [
      "a file of certificates that is not there",
      (url: string) => `${url}&sslmode=require&sslrootcert=/nowhere.pem`,
      /\/nowhere\.pem, sslrootcert of DATABASE_URL, cannot be read/
    ],
    [
      "a database without TLS, which is asked for",
      (url: string) => `${url}&sslmode=require`,
      /The server does not support TLS.*sslmode/
    ],
    [
      "a role that may not make tables",
      (url: string) => url.replace("//postgres:", "//without_rights:"),
      /the role in DATABASE_URL may not make tables there\. Run partner-api migrate with the role that owns the tables/
    ]
  ] as const)("ends at once with %s, and shows no password (docs/postgres.md)", async ([, spoil, says]) => {
    const url = spoil(withPassword(await databases().create()))
    const { code, stderr, stdout } = await runMain({
      command: "sandbox",
      databaseFile: unused,
      settings: { DATABASE_URL: url }
    })
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, says)
    assert.lengthOf(stderr.trim().split("\n"), 1)
    assert.notInclude(stderr, "s3cret")
  })

  it("keeps commands that copy files from a database that is none (docs/postgres.md)", async () => {
    const url = withPassword(await databases().create())
    await using backup = startProcess([process.execPath, mainFile, "backup", folder.file("copy.db")], {
      env: { DATABASE_URL: url, NODE_COMPILE_CACHE: compileCache }
    })
    const { code, stderr } = await backup.ended
    assert.strictEqual(code, 1)
    assert.match(stderr, /is PostgreSQL's: this command copies the file of the embedded database\. Use pg_dump/)
    assert.notInclude(stderr, "s3cret")
  })
})
