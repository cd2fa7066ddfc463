/**
 * Cursors as the product writes and reads them, so that a page of a peer leads on to a page of the product and back. A second
 * implementation on purpose: a peer that used the product's code would not be one.
 */
import * as Crypto from "node:crypto"

/** Writes and reads the cursors of one list. */
export const makeCursors = (list: string, secret: string) => {
  const key = Crypto.createSecretKey(Buffer.from(secret, "base64url"))
  const sign = (text: string) => Crypto.createHmac("sha256", key).update(text).digest("base64url")

  const write = (organizationId: string, after: string, limit: number): string => {
    const payload = JSON.stringify([1, list, organizationId, after, limit, {}, Date.now()])
    const body = Buffer.from(payload).toString("base64url")
    return `${body}.${sign(body)}`
  }

  const read = (text: string, organizationId: string): { after: string; limit: number } | undefined => {
    const [body = "", signature = ""] = text.split(".")
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(body))]
    if (given.length !== expected.length || !Crypto.timingSafeEqual(given, expected)) return undefined
    const [version, ofList, ofOrganization, after, limit, , issuedAtMs] = JSON.parse(
      Buffer.from(body, "base64url").toString()
    )
    const good =
      version === 1 && ofList === list && ofOrganization === organizationId && Date.now() < issuedAtMs + 86_400_000
    return good ? { after, limit } : undefined
  }

  return { write, read }
}
