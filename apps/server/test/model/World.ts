/**
 * Where the random commands of the model are sent: a service that holds three organizations with two agencies each. The employer has a
 * client, and each agency has one.
 */
import type { Answer, Call } from "../HttpCall.ts"

/** A client in an organization: the employer's, or one that is bound to an agency. */
export interface Caller {
  readonly organizationId: string
  readonly clientId: string
  readonly agencyId: string | undefined
}

export interface World {
  readonly callers: ReadonlyArray<Caller>
  readonly call: (caller: Caller, method: string, path: string, request?: Call) => Promise<Answer>
  /** The id of the placement of a hire in the organization of a caller, or one that nothing has. */
  readonly placementOf: (caller: Caller, applicationId: string) => Promise<string>
  /** Changes what a caller may do, from the next request on. */
  readonly grant: (caller: Caller, permissions: ReadonlyArray<string>) => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Opens a world in which each caller may do everything that it can hold. */
export type OpenWorld = () => Promise<World>

const dayMs = 86_400_000

/** When a run begins: at noon of a day, so that it ends on the same one. */
export const startMs = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2

const dayAt = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
export const today = dayAt(startMs)
export const tomorrow = dayAt(startMs + dayMs)

export const organizationIds = ["org_one", "org_two", "org_three"]

/** Whether an organization obeys the fees of a confirmation at the hire. One of them does. */
export const feesApplyOf = (organizationId: string): "AT_HIRE" | "AT_CONFIRMATION" =>
  organizationId === "org_two" ? "AT_CONFIRMATION" : "AT_HIRE"
/** How many days a claim lasts in an organization: in one of them beyond what a run takes, in the others not at all. */
export const ownershipDaysOf = (organizationId: string): number => (organizationId === "org_two" ? 180 : 0)

const held = ["jobs:read", "agencies:read", "applications:read", "applications:write"]

/** What a caller can hold: an agency cannot hold what is the employer's. */
export const permissionsOf = ({ agencyId }: Pick<Caller, "agencyId">): ReadonlyArray<string> =>
  agencyId === undefined ? [...held, "jobs:write", "users:read", "users:write", "fees:write", "placements:write"] : held

/** The callers of organizations with these agencies, one of `clientIds` for the employers and one more for each agency. */
export const callersOf = (
  [employer = "", ...bound]: ReadonlyArray<string>,
  agencyIdsOf: (organizationId: string) => ReadonlyArray<string>
): ReadonlyArray<Caller> =>
  organizationIds.flatMap((organizationId) => [
    { organizationId, clientId: employer, agencyId: undefined },
    ...bound.map((clientId, index) => ({ organizationId, clientId, agencyId: agencyIdsOf(organizationId)[index] }))
  ])

/** A token for each caller. */
export const tokensOf = async (
  callers: ReadonlyArray<Caller>,
  mint: (caller: Caller) => Promise<string>
): Promise<Map<Caller, string>> => {
  const tokens = new Map<Caller, string>()
  for (const caller of callers) tokens.set(caller, await mint(caller))
  return tokens
}
