/**
 * The failure of a request that got no answer: the host, the reason in the network's error, and what to do.
 *
 * A connection that was never established is distinguished from one that broke, because nothing was sent; and a certificate that is not trusted
 * from both, because another attempt will not help.
 */
import type { Failure } from "../ClientError.ts"
import { safeCause } from "./SafeCause.ts"
import type { TransportRequest } from "./Transport.ts"

/** The codes of a connection that was never established: nothing was sent. */
const notConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

const trustIt =
  "Set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority. Do not turn the check off: others could read the credentials."

/** The fault of a certificate, by the codes of Node, and its remedy. */
const certificateFaults: ReadonlyArray<readonly [codes: RegExp, fault: string, remedy: string]> = [
  [
    /^CERT_HAS_EXPIRED$/,
    "has expired",
    "Ask the operator of the service to renew it, or set the clock of this machine."
  ],
  [/^CERT_NOT_YET_VALID$/, "is not valid yet", "Set the clock of this machine, or ask the operator of the service."],
  [/^CERT_REVOKED$/, "has been revoked", "Ask the operator of the service."],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, "is self-signed", trustIt],
  [
    /^SELF_SIGNED_CERT_IN_CHAIN$/,
    "is signed by an authority that this machine does not trust, such as a proxy's",
    trustIt
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    "is signed by an authority that this machine does not know",
    `${trustIt} It may also be that the service does not send its whole chain.`
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    "is for another host name",
    "Set baseUrl to the name that the certificate is for."
  ],
  [/^(CERT_|INVALID_CA$|ERR_TLS_CERT)/, "cannot be verified", trustIt]
]

/** The codes of a handshake that failed before any certificate. */
const handshake = /^(EPROTO$|ERR_SSL_)/

const tlsFailure = (code: string): Pick<Failure, "message" | "remedy"> | undefined => {
  const known = certificateFaults.find(([codes]) => codes.test(code))
  if (known !== undefined) {
    const [, fault, remedy] = known
    return { message: `The certificate of the service ${fault} (${code}).`, remedy }
  }
  return handshake.test(code)
    ? {
        message: `No secure connection could be agreed on (${code}).`,
        remedy: "Check scheme and port of baseUrl: a server that speaks plain HTTP fails like this."
      }
    : undefined
}

/** The deepest chain of causes that is searched. */
const depthMax = 5

/** The error with its causes, from the outermost. */
const chainOf = (error: unknown, depth = 0): ReadonlyArray<object> => {
  if (typeof error !== "object" || error === null || depth > depthMax) return []
  const errors: unknown = Reflect.get(error, "errors")
  const within: unknown = Array.isArray(errors)
    ? errors[0]
    : (Reflect.get(error, "cause") ?? Reflect.get(error, "reason"))
  return [error, ...chainOf(within, depth + 1)]
}

/** The code of a network error: the outermost one. */
const codeOf = (chain: ReadonlyArray<object>): string | undefined =>
  chain
    .map((error): unknown => Reflect.get(error, "code"))
    .find((code): code is string => typeof code === "string" && /^[A-Z0-9_]{2,60}$/.test(code))

/** The whole message of `fetch` for a port that it refuses to use, such as 6000. Nothing is sent then, and the error has no code. */
const refusedPort = "bad port"

const isRefusedPort = (chain: ReadonlyArray<object>): boolean =>
  chain.some((error) => Reflect.get(error, "message") === refusedPort)

/** The host of an address, with its port. Path and query are not reported: they may hold people. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "the service")

/** The failure of a request that ended with this error. */
export const networkFailure =
  (request: TransportRequest) =>
  (error: unknown): Failure => {
    const chain = chainOf(error)
    const code = codeOf(chain)
    const cause = safeCause(error, request)
    const tls = code === undefined ? undefined : tlsFailure(code)
    if (tls !== undefined) return { tag: "Tls", ...tls, outcome: "not_sent", cause }
    const port = code === undefined && isRefusedPort(chain)
    const reason = port ? "fetch refuses to use this port" : code
    return {
      tag: "Network",
      message: `The connection to ${hostOf(request.url)} failed${reason === undefined ? "" : ` (${reason})`}.`,
      outcome: port || (code !== undefined && notConnected.test(code)) ? "not_sent" : "unknown",
      cause
    }
  }
