/**
 * The size of one message of a client, a body over HTTP or a line over stdio.
 */

/**
 * The largest call that there is, 20 fees whose notes are written in escapes, is half of this. Every caller waits while a body of wrong
 * arguments is read, and longer the larger it is.
 */
export const messageBytesMax = 262_144
