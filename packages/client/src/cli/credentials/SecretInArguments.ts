/**
 * Refuses secrets among the arguments, before anything else reads them: an argument is seen by everybody on the machine (`ps`), kept
 * in the history of the shell, and shown in messages about wrong command lines. The value is not printed.
 */

const names = /^--?(client[-_]?secret|secret|password|token|access[-_]?token)(=|$)/iu

/** The reason why these arguments are not read; nothing when they hold no flag for a secret. */
export const secretRefusal = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [, name] = args.map((arg) => names.exec(arg)).find((match) => match !== null) ?? []
  return name === undefined
    ? []
    : [
        `partner: there is no --${name}: arguments are seen by everybody on this machine and stay in the history of the shell.`,
        "Run partner login, or set PARTNER_CLIENT_SECRET. If that was a real secret, replace it."
      ]
}
