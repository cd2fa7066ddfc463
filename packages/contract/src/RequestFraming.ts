/**
 * Whether the head of a request determines the end of its body for every reader alike (RFC 9112 §6). Where two readers disagree, the bytes behind
 * the body are a request to one of them and a part of the body to the other (request smuggling). What Node's parser refuses, such as two
 * lengths, is not looked at again.
 */

/** The parts of a request that the check reads. */
interface RequestHead {
  readonly httpVersion: string
  readonly headers: { readonly "transfer-encoding"?: string | undefined }
}

/** HTTP/1.0 has no transfer codings (§6.1). Of several, Node undoes the chunks alone and takes what is inside for the body. */
export const hasCertainEnd = ({ headers, httpVersion }: RequestHead): boolean => {
  const coding = headers["transfer-encoding"]
  return coding === undefined || (httpVersion === "1.1" && coding.toLowerCase() === "chunked")
}

/** Why such a request is refused. */
export const uncertainEnd =
  "The end of the body is not certain, so this connection is closed; use the transfer coding chunked alone and over HTTP/1.1, or send Content-Length."
