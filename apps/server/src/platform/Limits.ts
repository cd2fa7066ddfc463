/**
 * The bounds of what the server reads, with the reason of each (decisions, Limits).
 */

/** The largest body: a hundred times the largest request there is, and nothing that hurts. */
export const bodyBytesMax = 1_048_576

/** The longest address: a cursor and every parameter fit many times. */
export const urlBytesMax = 8_192

/** The largest head of a request, address included. */
export const headerBytesMax = 16_384

/** How deep JSON may nest: the deepest body there is has three levels. */
export const jsonDepthMax = 32

/** The head of a request must be here after so long; slower is a mistake or an attack. */
export const headersTimeoutMs = 10_000

/** The whole request must be here after so long. */
export const requestTimeoutMs = 10_000

/** How often connections are checked for these times. */
export const timeoutCheckMs = 1_000

/** An idle connection is kept for so long: more than the minute that proxies keep theirs. */
export const keepAliveTimeoutMs = 65_000

/** So many connections at once; more are closed when they come. */
export const connectionsMax = 10_000
