/** docs/webhooks.md: its tables are what the library does. Its programs run in verify/docs/Webhooks.test.ts. */
import * as Fs from "node:fs"
import { assert, describe, it } from "vitest"
import { bodyBytesMax } from "../../src/webhooks/RequestBody.ts"
import { webhooks } from "../../src/webhooks.ts"
import { rowsOf } from "./Markdown.ts"

const page = Fs.readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8")

describe("docs/webhooks.md", () => {
  it("has every function, and no other (README)", () =>
    assert.sameMembers(
      rowsOf(page, "Function").flatMap(([name = ""]) =>
        Array.from(name.matchAll(/`webhooks\.(\w+)/g), ([, one]) => one)
      ),
      Object.keys(webhooks)
    ))

  it("states the largest body as it is (README)", () =>
    assert.strictEqual(Number(/more than (\d+) KiB/.exec(page)?.[1]) * 1_024, bodyBytesMax))
})
