/**
 * The names of what a call is about, for the human who confirms a write: the title of a job, the name of an agency or of the organization.
 *
 * A record that the credentials may not read has no name; the question then shows its id alone.
 */
import type { ClientError, OrganizationShape } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import { quoted } from "../protocol/confirmation/Question.ts"
import type { Platform } from "../upstream/Platform.ts"
import { explain, type FailedCall } from "../upstream/UpstreamFailure.ts"
import { hasOperation } from "./ContractMetadata.ts"

/** The records whose names are read, and the tool that needs them. */
interface NamesRequest {
  readonly tool: string
  /** The operation of a write: while names are read, it was not sent. */
  readonly operation?: string
  readonly job_id?: string | undefined
  readonly agency_id?: string | undefined
  /** Whether one that is not there is a mistake of the arguments: a stored application may name a record that is gone. */
  readonly mustExist: boolean
}

/** Reads one, when it is wanted, the platform has the operation and the credentials may. */
const readable = <A>(
  platform: Platform,
  operation: string,
  id: string | undefined,
  read: (id: string) => Effect.Effect<A, ClientError>,
  { mustExist, ...call }: FailedCall & Pick<NamesRequest, "mustExist">
) => {
  if (id === undefined || !hasOperation(platform, operation)) return Effect.succeed(undefined)
  const allowed = Effect.catchTag(read(id), "Forbidden", () => Effect.succeed(undefined))
  return explain(mustExist ? allowed : Effect.catchTag(allowed, "NotFound", () => Effect.succeed(undefined)), call)
}

/** Reads a job and an agency, at the same time. */
export const readNames = (
  platform: Platform,
  { agencies, jobs }: Pick<OrganizationShape, "agencies" | "jobs">,
  { agency_id, job_id, ...call }: NamesRequest
) =>
  Effect.all(
    {
      job: readable(platform, "jobs.get", job_id, jobs.get, {
        ...call,
        about: "/job_id",
        next: ["find_jobs", "list_jobs"]
      }),
      agency: readable(platform, "agencies.get", agency_id, agencies.get, {
        ...call,
        about: "/agency_id",
        next: ["list_agencies"]
      })
    },
    { concurrency: "unbounded" }
  )

/** A thing by its name, with its id. */
export const named = (name: string | undefined, id: string): string => (name === undefined ? id : `${name} (${id})`)

/** The organization of a call in a question: its name, where the platform still has it, and its id. */
export const organizationInWords = (platform: Platform, id: string): Effect.Effect<string> =>
  Effect.match(platform.organizations.find(id), {
    onFailure: () => quoted(id),
    onSuccess: (found) => quoted(named(found?.name, id))
  })
