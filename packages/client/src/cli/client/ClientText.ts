/**
 * The client for people: its grants, its limits and its secrets by their ids.
 */
import { lastUseText } from "@partner-api/domain/ClientSecret"
import type * as Option from "effect/Option"
import type { ClientGrant, OwnClient } from "../../core/Model.ts"
import { titledLines } from "../TitledLines.ts"

type OwnSecret = OwnClient["secrets"][number]
type RequestRate = OwnClient["limits"]["client"]

/** The values of the flags of a command about the client. */
export interface ClientInput {
  readonly config: Option.Option<string>
  readonly json: boolean
}

const grantLine = ({ agency_id, organization_id, permissions }: ClientGrant): string =>
  [organization_id, ...(agency_id === undefined ? [] : [`as ${agency_id}`]), permissions.join(", ")].join("  ")

/** A secret in a line. It has no value. */
export const secretLine = ({ created_at, id, last_used_hour }: OwnSecret): string =>
  [id, `made ${created_at}`, lastUseText(last_used_hour)].join("  ")

const rateText = ({ burst, requests_per_second }: RequestRate): string =>
  `${requests_per_second} requests a second, ${burst} at once`

/** The lines of the client. */
export const clientLines = ({ grants, id, limits, name, secrets }: OwnClient): ReadonlyArray<string> =>
  titledLines([
    ["Client", `${id}  ${name}`],
    ["Grants", grants.map(grantLine)],
    ["Rate", `${rateText(limits.organization)} in each organization`],
    ["Rate of all", rateText(limits.client)],
    ["Live tokens", `at most ${limits.live_tokens}`],
    ["Secrets", secrets.map(secretLine)]
  ])
