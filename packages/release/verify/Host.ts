/** What a host does with the manifest of a bundle: fills in its folder and what its user has typed. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

interface BundleManifest {
  readonly server: {
    readonly mcp_config: {
      readonly command: string
      readonly args: ReadonlyArray<string>
      readonly env: Readonly<Record<string, string>>
    }
  }
  readonly user_config: Readonly<Record<string, { readonly default?: string }>>
}

/** The command of the bundle in a folder. Settings that the user left out have their defaults. */
export const commandOfBundle = (folder: string, typed: Readonly<Record<string, string>>) => {
  const { server, user_config: settings }: BundleManifest = JSON.parse(
    readFileSync(join(folder, "manifest.json"), "utf8")
  )
  const fill = (text: string): string =>
    text
      .replaceAll("${__dirname}", folder)
      .replaceAll(/\$\{user_config\.(\w+)\}/g, (whole, key: string) => typed[key] ?? settings[key]?.default ?? whole)
  const { command, args, env } = server.mcp_config
  return {
    command,
    args: args.map(fill),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]))
  }
}
