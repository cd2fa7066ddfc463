/**
 * Which addresses webhooks are never sent to (decisions, Webhooks). `ipaddr.js` is a second opinion that shares no code with ours.
 */
import { assert, describe, it } from "@effect/vitest"
import { readAddress, readNetworks } from "@partner-api/service/Networks"
import { isReachable, type OutboundNetworks } from "@partner-api/service/services/webhooks/OutboundAddress"
import * as Arbitrary from "effect/Arbitrary"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import ipaddr from "ipaddr.js"

const publicOnly: OutboundNetworks = { allowedNetworks: [], allowsLoopback: false }
const isPublic = (text: string, networks = publicOnly) => isReachable(networks)(Option.getOrThrow(readAddress(text)))
const judge = (text: string) => ipaddr.process(text).range() === "unicast"

const refused = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
  169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
  192.168.0.1 192.175.48.6 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250
  240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::a9fe:a9fe ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:10.0.0.1
  ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::7f00:1 100::1 100:0:0:1::1 2001::1
  2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1
  2620:4f:8000::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1
`
  .trim()
  .split(/\s+/)

/** What clouds answer at public addresses from within, and the parts of IPv6 that nobody has been given: our rule alone refuses them. */
const refusedHereAlone = `
  168.63.129.16 192.80.8.124 34.118.224.1 34.118.239.255 199.36.153.4 199.36.153.11 161.26.0.10 166.8.0.1 166.11.255.255
  2600:2d00:0:4::1 2600:2d00:2:1000::1 2600:2d00:2:20ff::1 200::1 1fff::1 4000::1 5eff::1 6000::1 8000::1 a000::1 e000::1 fe00::1
`
  .trim()
  .split(/\s+/)

const taken = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 169.253.255.255
  172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255 ::ffff:8.8.8.8
  168.63.129.15 168.63.129.17 34.118.223.255 34.118.240.0 199.36.153.3 199.36.153.12 161.25.255.255 161.27.0.0
  166.7.255.255 166.12.0.0 2001:200::1 2001:4860:4860::8888 2600:2d00:0:5::1 2606:4700::1111 2a00::1 2003::1
`
  .trim()
  .split(/\s+/)

const bytes = (length: number) =>
  Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))), {
    minLength: length,
    maxLength: length
  })

/** What the special networks of IPv6 begin with; addresses drawn from all of them are rarely in one. */
const starts = `
  0 2001 2001:2 2001:db8 2002 64:ff9b 64:ff9b:1 100 fc00 fe80 fec0 ff02 2620:4f:8000
`
  .trim()
  .split(/\s+/)
const start = Arbitrary.schema(Schema.Literals(starts))

/** Where ours is stricter: all of IPv6 that is not global unicast (RFC 3587), and what is inside clouds. */
const unknownToJudge =
  readNetworks(
    `::/3, 4000::/2, 8000::/1, 168.63.129.16, 192.80.8.124, 34.118.224.0/20, 199.36.153.4/30, 199.36.153.8/30, 161.26.0.0/16,
     166.8.0.0/14, 2600:2d00:0:4::/64, 2600:2d00:2:1000::/56, 2600:2d00:2:2000::/56`
  ) ?? []
const isJudged = (text: string) =>
  !unknownToJudge.some((network) => IpNetwork.contains(network, Option.getOrThrow(readAddress(text))))

const agree = (text: string) => {
  if (isJudged(text)) assert.strictEqual(isPublic(text), judge(text), text)
}

describe("an address that is not public", () => {
  it.for(refused)("such as %s is refused (decisions, Webhooks)", (text) => {
    assert.isFalse(isPublic(text))
    if (isJudged(text)) assert.isFalse(judge(text.replace(/%.*/, "")))
  })

  it.for(refusedHereAlone)("such as %s is refused, which is public to others (decisions, Webhooks)", (text) => {
    assert.isFalse(isPublic(text))
    assert.isTrue(judge(text))
  })

  it.for(taken)("such as %s is not one of them", (text) => {
    assert.isTrue(isPublic(text))
    assert.isTrue(judge(text))
  })

  it.prop("is one to ipaddr.js too, over IPv4", { parts: bytes(4) }, ({ parts }) => agree(parts.join(".")), {
    arbitrary: { runs: 5_000 }
  })

  it.prop(
    "is one to ipaddr.js too, over IPv6",
    { parts: bytes(16) },
    ({ parts }) => agree(NetAddress.formatIp(NetAddress.ipv6FromBytesUnsafe(Uint8Array.from(parts)))),
    { arbitrary: { runs: 5_000 } }
  )

  it.prop(
    "is one to ipaddr.js too, near the special networks of IPv6",
    { start, parts: bytes(2) },
    ({ parts, start }) => agree(`${start}::${parts.map((part) => part.toString(16)).join(":")}`),
    { arbitrary: { runs: 2_000 } }
  )

  it.prop(
    "is one as IPv4-mapped IPv6 when it is one as IPv4",
    { parts: bytes(4) },
    ({ parts }) => {
      const mapped = NetAddress.toIpv4Mapped(NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(parts)))
      assert.strictEqual(isReachable(publicOnly)(mapped), isPublic(parts.join(".")))
    },
    { arbitrary: { runs: 1_000 } }
  )

  it("is taken in a network that the operator allows, and nowhere else (docs/operators/settings.md)", () => {
    const networks = { allowedNetworks: readNetworks("10.1.0.0/16, fd00::/8") ?? [], allowsLoopback: false }
    for (const text of ["10.1.2.3", "::ffff:10.1.2.3", "fd12::1", "8.8.8.8"])
      assert.isTrue(isPublic(text, networks), text)
    for (const text of ["10.2.0.1", "127.0.0.1", "fc00::1", "64:ff9b::a01:203"])
      assert.isFalse(isPublic(text, networks), text)
  })

  it("is taken on the loopback interface where the sandbox allows that", () => {
    const networks = { allowedNetworks: [], allowsLoopback: true }
    for (const text of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
      assert.isTrue(isPublic(text, networks), text)
    for (const text of ["0.0.0.0", "::", "10.0.0.1", "::127.0.0.1"]) assert.isFalse(isPublic(text, networks), text)
  })
})
