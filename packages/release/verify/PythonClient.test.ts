/**
 * The generated Python client: the whole walk against the sandbox, and broken answers, refusals and forged webhooks, by `python3` and its standard library
 * (docs/decisions/0147).
 */
import { globSync, mkdtempSync, rmSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { clientsFolder } from "../src/GeneratedClients.ts"
import { run } from "./Release.ts"
import { startSandbox } from "./Sandbox.ts"

/** The Python of this machine, and the oldest that the module is for, where pyenv has it. */
const pythons = ["python3", ...globSync(join(homedir(), ".pyenv/versions/3.9.*/bin/python3.9")).slice(0, 1)]

const settingsOf = (env: Readonly<Record<string, string>> = {}) => ({
  ...env,
  PYTHONPATH: clientsFolder,
  PYTHONDONTWRITEBYTECODE: "1"
})

describe.for(pythons)("the module on %s", (python) => {
  it("keeps to its errors and its checks, whatever is answered or sent to it", async () => {
    const faults = join(import.meta.dirname, "faults.py")
    const { status, stderr } = await run({ folder: clientsFolder, env: process.env }, python, [faults], settingsOf())
    assert.strictEqual(status, 0, stderr)
    assert.match(stderr, /^Ran [1-9]\d tests/m)
  })
})

/** The type checker: fetched for this test, because nothing else needs it. */
const mypy = "mypy==2.4.0"

it("holds under mypy --strict, and so does a program that uses it", { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "partner-mypy-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const machine = { folder, env: process.env }
  const installed = await run(machine, "python3", ["-m", "pip", "install", "--quiet", "--target", "mypy", mypy])
  assert.strictEqual(installed.status, 0, installed.stderr)
  const files = [join(clientsFolder, "partner_api.py"), join(import.meta.dirname, "typed.py")]
  const { status, stdout } = await run(machine, "python3", ["-m", "mypy", "--strict", ...files], {
    PYTHONPATH: join(folder, "mypy"),
    MYPYPATH: clientsFolder
  })
  assert.strictEqual(status, 0, stdout)
})

it(
  "walks from the credentials to a verified webhook, with every warning as an error",
  { timeout: 120_000 },
  async () => {
    await using sandbox = await startSandbox(40, 5)
    const walk = join(import.meta.dirname, "walk.py")
    const settings = settingsOf(sandbox.env)
    const { status, stderr, stdout } = await run(
      { folder: clientsFolder, env: process.env },
      "python3",
      ["-W", "error", walk],
      settings
    )
    assert.deepStrictEqual(
      [status, stderr, stdout.split("\n")],
      [
        0,
        "",
        [
          "OwnOrganization True",
          "organizations 2",
          "jobs 250",
          "one user True",
          "422 unprocessable_entity [('body', '/email')]",
          "404 not_found",
          "UNCONFIRMED AWAITING_SORT True",
          "history ['application.submitted', 'application.confirmed']",
          "stale precondition_failed",
          "deprecated True",
          "A note None",
          "waited True",
          "verified True",
          "PingEvent ping",
          "Unknown job.of_tomorrow",
          "refused"
        ]
      ]
    )
  }
)
