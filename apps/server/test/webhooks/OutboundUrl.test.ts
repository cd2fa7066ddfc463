/**
 * Which URLs webhooks are sent to (decisions, Webhooks), as far as the text of a URL decides it.
 */
import { assert, describe, it } from "@effect/vitest"
import { readNetworks } from "@partner-api/service/Networks"
import { type OutboundPolicy, refusalsOf } from "@partner-api/service/services/webhooks/OutboundUrl"

const production: OutboundPolicy = {
  allowedNetworks: [],
  allowsLoopback: false,
  publicUrl: "https://partners.example.com/api"
}
const sandbox: OutboundPolicy = { allowedNetworks: [], allowsLoopback: true, publicUrl: "http://127.0.0.1:8080" }

const scheme = "must be an https: address"
const host = "must have a host, and a number as port"
const port = "must use port 443, or one from 1024 on"
const own = "must not be an address of this service"
const notPublic = "must lead to a public address"
const userInfo = "must be an address without user and password"
const fragment = "must be an address without a fragment"

/** All that is wrong with a URL in a sentence. */
const refusalOf = (policy: OutboundPolicy) => (url: string) => refusalsOf(policy)(url).join(", ") || undefined

/** Spellings of addresses; the parser of URLs reads each as the address that it means. */
const spellings = `
  0x7f.1 2130706433 0177.0.0.1 127.1 127.0.0.1. １２７.０.０.１ 127。0。0。1 0x7f000001 0 [::1] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [0:0:0:0:0:0:0:1] [::127.0.0.1] [64:ff9b::127.0.0.1] 169.254.169.254 0xa9fea9fe 2852039166
  [::ffff:169.254.169.254] [fd00:ec2::254] 100.100.100.200 localhost LOCALHOST localhost. localhost..
  db.localhost db.localhost. ｌｏｃａｌｈｏｓｔ
`
  .trim()
  .split(/\s+/)

describe("the URL of a webhook", () => {
  it.for(spellings)("does not name %s (decisions, Webhooks)", (host) =>
    assert.strictEqual(refusalOf(production)(`https://${host}:8443/hook`), notPublic)
  )

  it.for([
    ["https://hooks.example.com", undefined],
    ["https://hooks.example.com:443/a?b=c", undefined],
    ["https://hooks.example.com:1024", undefined],
    ["https://hooks.example.com:65535/", undefined],
    ["https://8.8.8.8/", undefined],
    ["https://[2606:4700::1111]/", undefined],
    ["https://mylocalhost/", undefined],
    ["https://localhost.example.com/", undefined],
    ["http://hooks.example.com/", scheme],
    ["http://127.0.0.1:9000/", `${scheme}, ${notPublic}`],
    ["http://localhost:9000/", `${scheme}, ${notPublic}`],
    ["http://user@10.0.0.1:25/#top", [scheme, userInfo, fragment, port, notPublic].join(", ")],
    ["ftp://hooks.example.com/", scheme],
    ["file:///etc/passwd", scheme],
    ["data:text/plain,a", scheme],
    ["hooks.example.com", scheme],
    ["", scheme],
    ["https://", host],
    ["https://256.256.256.256/", host],
    ["https://hooks.example.com:65536/", "must have a port of at most 65535"],
    ["https://user@hooks.example.com/", userInfo],
    ["https://:secret@hooks.example.com/", userInfo],
    ["https://8.8.8.8@127.0.0.1/", `${userInfo}, ${notPublic}`],
    ["https://hooks.example.com/#top", fragment],
    ["https://hooks.example.com/#", fragment],
    ["https://hooks.example.com:80/", port],
    ["https://hooks.example.com:25/", port],
    ["https://hooks.example.com:1023/", port],
    ["https://hooks.example.com:0/", port],
    ["https://partners.example.com/", own],
    ["https://PARTNERS.example.com.:8443/hook", own],
    ["https://partners.example.com.evil.example/", undefined],
    [`https://hooks.example.com/${"a".repeat(2_048 - 26)}`, undefined],
    [`https://hooks.example.com/${"a".repeat(2_048 - 25)}`, "must be at most 2048 characters long"]
  ] as const)("%s in production: %s", ([url, expected]) => assert.strictEqual(refusalOf(production)(url), expected))

  it.for([
    ["http://127.0.0.1:9000/hook", undefined],
    ["http://localhost:9000/hook", undefined],
    ["http://db.localhost:9000/hook", undefined],
    ["http://[::1]:9000/hook", undefined],
    ["http://[::ffff:127.0.0.1]:9000/hook", undefined],
    ["http://127.9.0.1:9000/hook", undefined],
    ["http://localhost/hook", undefined],
    ["https://localhost:9443/hook", undefined],
    ["https://hooks.example.com/", undefined],
    ["http://localhost:25/hook", port],
    ["http://hooks.example.com/", scheme],
    ["http://8.8.8.8/", scheme],
    ["http://10.0.0.1:9000/", `${scheme}, ${notPublic}`],
    ["https://10.0.0.1:9000/", notPublic],
    ["http://127.0.0.1:8080/hook", own],
    ["http://localhost:8080/hook", own],
    ["http://[::1]:8080/hook", own]
  ] as const)("%s in the sandbox: %s", ([url, expected]) => assert.strictEqual(refusalOf(sandbox)(url), expected))

  it("may name an address of a network that the operator allows (docs/operators/settings.md)", () => {
    const refusal = refusalOf({ ...production, allowedNetworks: readNetworks("10.0.0.0/8") ?? [] })
    assert.isUndefined(refusal("https://10.1.2.3:8443/hook"))
    assert.strictEqual(refusal("http://10.1.2.3:8080/hook"), scheme)
    assert.strictEqual(refusal("https://192.168.1.1/hook"), notPublic)
    assert.strictEqual(refusal("https://localhost/hook"), notPublic)
  })

  it("may name any public host where the address of this service is not known", () => {
    assert.isUndefined(refusalOf({ ...production, publicUrl: undefined })("https://partners.example.com/"))
  })
})
