/**
 * `check_connection`: whether the platform accepts the credentials, and what this server may do. It never fails: its answer holds the
 * problem.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { explain } from "../upstream/UpstreamFailure.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { howToEnable, writeGroups } from "./Choices.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "check_connection"

/** What is always told. The rest, such as what the platform announces, is for readers. */
const Output = Schema.StructWithRest(Schema.Struct({ auth_ok: Schema.Boolean, read_only: Schema.Boolean }), [
  Schema.Record(Schema.String, Schema.Unknown)
])

export const checkConnection = ({ platform, choices }: ToolDependencies) => {
  const { features, host, flow, pinned, organizations } = platform
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
    handler: () =>
      Effect.gen(function* () {
        yield* features.learn
        const asked = yield* Effect.result(explain(organizations.fresh, { tool: name }))
        const extensions = features.all()
        return {
          base_host: host,
          flow,
          auth_ok: asked._tag === "Success",
          ...(asked._tag === "Success" && pinned === undefined ? { organizations_visible: asked.success.length } : {}),
          ...(pinned === undefined ? {} : { pinned_organization: pinned }),
          read_only: choices.writes.length === 0,
          writes: choices.writes,
          ...(choices.confirm === undefined ? {} : { confirm: choices.confirm }),
          ...(choices.writes.length === 0 ? { how_to_write: howToEnable(writeGroups, choices) } : {}),
          toolsets: choices.toolsets,
          ...(extensions === undefined ? {} : { extensions }),
          ...(asked._tag === "Failure"
            ? { problem: { error: asked.failure.error, message: asked.failure.message } }
            : {})
        }
      })
  })
}
