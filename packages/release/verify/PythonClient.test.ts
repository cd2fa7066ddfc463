/**
 * The generated Python client against the sandbox: the whole walk, by `python3` and its standard library (issue of the partners; docs/decisions/0147).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import { readDocument } from "../src/OpenApi.ts"
import { pythonClient } from "../src/PythonClient.ts"
import { run } from "./Release.ts"
import { startSandbox } from "./Sandbox.ts"

const folder = mkdtempSync(join(tmpdir(), "partner-python-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it(
  "walks from the credentials to a verified webhook, with every warning as an error",
  { timeout: 120_000 },
  async () => {
    await using sandbox = await startSandbox(40, 20)
    writeFileSync(join(folder, "partner_api.py"), pythonClient(readDocument()))
    const walk = join(import.meta.dirname, "walk.py")
    const settings = { ...sandbox.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" }
    const { status, stderr, stdout } = await run(
      { folder, env: process.env },
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
          "organizations 2",
          "jobs 250",
          "one user True",
          "422 unprocessable_entity [('body', '/email')]",
          "404 not_found",
          "UNCONFIRMED AWAITING_SORT True",
          "A note None",
          "waited True",
          "verified True",
          "refused"
        ]
      ]
    )
  }
)
