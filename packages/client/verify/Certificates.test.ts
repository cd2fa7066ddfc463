/**
 * Certificates that are not trusted, with real ones: made here, and shown by a server to a program of its own (README).
 */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import * as Https from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import { runIn } from "./package/Project.ts"

/** A value in DER: its tag, its length, its contents. */
const der = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(contents)
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...contents: ReadonlyArray<Uint8Array>) => der(0x30, ...contents)
const oid = (...bytes: ReadonlyArray<number>) => der(0x06, Buffer.from(bytes))
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const commonName = (text: string) => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(text)))))
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`))

const dayMs = 86_400_000

interface Wanted {
  readonly name: string
  readonly days: number
}

/** A certificate for a host name, signed with its own key (RFC 5280 §4.1), in PEM. */
const selfSigned = ({ days, name }: Wanted, key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }) => {
  const now = Date.now()
  const alternative = sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const authority = sequence(
    oid(0x55, 0x1d, 0x13),
    der(0x01, Buffer.from([255])),
    der(0x04, sequence(der(0x01, Buffer.from([255]))))
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName(name),
    sequence(time(new Date(now - 10 * dayMs)), time(new Date(now + days * dayMs))),
    commonName(name),
    key.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(authority, alternative))
  )
  const signature = sign("sha256", content, key.privateKey)
  const certificate = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`
}

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "partner-client-certificates-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const index = join(import.meta.dirname, "../src/index.ts")

const program = (port: number) => `
  import { createClient } from ${JSON.stringify(index)}
  const partner = createClient({ baseUrl: "https://localhost:${port}", clientId: "id", clientSecret: "secret" })
  await partner.organizations.list().catch(({ _tag, attempts, message }) => console.log(_tag, attempts, message))`

/** What a client says of a server with this certificate, which it trusts or does not. */
const judged = async (wanted: Wanted, isTrusted: boolean): Promise<string> => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const cert = selfSigned(wanted, key)
  const server = Https.createServer(
    { key: key.privateKey.export({ type: "pkcs8", format: "pem" }), cert },
    (_request, response) => response.writeHead(404).end()
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? (address?.port ?? 0) : 0
  const [authority, file] = [join(folder, "authority.pem"), join(folder, "program.mjs")]
  await writeFile(authority, cert)
  await writeFile(file, program(port))
  const ran = await runIn(folder, process.execPath, [file], isTrusted ? { NODE_EXTRA_CA_CERTS: authority } : {})
  server.close()
  server.closeAllConnections()
  return ran.output
}

it.for([
  ["self-signed", { name: "localhost", days: 10 }, false, /^Tls 1 .*is self-signed/],
  ["expired", { name: "localhost", days: -1 }, true, /^Tls 1 .*has expired/],
  ["for another host name", { name: "elsewhere.example", days: 10 }, true, /^Tls 1 .*is for another host name/],
  // The server has no endpoints: the connection itself is good.
  ["trusted", { name: "localhost", days: 10 }, true, /^NotFound 1 /]
] as const)("a certificate that is %s is judged as it should be", async ([, wanted, isTrusted, expected]) => {
  assert.match(await judged(wanted, isTrusted), expected)
})
