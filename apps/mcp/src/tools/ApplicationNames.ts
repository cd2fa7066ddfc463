/**
 * The names of what an application is about: the title of its job and the name of its agency, for the human who confirms a write.
 *
 * What the credentials may not read has no name; the question then shows its id alone.
 */
import type { ClientError, OrganizationShape } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import type { Platform } from "../upstream/Platform.ts"
import { explain, type FailedCall } from "../upstream/UpstreamFailure.ts"
import { hasOperation } from "./ContractMetadata.ts"

/** Whose names, and for which tool. */
interface NamesRequest {
  readonly tool: string
  /** The operation of the write: while names are read, it was not sent. */
  readonly operation: string
  readonly job_id: string
  readonly agency_id: string | undefined
  /** Whether one that is not there is a mistake of the arguments: a stored application may have outlived it. */
  readonly mustExist: boolean
}

/** Reads one, when the platform has the operation and the credentials may. */
const readable = <A>(
  platform: Platform,
  operation: string,
  read: Effect.Effect<A, ClientError>,
  { mustExist, ...call }: FailedCall & Pick<NamesRequest, "mustExist">
) => {
  if (!hasOperation(platform, operation)) return Effect.succeed(undefined)
  const allowed = Effect.catchTag(read, "Forbidden", () => Effect.succeed(undefined))
  return explain(mustExist ? allowed : Effect.catchTag(allowed, "NotFound", () => Effect.succeed(undefined)), call)
}

/** Reads both, at the same time. */
export const readNames = (
  platform: Platform,
  { agencies, jobs }: OrganizationShape,
  { agency_id, job_id, ...call }: NamesRequest
) => {
  const job = { ...call, about: "/job_id", next: ["find_jobs", "list_jobs"] }
  const agency = { ...call, about: "/agency_id", next: ["list_agencies"] }
  return Effect.all(
    {
      job: readable(platform, "jobs.get", jobs.get(job_id), job),
      agency:
        agency_id === undefined
          ? Effect.succeed(undefined)
          : readable(platform, "agencies.get", agencies.get(agency_id), agency)
    },
    { concurrency: "unbounded" }
  )
}

/** A thing by its name, with its id. */
export const named = (name: string | undefined, id: string): string => (name === undefined ? id : `${name} (${id})`)
