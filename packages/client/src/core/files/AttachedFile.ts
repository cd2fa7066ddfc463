/**
 * A file that a program attaches, whatever it gave, as a blob with its name and its media type. A blob can be read again, so that a failed upload can be repeated.
 */
import { attachmentBytesMax, AttachmentType } from "@partner-api/domain/Attachment"
import { attachmentFormats } from "@partner-api/domain/AttachmentFormat"
import type { FileCall } from "./FileMethods.ts"

/** A file, ready to be sent. */
export interface AttachedFile {
  readonly blob: Blob
  /** Those of the file. */
  readonly headers: Readonly<Record<string, string>>
}

const tooLarge = `The file is larger than ${attachmentBytesMax} bytes, which is more than the service takes`

const isReadable = (content: object): content is ReadableStream<Uint8Array> => "getReader" in content
const isIterable = (content: object): content is AsyncIterable<Uint8Array> => Symbol.asyncIterator in content

/** The pieces of a stream. A web stream is not iterable everywhere. */
async function* piecesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = content.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

const collect = async (pieces: AsyncIterable<Uint8Array>): Promise<Blob> => {
  const read: Array<Uint8Array<ArrayBuffer>> = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.byteLength
    if (bytes > attachmentBytesMax) throw tooLarge
    read.push(new Uint8Array(piece))
  }
  return new Blob(read)
}

/** Opens a file of Node's. Not imported: a bundle for other runtimes has no such module. */
const openPath = (path: string): Promise<Blob> => {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs")
  if (fs === undefined) throw "A path can be opened on Node 20.16 and later alone: give a Blob"
  return fs.openAsBlob(path)
}

const blobOf = (content: unknown): Promise<Blob> | Blob => {
  if (typeof content === "string") return openPath(content)
  if (content instanceof Blob) return content
  if (content instanceof Uint8Array) return new Blob([new Uint8Array(content)])
  if (typeof content === "object" && content !== null) {
    if (isReadable(content)) return collect(piecesOf(content))
    if (isIterable(content)) return collect(content)
  }
  throw "The file must be a Blob, a Uint8Array, a stream of bytes, or a path"
}

/** The name that a content has by itself. */
const ownName = (content: unknown): string | undefined => {
  if (typeof content === "string")
    return content.slice(Math.max(content.lastIndexOf("/"), content.lastIndexOf("\\")) + 1)
  const name: unknown = typeof content === "object" && content !== null ? Reflect.get(content, "name") : undefined
  return typeof name === "string" ? name : undefined
}

const mediaTypeOf = (fileName: string): string | undefined =>
  attachmentFormats.find(({ extensions }) => extensions.some((extension) => fileName.toLowerCase().endsWith(extension)))
    ?.mediaType

/** A name as a header has it (RFC 8187). */
const encoded = (fileName: string): string =>
  encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*!]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)

const isType = (given: unknown): given is AttachmentType => AttachmentType.literals.some((one) => one === given)

/** The file of a call. Rejects with what is wrong with it. */
export const readAttached = async ({ content, options }: FileCall): Promise<AttachedFile> => {
  const { type } = options
  if (!isType(type)) throw `type must be one of ${AttachmentType.literals.join(", ")}`
  const fileName = options.fileName ?? ownName(content)
  if (typeof fileName !== "string" || fileName === "") throw "fileName is required: the file has no name of its own"
  const blob = await blobOf(content)
  if (blob.size > attachmentBytesMax) throw tooLarge
  const mediaType = options.mediaType ?? (blob.type === "" ? mediaTypeOf(fileName) : blob.type)
  if (typeof mediaType !== "string")
    throw "mediaType is required: the extension of the name is none that the service takes"
  return {
    blob,
    headers: {
      "attachment-type": type,
      "content-disposition": `attachment; filename*=UTF-8''${encoded(fileName)}`,
      "content-type": mediaType
    }
  }
}
