/**
 * Reads the body of a `Request` up to a bound: who sends it is not known yet.
 */
import { bodyNotRaw } from "./RawBody.ts"

/** The most bytes of a body that are read: the service sends events of at most 64 KiB. */
export const bodyBytesMax = 65_536

/** The bytes of a body; undefined for a larger one, whose rest is not read. Rejects with `BodyNotRaw` when something has read it before. */
export const readBody = async (request: Request): Promise<Uint8Array | undefined> => {
  if (request.bodyUsed || request.body?.locked === true) throw bodyNotRaw(undefined)
  if (Number(request.headers.get("content-length") ?? 0) > bodyBytesMax) return undefined
  const bytes = new Uint8Array(bodyBytesMax)
  let length = 0
  const reader = request.body?.getReader()
  for (;;) {
    const chunk = await reader?.read()
    if (chunk?.value === undefined) return bytes.subarray(0, length)
    if (length + chunk.value.length > bodyBytesMax) {
      await reader?.cancel()
      return undefined
    }
    bytes.set(chunk.value, length)
    length += chunk.value.length
  }
}
