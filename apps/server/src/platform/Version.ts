/**
 * The version of the program: that of its package, which a test holds it to.
 */
export const version = "0.1.0"
