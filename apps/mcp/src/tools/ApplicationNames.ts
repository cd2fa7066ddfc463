/**
 * The names of what an application is about: the title of its job and the name of its agency, for the human who confirms a write.
 *
 * What the credentials may not read, or what is not there, has no name; the question then shows its id alone.
 */
import type { ClientError, OrganizationShape } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import type { Platform } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { hasOperation } from "./ContractMetadata.ts"

/** Reads one, when the platform has the operation and the credentials may. */
const readable = <A>(platform: Platform, operation: string, read: Effect.Effect<A, ClientError>, tool: string) =>
  hasOperation(platform, operation)
    ? explain(
        Effect.catchTag(read, ["NotFound", "Forbidden"], () => Effect.succeed(undefined)),
        { tool }
      )
    : Effect.succeed(undefined)

/** Reads both, at the same time. */
export const readNames = (
  platform: Platform,
  { agencies, jobs }: OrganizationShape,
  { agency_id, job_id }: { readonly agency_id: string | undefined; readonly job_id: string },
  tool: string
) =>
  Effect.all(
    {
      job: readable(platform, "jobs.get", jobs.get(job_id), tool),
      agency:
        agency_id === undefined
          ? Effect.succeed(undefined)
          : readable(platform, "agencies.get", agencies.get(agency_id), tool)
    },
    { concurrency: "unbounded" }
  )

/** A thing by its name, with its id. */
export const named = (name: string | undefined, id: string): string => (name === undefined ? id : `${name} (${id})`)
