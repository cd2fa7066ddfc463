import { assert, describe, it } from "vitest"
import { bytesText } from "../src/health/Bytes.ts"

describe("the size of a file (docs/console)", () => {
  it.for([
    [0, "0 bytes"],
    [1_023, "1023 bytes"],
    [1_536, "1.5 KiB"],
    [4_194_304, "4 MiB"],
    [157_286_400, "150 MiB"],
    [5_368_709_120, "5 GiB"]
  ] as const)("of %d bytes is %s", ([bytes, text]) => {
    assert.strictEqual(bytesText(bytes), text)
  })
})
