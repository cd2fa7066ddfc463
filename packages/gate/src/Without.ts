/**
 * `--without NAME` of a gate, which may come several times: the programs of others, such as `varnishd`, whose tests are left out. A program
 * that is missing and not named fails its tests. What else is requested is for turbo.
 */

const flag = "--without"

/** The names, and the arguments without them. */
export const withoutOf = (
  args: ReadonlyArray<string>
): { readonly names: ReadonlyArray<string>; readonly rest: ReadonlyArray<string> } => ({
  names: args.flatMap((arg, index) => (args[index - 1] === flag ? [arg] : [])),
  rest: args.filter((arg, index) => arg !== flag && args[index - 1] !== flag)
})
