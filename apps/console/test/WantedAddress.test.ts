import { assert, describe, it } from "vitest"
import { isOwnAddress } from "../src/session/WantedAddress.ts"

describe("the address that a reader comes back to", () => {
  it.for(["/", "/requests?status=4xx", "/clients/cli_1"])("may be %s", (address) => {
    assert.isTrue(isOwnAddress(address))
  })

  it.for(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "requests", ""])(
    "is never %s",
    (address) => {
      assert.isFalse(isOwnAddress(address))
    }
  )
})
