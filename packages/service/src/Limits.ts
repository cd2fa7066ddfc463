/**
 * The bounds of requests to the service, with the reason of each (decisions, Limits). The size of a body is declared by its endpoint.
 */

/** The longest address: a cursor and every parameter fit many times. */
export const urlBytesMax = 8_192

/** The number of failed logins of one address that are checked in {@link failedLoginWindowMs}; more only make load. */
export const failedLoginsMax = 20

/** The time in which failed logins are counted. */
export const failedLoginWindowMs = 60_000
