/**
 * The generated Python client against the sandbox: the whole walk, by `python3` and its standard library (issue of the partners; docs/decisions/0147).
 */
import { join } from "node:path"
import { assert, it } from "vitest"
import { clientsFolder } from "../src/GeneratedClients.ts"
import { run } from "./Release.ts"
import { startSandbox } from "./Sandbox.ts"

it(
  "walks from the credentials to a verified webhook, with every warning as an error",
  { timeout: 120_000 },
  async () => {
    await using sandbox = await startSandbox(40, 20)
    const walk = join(import.meta.dirname, "walk.py")
    const settings = { ...sandbox.env, PYTHONPATH: clientsFolder, PYTHONDONTWRITEBYTECODE: "1" }
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
