/**
 * Settings from a file and from the environment, and what `partner-api config` shows of them (docs/operators/settings.md).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { declaredSettings } from "../../src/platform/Settings.ts"
import { runProgram } from "../Program.ts"
import { sharedFolder } from "../TestServer.ts"

const folder = sharedFolder()
const fileOf = (name: string, text: string | Uint8Array): string => {
  const file = folder.file(name)
  Fs.writeFileSync(file, text)
  return file
}
const show = async (file: string | undefined, env: Readonly<Record<string, string>> = {}) =>
  await runProgram(["config", "--json", ...(file === undefined ? [] : ["--config", file])], env)

/** What is in force, by name. */
const inForce = async (file: string | undefined, env?: Readonly<Record<string, string>>) => {
  const { code, stderr, stdout } = await show(file, env)
  assert.strictEqual(code, 0, stderr)
  const rows: ReadonlyArray<{ name: string; value: string; source: string }> = JSON.parse(stdout)
  return new Map(rows.map(({ name, source, value }) => [name, [value, source]] as const))
}

describe("partner-api config", () => {
  it("shows every setting with its default", async () => {
    const rows = await inForce(undefined)
    assert.deepStrictEqual(
      [...rows].map(([name, [, source]]) => [name, source]),
      declaredSettings.map(({ name }) => [name, "default"])
    )
  })

  it.for([
    ["settings.env", 'PORT=9000\nRATE_LIMIT_BURST="7"\nALLOWED_HOSTS=a.example, b.example\n'],
    ["notepad.env", '\ufeffPORT=9000\r\nRATE_LIMIT_BURST="7"\r\nALLOWED_HOSTS=a.example, b.example\r\n'],
    [
      "powershell.env",
      Buffer.from("\ufeffPORT=9000\r\nRATE_LIMIT_BURST=7\r\nALLOWED_HOSTS=a.example, b.example\r\n", "utf16le")
    ],
    ["settings.json", '{"PORT":9000,"RATE_LIMIT_BURST":"7","ALLOWED_HOSTS":["a.example","b.example"]}'],
    ["settings.toml", 'PORT = 9000\nRATE_LIMIT_BURST = "7"\nALLOWED_HOSTS = ["a.example", "b.example"]\n']
  ] as const)("reads %s, below the environment", async ([name, text]) => {
    const rows = await inForce(fileOf(name, text), { RATE_LIMIT_BURST: "9" })
    assert.deepStrictEqual(rows.get("PORT"), ["9000", "file"])
    assert.deepStrictEqual(rows.get("RATE_LIMIT_BURST"), ["9", "environment"])
    assert.deepStrictEqual(rows.get("ALLOWED_HOSTS"), ["a.example, b.example", "file"])
    assert.deepStrictEqual(rows.get("HOST"), ["127.0.0.1", "default"])
  })

  it("shows no password", async () => {
    const { stdout } = await show(undefined, { DATABASE_URL: "postgres://ann:s3cret@db.example/partners" })
    assert.include(stdout, "postgres://ann@db.example/partners")
    assert.notInclude(stdout, "s3cret")
  })

  it.for<[what: string, text: string | undefined, env: Readonly<Record<string, string>>, expected: RegExp]>([
    [
      "a name in the file that is no setting",
      "POTR=1",
      {},
      /settings\.env has POTR, which is no setting\. Write PORT instead/
    ],
    ["a strange name in the file", "CACHE=1", {}, /has CACHE, which is no setting\. Run: partner-api config/],
    ["a value in the file that is wrong", "PORT=x", {}, /The setting PORT is wrong/],
    ["a folder", "", {}, /cannot be read: it is not a file/],
    ["a file that is not there", "", {}, /missing\.env cannot be read: NotFound/]
  ])("refuses %s", async ([what, text, env, expected]) => {
    const file =
      what === "a folder"
        ? folder.path
        : text === undefined
          ? undefined
          : what.includes("not there")
            ? folder.file("missing.env")
            : fileOf("settings.env", text)
    const { code, stderr, stdout } = await show(file, env)
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, expected)
  })

  it.for([
    ["SECRET_KEY", "SECRETS_KEY"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["WORKER", "WORKERS"],
    ["RATE_LIMIT_BRUST", "RATE_LIMIT_BURST"]
  ] as const)(
    "shows that %s in the environment has no effect, and goes on (docs/decisions/0099)",
    async ([name, meant]) => {
      const { code, stderr, stdout } = await show(undefined, { [name]: "of another program" })
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(
        stderr,
        `partner-api: the environment has ${name}, which is no setting and has no effect: write ${meant} if that is meant.`
      )
      assert.notInclude(stdout, "of another program")
    }
  )

  it("lets names be that container platforms put into every environment", async () => {
    const { code, stderr } = await show(undefined, { WORKERS_PORT: "tcp://10.0.0.1:80", WORKERS_HOST: "x", HOME: "/" })
    assert.strictEqual(code, 0, stderr)
  })
})

it("--help lists each command in one line", async () => {
  const { stdout } = await runProgram(["--help"], {})
  const [, commands = ""] = stdout.split("SUBCOMMANDS\n")
  assert.match(commands, /^ {2}serve +Run the service for partners$/m)
  for (const line of commands.trimEnd().split("\n")) assert.match(line, /^ {2}[a-z]+ +[A-Z]/)
})

it("serve --help lists every setting", async () => {
  const { stdout } = await runProgram(["serve", "--help"], {})
  for (const { name } of declaredSettings) assert.match(stdout, new RegExp(`^ +${name} `, "m"))
})
