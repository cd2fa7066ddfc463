/**
 * The two methods whose bodies are files: `applications.attach` sends one, and `applications.download` gets one. Their endpoints stand in the contract beside
 * the others; `pnpm generate` makes methods of JSON alone.
 *
 * Types only: `FileCalls.ts` makes the methods.
 */
import type { AnyOptions, CallOptions, KeyOptions } from "../CallOptions.ts"
import type { CallOf, MethodKind } from "../MethodKind.ts"
import type { Attachment } from "../Model.ts"

/** The content that a program attaches: bytes in memory, a `Blob` or `File`, a stream, or the path of a file, on Node alone. */
export type FileContent =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | string

/** The progress of a file, in bytes. */
export interface FileProgress {
  readonly bytes: number
  /** The bytes of the whole file. */
  readonly totalBytes: number
}

/** Options of both methods. A file has more time than another call by default: 130 s for an attempt, 400 s for the call. */
interface FileOptions extends CallOptions {
  /** Called for each piece that was sent or has come; from the first byte again when the file is sent again. */
  readonly onProgress?: (progress: FileProgress) => void
}

/** Options of `attach`. */
export interface AttachOptions extends FileOptions, KeyOptions {
  /** The purpose of the file. */
  readonly type: Attachment["type"]
  /** The name of the file; by default that of a `File` or of the path. */
  readonly fileName?: string
  /** The media type; by default that of a `Blob`, or the one of the name's extension. */
  readonly mediaType?: string
}

/** Options of `download`. */
export interface DownloadOptions extends FileOptions {}

/** A file that is coming. */
export interface DownloadedFile {
  /** The name that the file was sent with. It may have any characters: check it before you make a file of that name. */
  readonly fileName: string
  readonly mediaType: string
  readonly sizeBytes: number
  /** The SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string
  /** The bytes, once. Fails where they end early. Cancel it when you do not want the rest. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
}

/** The methods of files. */
export interface FileMethods<Kind extends MethodKind> {
  /**
   * Adds a file to an application. Needs the permission `applications:write` in the organization. A string is the path of a file, on Node alone. A stream is read to
   * its end first, 10 MiB at most, so that the file can be sent again.
   *
   * The service may refuse with `Conflict`, `PayloadTooLarge`, `RequestTimeout`, `UnprocessableEntity` and what refuses other writes.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const attachment = await applications.attach("app_00000001_1", "cv.pdf", { type: "RESUME" })
   * ```
   */
  attach(applicationId: string, file: FileContent, options: AttachOptions): CallOf<Kind, Attachment>
  /**
   * Gets the bytes of a file as a stream. Needs the permission `applications:read` in the organization. It is sent again until the first byte has come, and not after.
   *
   * The service may refuse with `Conflict` (the file waits for its scan, or was rejected) and what refuses other reads.
   *
   * @example
   * ```ts
   * const { applications } = partner.organization("org_acme")
   * const { fileName, stream } = await applications.download("app_00000001_1", "att_01KGAS0F00A2C4E6G8J0K2M4N6")
   * ```
   */
  download(applicationId: string, attachmentId: string, options?: DownloadOptions): CallOf<Kind, DownloadedFile>
}

/** The arguments of a method of files. */
export interface FileCall {
  readonly params: Readonly<Record<string, unknown>>
  /** The content that is sent; absent for a download. */
  readonly content: unknown
  readonly options: AnyOptions & Partial<AttachOptions>
  readonly mistake: string | undefined
}
