/**
 * The bounds of what the listener reads, with the reason of each (decisions, Limits). Those of the service are in `packages/service`.
 */

import { uploadTimeoutMs } from "@partner-api/domain/Attachment"

/** The largest head of a request, address included. */
export const headerBytesMax = 16_384

/** The maximum number of headers; no client of this API sends a tenth of it. */
export const headersCountMax = 100

/** The timeout for the head of a request; slower is a mistake or an attack. */
export const headersTimeoutMs = 10_000

/** The timeout for the whole request, unless its body is a file. */
export const requestTimeoutMs = 10_000

/** The timeout for a request whose body is a file: that of the upload, and what comes before it. The stage that reads the file has the other bounds. */
export const fileRequestTimeoutMs = uploadTimeoutMs + requestTimeoutMs

/** The timeout for reading an answer whose request or body is a file: ten MiB at the pace of the slowest upload take five times the minimum. */
export const fileResponseTimeoutMs = 900_000

/** The time between two checks of connections for these times. */
export const timeoutCheckMs = 1_000

/** The timeout for reading an answer, counted from the head of its request; a slower reader is cut. */
export const responseTimeoutMs = 12_000

/** The timeout of open requests after a stop. Closing the rest takes a second, and container engines kill after ten, on busy machines too. */
export const gracefulStopMs = 6_000

/** The maximum number of open connections; the server closes each new one beyond it. */
export const connectionsMax = 10_000

/** The size from which an answer is compressed, in bytes: a smaller one fits the first packet anyway. */
export const compressedBytesMin = 1_025
