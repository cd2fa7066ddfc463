/**
 * The version of the program.
 */
export const programVersion = "0.1.0"
