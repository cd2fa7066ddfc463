/**
 * `partner-api console`: links that sign operators in, and who the operators are (docs/console.md).
 */
import * as Fs from "node:fs"
import { Timestamp, timestampToMillis } from "@partner-api/domain/Timestamp"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { runProcess } from "../../test/Program.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"

const folder = sharedFolder()

const Made = Schema.Struct({
  operator: Schema.Struct({ id: Schema.String, name: Schema.String, role: Schema.String }),
  link: Schema.String,
  expires_at: Timestamp
})
const madeOf = Schema.decodeUnknownSync(Made, { onExcessProperty: "error" })

const rowsOf = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.NullOr(Schema.String),
      role: Schema.String,
      sessions: Schema.Int,
      last_used_at: Schema.NullOr(Schema.String),
      created_at: Schema.String,
      revoked_at: Schema.NullOr(Schema.String)
    })
  ),
  { onExcessProperty: "error" }
)

/** Commands on a new database. */
const commands = (name: string, settings: Readonly<Record<string, string>> = { OPERATOR_PORT: "8090" }) =>
  processesOn(folder.file(`${name}.db`), settings)

/** Everything that the files of a database hold. */
const bytesOf = (name: string): string =>
  Fs.readdirSync(folder.path)
    .filter((file) => file.startsWith(`${name}.db`))
    .map((file) => Fs.readFileSync(folder.file(file), "latin1"))
    .join("")

describe("partner-api console login", () => {
  it("prints a link that works once and for ten minutes, and says so", async () => {
    const { run } = commands("login")
    const { code, stderr, stdout } = await run("console", "login", "--operator", " Ada ")
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.match(
      stdout,
      /^operator {2}Ada \(admin\)\nlink {6}http:\/\/127\.0\.0\.1:8090\/console\/#login=[\w-]{43}\nThe link works once and for 10 minutes\. /
    )
    assert.lengthOf(stdout.split("\n"), 3)
  })

  it("names the operator, the link and its end for programs; the token is in no file", async () => {
    const { json } = commands("json")
    const startMs = Date.now()
    const { expires_at, link, operator } = madeOf(
      await json("console", "login", "--operator", "Ada", "--role", "viewer")
    )
    assert.deepInclude(operator, { name: "Ada", role: "viewer" })
    assert.match(operator.id, /^opr_/)
    assert.approximately(timestampToMillis(expires_at) - startMs, 630_000, 30_000)
    const token = new URL(link).hash.replace("#login=", "")
    assert.match(token, /^[\w-]{43}$/)
    assert.notInclude(bytesOf("json"), token)
  })

  it("leads to the address that operators use", async () => {
    const { json } = commands("address", { OPERATOR_PORT: "0", OPERATOR_URL: "https://ops.example/" })
    const { link } = madeOf(await json("console", "login", "--operator", "Ada"))
    assert.strictEqual(link.split("#")[0], "https://ops.example/console/")
  })

  it("keeps the role that an operator has, and changes it where another one is given", async () => {
    const { json } = commands("roles")
    const roleOf = async (...role: ReadonlyArray<string>) =>
      madeOf(await json("console", "login", "--operator", "Ada", ...role)).operator
    const made = await roleOf("--role", "viewer")
    assert.deepStrictEqual(await roleOf(), made)
    assert.deepStrictEqual(await roleOf("--role", "admin"), { ...made, role: "admin" })
  })

  it.for<[settings: Readonly<Record<string, string>>, says: RegExp]>([
    [{}, /^partner-api: OPERATOR_PORT is not set, .* Set OPERATOR_PORT to a port .* restart the server\.$/],
    [{ OPERATOR_PORT: "0" }, /^partner-api: OPERATOR_PORT is 0, .* or OPERATOR_URL to the address/]
  ])("says what is missing with %j, and makes no operator", async ([settings, says]) => {
    const file = folder.file("unset.db")
    const { code, stderr, stdout } = await processesOn(file, settings).run("console", "login", "--operator", "Ada")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, says)
    assert.isFalse(Fs.existsSync(file))
  })

  it.for<[line: ReadonlyArray<string>, says: RegExp]>([
    [["login", "--operator", "Ada\u202e"], /--operator must be one line without control characters/],
    [["login", "--operator", "Ada", "--role", "root"], /--role must be "viewer" \| "admin"/],
    [["revoke"], /Missing required flag: --operator/]
  ])("is wrong as %j", async ([line, says]) => {
    const { code, stderr } = await commands("wrong").run("console", ...line)
    assert.strictEqual(code, 2)
    assert.match(stderr, says)
  })
})

