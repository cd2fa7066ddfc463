/**
 * `server.json`, by which the MCP registry and hosts learn how to start the MCP server: the format of 2025-12-11, as far as it is used
 * here. Stricter than the registry: a member that is not listed is an error, and so is a version that is not exact.
 *
 * The registry checks what it is sent; this copy of its rules finds a mistake before a release.
 */
import * as Schema from "effect/Schema"

/** Longer ones are refused by the registry. */
const descriptionMax = 100
const nameMax = 200

/** One version: no range, no "latest". */
const Version = Schema.String.check(Schema.isPattern(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/))

/** A value that a host asks its user for, or sets. */
const input = {
  description: Schema.optionalKey(Schema.NonEmptyString),
  isRequired: Schema.optionalKey(Schema.Boolean),
  format: Schema.optionalKey(Schema.Literals(["string", "number", "boolean", "filepath"])),
  value: Schema.optionalKey(Schema.String),
  isSecret: Schema.optionalKey(Schema.Boolean),
  default: Schema.optionalKey(Schema.String),
  placeholder: Schema.optionalKey(Schema.String),
  choices: Schema.optionalKey(Schema.Array(Schema.String))
}

const EnvironmentVariable = Schema.Struct({
  name: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]*$/)),
  ...input
})

const Argument = Schema.Union([
  Schema.Struct({ type: Schema.Literal("positional"), ...input, value: Schema.String }),
  Schema.Struct({ type: Schema.Literal("positional"), ...input, valueHint: Schema.String }),
  Schema.Struct({ type: Schema.Literal("named"), name: Schema.NonEmptyString, ...input })
])

const Package = Schema.Struct({
  registryType: Schema.Literals(["npm", "mcpb"]),
  identifier: Schema.NonEmptyString,
  version: Version,
  /** The digest of a bundle, which has no registry that keeps one. */
  fileSha256: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[a-f0-9]{64}$/))),
  runtimeHint: Schema.optionalKey(Schema.Literals(["npx"])),
  transport: Schema.Struct({ type: Schema.Literal("stdio") }),
  runtimeArguments: Schema.optionalKey(Schema.Array(Argument)),
  packageArguments: Schema.optionalKey(Schema.Array(Argument)),
  environmentVariables: Schema.optionalKey(Schema.Array(EnvironmentVariable))
})

/** The description of a server. */
export const ServerDescription = Schema.Struct({
  $schema: Schema.Literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  /** Reverse DNS, a slash and a name: its first half names who may publish it. */
  name: Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/), Schema.isMaxLength(nameMax)),
  title: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(descriptionMax))),
  description: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(descriptionMax)),
  version: Version,
  repository: Schema.optionalKey(
    Schema.Struct({
      url: Schema.String,
      source: Schema.Literals(["github", "gitlab"]),
      id: Schema.optionalKey(Schema.String),
      subfolder: Schema.optionalKey(Schema.String)
    })
  ),
  websiteUrl: Schema.optionalKey(Schema.String),
  packages: Schema.NonEmptyArray(Package)
})

export type ServerDescription = typeof ServerDescription.Type

/** Reads the text of a description. Throws, with the place, at the first thing that is wrong. */
export const parseServerDescription = (text: string): ServerDescription =>
  Schema.decodeUnknownSync(Schema.fromJsonString(ServerDescription), { onExcessProperty: "error" })(text)
