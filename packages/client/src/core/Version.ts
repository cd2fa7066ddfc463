/**
 * The version of the library and of its program: that of the package, which a test holds it to.
 */
export const version = "0.1.0"
