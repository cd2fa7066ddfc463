/**
 * The bundle for hosts that install an MCP server with a click (`.mcpb`): the built program and a manifest, in a zip file.
 *
 * The manifest is made from the package and from `server.json`: the host asks its user for each setting of the
 * environment. The bundle only reads: for writes, start the program with `--enable-writes`.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { zipSync } from "fflate"
import type { Manifest } from "./Packages.ts"
import { parseServerDescription, type ServerDescription } from "./ServerDescription.ts"

/** The version of the format. Hosts of the versions before refuse a newer one. */
const manifestVersion = "0.3"

/** Files of one bundle have one time, so that the same sources make the same bundle. Zip knows no earlier time. */
const fileTime = new Date("1980-01-02T00:00:00Z")

type Setting = NonNullable<ServerDescription["packages"][number]["environmentVariables"]>[number]

/** The key of a setting in the bundle: `client_id` for `PARTNER_CLIENT_ID`. */
const keyOf = ({ name }: Setting): string => name.replace(/^PARTNER_/, "").toLowerCase()

/** The title of a setting in a form: "Client id" for `PARTNER_CLIENT_ID`. */
const titleOf = (setting: Setting): string => {
  const words = keyOf(setting).replaceAll("_", " ").replace("url", "URL")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The manifest of the bundle. */
export const bundleManifest = (manifest: Manifest, description: ServerDescription, program: string) => {
  const settings = description.packages[0].environmentVariables ?? []
  return {
    manifest_version: manifestVersion,
    name: program,
    display_name: description.title ?? description.name,
    version: description.version,
    description: description.description,
    author: { name: "The authors of the Recruiting Partner API" },
    license: manifest.license,
    server: {
      type: "node",
      entry_point: `server/${program}.cjs`,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/server/${program}.cjs`, "stdio"],
        env: Object.fromEntries(settings.map((setting) => [setting.name, `\${user_config.${keyOf(setting)}}`]))
      }
    },
    // Which tools there are depends on the platform that the user names.
    tools_generated: true,
    user_config: Object.fromEntries(
      settings.map((setting) => [
        keyOf(setting),
        {
          type: "string",
          title: titleOf(setting),
          description: setting.description ?? "",
          required: setting.isRequired ?? false,
          sensitive: setting.isSecret ?? false,
          // A host fills in nothing for a setting that has neither a value nor a default; an empty one counts as absent.
          ...(setting.isRequired === true ? {} : { default: setting.default ?? "" })
        }
      ])
    ),
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: manifest.engines.node } }
  }
}

/** The bytes of the bundle. `content` is the unpacked tarball of the package. */
export const makeMcpBundle = (content: string, serverJson: string, manifest: Manifest, program: string): Uint8Array => {
  const text = JSON.stringify(bundleManifest(manifest, parseServerDescription(serverJson), program), null, 2)
  const files = {
    "manifest.json": new TextEncoder().encode(`${text}\n`),
    LICENSE: readFileSync(join(content, "LICENSE")),
    "README.md": readFileSync(join(content, "README.md")),
    [`server/${program}.cjs`]: readFileSync(join(content, `dist/${program}.cjs`)),
    "server/main.mjs": readFileSync(join(content, "dist/main.mjs"))
  }
  return zipSync(files, { level: 9, mtime: fileTime })
}
