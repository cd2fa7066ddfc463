/**
 * The formats of attachments: media type, extensions of the file name and first bytes, which must agree (recruiting, Attachments).
 *
 * Reads the first bytes alone. A container is not opened, so a zip with macros that is named `.docx` passes: the scanner is for that.
 */
import type { Problem } from "./Problem.ts"

/** The first bytes that a check needs: enough to see a control character in what is called text. */
export const headBytes = 512

interface Format {
  readonly mediaType: string
  /** In lower case, with the dot. */
  readonly extensions: ReadonlyArray<string>
  /** The first bytes of a file; absent for text. */
  readonly signature?: ReadonlyArray<number>
}

const zip = [0x50, 0x4b, 0x03, 0x04]

/** Every format that is taken. */
export const attachmentFormats: ReadonlyArray<Format> = [
  { mediaType: "application/pdf", extensions: [".pdf"], signature: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: [".docx"],
    signature: zip
  },
  {
    mediaType: "application/msword",
    extensions: [".doc"],
    signature: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  },
  { mediaType: "application/vnd.oasis.opendocument.text", extensions: [".odt"], signature: zip },
  { mediaType: "application/rtf", extensions: [".rtf"], signature: [0x7b, 0x5c, 0x72, 0x74, 0x66] },
  { mediaType: "text/plain", extensions: [".txt"] },
  {
    mediaType: "image/png",
    extensions: [".png"],
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  },
  { mediaType: "image/jpeg", extensions: [".jpg", ".jpeg"], signature: [0xff, 0xd8, 0xff] }
]

const beginsWith = (head: Uint8Array, signature: ReadonlyArray<number>): boolean =>
  signature.every((byte, index) => head[index] === byte)

/** The control characters of plain text: tab, line ends, form feed. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d])

/** The first byte that is no control character. */
const printableMin = 0x20

/** Whether bytes are text of any encoding that ASCII is a part of: no control characters, and the signature of no other format. */
const isText = (head: Uint8Array): boolean =>
  head.every((byte) => byte >= printableMin || textControls.has(byte)) &&
  attachmentFormats.every(({ signature }) => signature === undefined || !beginsWith(head, signature))

const listOf = (values: ReadonlyArray<string>): string => values.join(", ")

const mediaTypeProblem: Problem = {
  in: "header",
  path: "/content-type",
  code: "format",
  message: `must be one of ${listOf(attachmentFormats.map(({ mediaType }) => mediaType))}`
}

/** The media type of a `Content-Type`, without its parameters. */
const mediaTypeOf = (contentType: string): string => (contentType.split(";")[0] ?? "").trim().toLowerCase()

const isNamed = (fileName: string, extension: string): boolean => fileName.toLowerCase().endsWith(extension)

/** The format of a `Content-Type` and a file name, or what is wrong with them: what is known before the first byte. */
export const formatOf = (contentType: string | undefined, fileName: string): Format | Problem => {
  const mediaType = mediaTypeOf(contentType ?? "")
  const format = attachmentFormats.find((one) => one.mediaType === mediaType)
  if (format === undefined) return mediaTypeProblem
  return format.extensions.some((extension) => isNamed(fileName, extension))
    ? format
    : {
        in: "header",
        path: "/content-disposition",
        code: "format",
        message: `must name a file that ends in ${listOf(format.extensions)}, as Content-Type is ${format.mediaType}`
      }
}

/** The mistake in the first bytes of a file of a format: {@link headBytes} of them, or all of a shorter file. */
export const headProblem = ({ mediaType, signature }: Format, head: Uint8Array): Problem | undefined =>
  (signature === undefined ? isText(head) : beginsWith(head, signature))
    ? undefined
    : {
        in: "body",
        path: "",
        code: "format",
        message: `must be a file of the type ${mediaType}: its first bytes are of another type`
      }
