/**
 * The commit that the program was built from. It is not known here: the program that is one file has it in place of this module
 * (`rolldown.config.ts`).
 */
export const commit: string | undefined = undefined
