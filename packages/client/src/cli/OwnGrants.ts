/**
 * The grants of the credentials, as the service shows a client to itself (extension `client.read`).
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClientError } from "../core/ClientError.ts"
import type { ClientGrant } from "../core/Model.ts"
import type { PartnerShape } from "../effect/PartnerShape.ts"

/** A service of the plain specification has no such endpoint. Wrong credentials are refused here too; another request names them. */
export const isMissing = (error: ClientError): boolean =>
  error.outcome === "rejected" || error._tag === "UnexpectedResponse"

/** The grants; none where the service does not show them. */
export const ownGrants = ({
  client
}: Pick<PartnerShape, "client">): Effect.Effect<Option.Option<ReadonlyArray<ClientGrant>>, ClientError> =>
  client.get().pipe(
    Effect.map(({ grants }) => Option.some(grants)),
    Effect.catchIf(isMissing, () => Effect.succeedNone)
  )
