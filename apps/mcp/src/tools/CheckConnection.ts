/**
 * `check_connection`: whether the platform accepts the credentials, and what this server may do. It never fails: its answer holds the
 * problem.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pinnedProblem } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { holds, type Principal } from "../protocol/Principal.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import type { Lack, ToolMetadata } from "../protocol/tool/Tool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { howToEnable, writeGroups } from "./Choices.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "check_connection"

/** The members that are always reported. The rest, such as the extensions of the platform, is for readers. */
const Output = Schema.StructWithRest(Schema.Struct({ auth_ok: Schema.Boolean, read_only: Schema.Boolean }), [
  Schema.Record(Schema.String, Schema.Unknown)
])

/** Shown while the platform has never reported what it offers, and when it reports it later than the list of tools was made. */
const missingTools = {
  away:
    "The platform has not announced yet what it offers, so tools that need an extension are missing. " +
    "Tell the user; call this tool again when the platform can be reached.",
  late:
    "The platform could not be reached before, so tools were missing. They are offered now: list the tools again, or tell the user to " +
    "start this server again."
}

/** The name of each thing that a tool lacks; none while that is not known. */
const lackNames = (lack: Lack | undefined): ReadonlyArray<string> => {
  switch (lack?._tag) {
    case "Extension":
      return [`the extension ${lack.name} of the platform`]
    case "Permission":
      return [`the permission ${lack.anyOf.join(" or ")}`]
    default:
      return []
  }
}

/** The tools that are not offered, by what they lack. */
const lackingTools = (tools: ReadonlyArray<ToolMetadata>, principal: Principal) => {
  const byLack = new Map<string, Array<string>>()
  for (const { lacks, name: tool, scopes = [] } of tools)
    for (const lack of holds(principal, scopes) ? lackNames(lacks?.()) : [])
      byLack.set(lack, [...(byLack.get(lack) ?? []), tool])
  return byLack.size === 0 ? {} : { tools_that_lack: Object.fromEntries(byLack) }
}

export const checkConnection = ({ platform, choices }: ToolDependencies, all: () => ReadonlyArray<ToolMetadata>) => {
  const { features, address, flow, pinned, organizations } = platform
  return readTool({
    ...contractMetadata(platform, "organizations.list"),
    name,
    title: "Check the connection",
    description:
      "Tells whether the platform accepts this server's credentials, and what may be done. Use it when a tool reports a problem with " +
      "credentials or the network.",
    toolset: "core",
    input: Schema.Struct({}),
    output: Output,
    handler: (_input, { principal }) =>
      Effect.gen(function* () {
        const wasKnown = features.all() !== undefined
        const listed = yield* Effect.result(explain(organizations.fresh, { tool: name }))
        yield* features.learn
        const extensions = features.all()
        const problem = listed._tag === "Failure" ? listed.failure : pinnedProblem(platform, listed.success)
        return {
          base_host: address,
          flow,
          auth_ok: listed._tag === "Success",
          ...(listed._tag === "Success" && pinned === undefined
            ? { organizations_visible: listed.success.length }
            : {}),
          ...(pinned === undefined ? {} : { pinned_organization: pinned }),
          read_only: choices.writes.length === 0,
          writes: choices.writes,
          ...(choices.confirm === undefined ? {} : { confirm: choices.confirm }),
          ...(choices.writes.length === 0 ? { how_to_write: howToEnable(writeGroups, choices) } : {}),
          toolsets: choices.toolsets,
          ...(extensions === undefined ? {} : { extensions }),
          ...(wasKnown ? {} : { missing_tools: extensions === undefined ? missingTools.away : missingTools.late }),
          ...lackingTools(all(), principal),
          ...(problem === undefined ? {} : { problem: { error: problem.error, message: problem.message } })
        }
      })
  })
}