describe("partner-api console", async () => {
  const { json, run } = commands("operators")
  const ada = madeOf(await json("console", "login", "--operator", "Ada Lovelace"))
  const ben = madeOf(await json("console", "login", "--operator", "Ben", "--role", "viewer"))

  it("operators: lists who there is, with role, sessions and last use", async () => {
    const rows = rowsOf(await json("console", "operators"))
    assert.sameDeepMembers(
      rows.map(({ created_at: _created, ...row }) => row),
      [ada, ben].map(({ operator }) => ({ ...operator, sessions: 0, last_used_at: null, revoked_at: null }))
    )
    const { stdout } = await run("console", "operators")
    assert.match(stdout, /^id +name +role +sessions +last used +state\n/)
    assert.match(stdout, /^opr_\w+ +Ben +viewer +0 +never +live$/m)
  })

  it.for([
    ["revoke", "Revoke the operator Ben for good"],
    ["erase", "Erase the name of the operator Ben for good"]
  ] as const)("%s: asks first, and changes nothing where nobody can be asked", async ([command, question]) => {
    const { code, stderr } = await run("console", command, "--operator", "Ben")
    assert.strictEqual(code, 1)
    assert.include(stderr, question)
    assert.include(stderr, "Give --yes to do it.")
  })

  it.for(["revoke", "erase"])("%s: knows no operator of another name", async (command) => {
    const { code, stderr } = await run("console", command, "--operator", "ben", "--yes")
    assert.deepStrictEqual([code, stderr.includes("There is no operator ben.")], [1, true])
  })

  it("revoke: an operator who is revoked gets no link, and is not revoked twice", async () => {
    assert.deepInclude(await json("console", "revoke", "--operator", "Ben", "--yes"), {
      id: ben.operator.id,
      name: "Ben"
    })
    for (const line of [
      ["login", "--operator", "Ben"],
      ["revoke", "--operator", "Ben", "--yes"]
    ]) {
      const { code, stderr } = await run("console", ...line)
      assert.strictEqual(code, 1)
      assert.match(stderr, /The operator Ben was revoked at .*Z\. To use the name again, erase this operator\./)
    }
    assert.match((await run("console", "operators")).stdout, /Ben +viewer +0 +never +revoked 20/)
  })

  it("erase: the name is in no file any more, and the audit log goes on to name the id", async () => {
    assert.include(bytesOf("operators"), "Lovelace")
    assert.deepStrictEqual(await json("console", "erase", "--operator", "Ada Lovelace", "--yes"), {
      id: ada.operator.id,
      erased: true
    })
    assert.notInclude(bytesOf("operators"), "Lovelace")
    const { stdout } = await run("audit")
    assert.match(stdout, new RegExp(`operator\\.erased +${ada.operator.id}  by the operator  name`))
    const rows = rowsOf(await json("console", "operators"))
    assert.deepInclude(
      rows.find(({ id }) => id === ada.operator.id),
      { name: null, sessions: 0 }
    )
  })

  it("--help names its commands", async () => {
    const { stdout } = await runProcess(["console", "--help"], {})
    for (const command of ["login", "operators", "revoke", "erase"]) {
      assert.match(stdout, new RegExp(`^ {2}${command} +[A-Z]`, "m"))
    }
  })
})
