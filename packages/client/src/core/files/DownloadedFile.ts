/**
 * The file of an answer: its name and digest from the headers, and its bytes, counted, so that a stream that ends early fails.
 */
import * as Result from "effect/Result"
import type { DownloadedFile, FileCall } from "./FileMethods.ts"

type Headers = Readonly<Record<string, string>>

/** The name in a `Content-Disposition`: the encoded one, else the plain one. */
const nameIn = (disposition: string): string => {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1]
  const decoded = encoded === undefined ? undefined : Result.try(() => decodeURIComponent(encoded))
  if (decoded !== undefined && Result.isSuccess(decoded)) return decoded.success
  const [, quoted, plain = ""] = /filename=(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? plain
}

/** The pieces that pass, counted. */
const counted = (totalBytes: number, onProgress: FileCall["options"]["onProgress"]) => {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      bytes += piece.byteLength
      controller.enqueue(piece)
      onProgress?.({ bytes, totalBytes })
    },
    flush: (controller) => {
      if (bytes !== totalBytes) controller.error(new TypeError(`The file ended after ${bytes} of ${totalBytes} bytes.`))
    }
  })
}

/** The file of an answer with these headers. */
export const downloadedFile = (
  headers: Headers,
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onProgress, signal }: FileCall["options"]
): DownloadedFile => {
  const sizeBytes = Number(headers["content-length"])
  return {
    fileName: nameIn(headers["content-disposition"] ?? ""),
    mediaType: headers["content-type"] ?? "application/octet-stream",
    sizeBytes,
    sha256: (headers["etag"] ?? "").replaceAll(/^W\/|"/g, ""),
    stream: content.pipeThrough(counted(sizeBytes, onProgress), signal === undefined ? {} : { signal })
  }
}

/** The bytes of a file that is sent, each piece reported once it has been taken. */
export const withProgress = (
  blob: Blob,
  onProgress: NonNullable<FileCall["options"]["onProgress"]>
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const totalBytes = blob.size
  return blob.stream().pipeThrough(counted(totalBytes, onProgress))
}
