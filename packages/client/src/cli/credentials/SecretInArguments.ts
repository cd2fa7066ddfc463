/**
 * Refuses secrets among the arguments, before anything else reads them: an argument is seen by everybody on the machine (`ps`), kept
 * in the history of the shell, and shown in messages about wrong command lines. The value is not printed.
 */

const names = /^--?(client[-_]?secret|secret|password|token|access[-_]?token)(=|$)/iu

/** The refusal of arguments with a flag for a secret; none where they have no such flag. */
export const secretRefusal = (
  args: ReadonlyArray<string>
): { readonly message: string; readonly remedy: string } | undefined => {
  const [, name] = args.map((arg) => names.exec(arg)).find((match) => match !== null) ?? []
  return name === undefined
    ? undefined
    : {
        message: `there is no --${name}: arguments are seen by everybody on this machine and stay in the history of the shell.`,
        remedy: "Run partner login, or set PARTNER_CLIENT_SECRET. If that was a real secret, replace it."
      }
}
