/**
 * `partner://organizations`, and the first jobs of one: the first page of the tools that list them.
 */
import * as Effect from "effect/Effect"
import type { Principal } from "../protocol/Principal.ts"
import type { Resource } from "../protocol/Resource.ts"
import { notSent } from "../protocol/tool/ToolFailure.ts"
import type { CatalogTool } from "../tools/ToolCatalog.ts"
import type { ToolDependencies } from "../tools/ToolDependencies.ts"
import { organizationIds } from "./Completions.ts"

type Services = CatalogTool extends { readonly call: (call: never) => Effect.Effect<unknown, unknown, infer R> }
  ? R
  : never

/** The answer of a tool, as the text of a resource. */
const answerOf = (tool: CatalogTool, given: Readonly<Record<string, unknown>>, principal: Principal) =>
  Effect.flatMap(
    tool.call({
      arguments: given,
      context: { principal, progress: () => Effect.void },
      elicitation: { _tag: "Unable" }
    }),
    (answer) =>
      answer._tag === "Result"
        ? Effect.succeed(JSON.stringify(answer.structured))
        : Effect.fail(notSent("unsupported", "This cannot be read."))
  )

const json = "application/json"

/** The lists that are resources. A tool that is not offered has none. */
export const lists = (
  dependencies: ToolDependencies,
  tools: ReadonlyArray<CatalogTool>
): ReadonlyArray<Resource<Services>> => {
  const { platform } = dependencies
  const organizations = tools.find(({ name }) => name === "list_organizations")
  const jobs = tools.find(({ name }) => name === "list_jobs")
  const jobMetadata = {
    name: "jobs",
    title: "Jobs",
    description: "The first jobs of the organization, by id",
    mimeType: json,
    scopes: jobs?.scopes ?? []
  }
  return [
    ...(organizations === undefined
      ? []
      : [
          {
            uri: "partner://organizations",
            name: "organizations",
            title: "Organizations",
            description: "The organizations that this server may work for",
            mimeType: json,
            read: (principal: Principal) => answerOf(organizations, {}, principal)
          }
        ]),
    ...(jobs === undefined
      ? []
      : [
          platform.pinned === undefined
            ? {
                ...jobMetadata,
                uriTemplate: "partner://organizations/{organization_id}/jobs",
                read: (given: Readonly<Record<string, string>>, principal: Principal) =>
                  answerOf(jobs, given, principal),
                complete: { organization_id: organizationIds(platform) }
              }
            : { ...jobMetadata, uri: "partner://jobs", read: (principal: Principal) => answerOf(jobs, {}, principal) }
        ])
  ]
}
