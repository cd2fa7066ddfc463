/**
 * The secret that `partner listen` signs with: as that of a webhook endpoint, and the same at each start, so that a program under
 * development is configured once.
 *
 * It is derived from the client's secret (HKDF, RFC 5869) and does not reveal it. Nothing is stored, and it is another one after the
 * client's secret was replaced.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Credentials } from "../credentials/Credentials.ts"

/** The length of a key that the service makes, in bits. */
const keyBits = 256

const algorithm = "HKDF"

/** The secret, for the client of some credentials. */
export const listenSecret = ({ baseUrl, clientId, clientSecret }: Credentials): Effect.Effect<Redacted.Redacted> =>
  Effect.promise(async () => {
    const encoder = new TextEncoder()
    const key = await crypto.subtle.importKey("raw", encoder.encode(Redacted.value(clientSecret)), algorithm, false, [
      "deriveBits"
    ])
    const info = encoder.encode(JSON.stringify(["partner listen", baseUrl, clientId]))
    const bits = await crypto.subtle.deriveBits(
      { name: algorithm, hash: "SHA-256", salt: new Uint8Array(), info },
      key,
      keyBits
    )
    return Redacted.make(`whsec_${Buffer.from(bits).toString("base64")}`, { label: "secret of partner listen" })
  })
