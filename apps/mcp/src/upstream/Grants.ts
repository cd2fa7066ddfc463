/**
 * The permissions that the grants of the credentials hold, as the platform shows a client to itself (decisions, Tokens).
 *
 * They stay unknown where the platform does not show them or does not answer. Then every permission counts as held, and the platform decides.
 */
import type { ClientGrant, PartnerShape } from "@partner-api/client/effect"
import { endpoints } from "@partner-api/contract/Endpoints"
import { isUnbound } from "@partner-api/domain/OwnClient"
import * as Effect from "effect/Effect"
import { areEqual } from "./NameSets.ts"

/** The operation that shows them. */
const operation = "client.get"
const extension = endpoints.find(({ id }) => id === operation)?.metadata.extension

/** The client of the credentials, and the agency that its grant is bound to. */
interface GrantViewer {
  readonly clientId: string
  readonly agencyId: string | undefined
}

export interface Grants {
  /** Whether one of these permissions is held in an organization that this server works for; true where none is needed. */
  readonly allow: (anyOf: ReadonlyArray<string>) => boolean
  /** Whether the credentials are certainly bound to no agency in an organization. */
  readonly areUnbound: (organizationId: string) => boolean
  /** As whom the credentials act in an organization; undefined while that is not known. */
  readonly viewerIn: (organizationId: string) => GrantViewer | undefined
  /** Requests them from a platform with these extensions. It never fails, and gives whether they have changed. */
  readonly learn: (extensions: ReadonlySet<string>, deadlineMs: number) => Effect.Effect<boolean>
}

/** Makes grants that were not requested yet. With an organization only the grant of it counts. */
export const makeGrants = ({ client }: Pick<PartnerShape, "client">, pinned: string | undefined): Grants => {
  let all: ReadonlyArray<ClientGrant> = []
  let held: ReadonlySet<string> | undefined
  let clientId = ""

  return {
    allow: (anyOf) => anyOf.length === 0 || held === undefined || anyOf.some((permission) => held?.has(permission)),
    areUnbound: (organizationId) => isUnbound(all, organizationId),
    viewerIn: (organizationId) => {
      const grant = all.find(({ organization_id: id }) => id === organizationId)
      return grant && { clientId, agencyId: grant.agency_id }
    },
    learn: Effect.fnUntraced(function* (extensions, deadlineMs) {
      if (extension === undefined || !extensions.has(extension)) return false
      const answer = yield* Effect.option(client.get({ retries: 0, deadlineMs }))
      if (answer._tag === "None") return false
      const before = held
      all = answer.value.grants
      clientId = answer.value.id
      held = new Set(
        all
          .filter(({ organization_id: id }) => pinned === undefined || id === pinned)
          .flatMap(({ permissions }): ReadonlyArray<string> => permissions)
      )
      return before === undefined || !areEqual(before, held)
    })
  }
}
