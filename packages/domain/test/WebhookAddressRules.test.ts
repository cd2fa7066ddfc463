/**
 * The mistakes in the text of a webhook endpoint's address (decisions, Webhooks).
 */
import { assert, describe, it } from "@effect/vitest"

import { addressMistakes, hostOf, isLocalName, isThisMachine } from "../src/WebhookAddressRules.ts"

const scheme = "must be an https: address"
const host = "must have a host, and a number as port"
const credentials = "must be an address without user and password"
const fragment = "must be an address without a fragment"
const port = "must use port 443, or one from 1024 on"
const portMax = "must have a port of at most 65535"

describe("an address for webhooks", () => {
  it.for([
    ["https://example.com/webhooks?a=1", []],
    ["https://example.com:443/", []],
    ["https://example.com:1024/", []],
    ["https://example.com:1023/", [port]],
    ["https://example.com:25/", [port]],
    ["http://example.com/", [scheme]],
    ["ftp://example.com/", [scheme]],
    ["https://ada@example.com/", [credentials]],
    ["https://:secret@example.com/", [credentials]],
    ["https://example.com/#top", [fragment]],
    ["https://example.com/#", [fragment]],
    ["http://ada:b@example.com:80/#top", [scheme, credentials, fragment]],
    ["http://ada@example.com:25/#top", [scheme, credentials, fragment, port]],
    ["https://example.com:65535/", []],
    ["https://example.com:65536/", [portMax]],
    ["http://example.com:99999", [portMax]],
    ["HTTPS://example.com:99999?a", [portMax]],
    ["https://example.com:x/", [host]],
    ["https://", [host]],
    ["example.com", [scheme]],
    ["", [scheme]]
  ] as const)("%s has these mistakes: %j", ([address, mistakes]) =>
    assert.deepStrictEqual(addressMistakes(address, false), mistakes)
  )

  it.for([
    ["http://localhost:3000/", []],
    ["http://app.localhost:3000/", []],
    ["http://127.0.0.1:3000/", []],
    ["http://0x7f.1:3000/", []],
    ["http://2130706433:3000/", []],
    ["http://[::1]:3000/", []],
    ["http://[::ffff:127.0.0.1]:3000/", []],
    ["http://localhost:80/", []],
    ["http://localhost:81/", [port]],
    ["http://localhost.example.com:3000/", [scheme]],
    ["http://notlocalhost:3000/", [scheme]],
    ["http://128.0.0.1:3000/", [scheme]],
    ["http://[::2]:3000/", [scheme]],
    ["ftp://localhost/", [scheme]]
  ] as const)("%s may be this machine where that is allowed: %j", ([address, mistakes]) =>
    assert.deepStrictEqual(addressMistakes(address, true), mistakes)
  )

  it("may not be this machine on http elsewhere", () =>
    assert.deepStrictEqual(addressMistakes("http://localhost:3000/", false), [scheme]))
})

describe("the host of an address", () => {
  it.for([
    ["https://example.com./", "example.com"],
    ["https://EXAMPLE.com:8443/", "example.com"],
    ["https://[2001:DB8::1]/", "2001:db8::1"],
    ["https://127.1/", "127.0.0.1"]
  ] as const)("of %s is %s", ([address, host]) => assert.strictEqual(hostOf(new URL(address)), host))

  it.for([
    ["localhost", true, true],
    ["a.localhost", true, true],
    ["localhost.example.com", false, false],
    ["127.0.0.1", false, true],
    ["127.255.255.254", false, true],
    ["::ffff:7f00:1", false, true],
    ["::ffff:8000:1", false, false],
    ["10.0.0.1", false, false]
  ] as const)("%s is a local name: %j, this machine: %j", ([host, local, machine]) =>
    assert.deepStrictEqual([isLocalName(host), isThisMachine(host)], [local, machine])
  )
})
