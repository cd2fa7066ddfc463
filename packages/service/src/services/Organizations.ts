/**
 * Organizations of a client: lists them, creates new ones, and shows and changes the settings of one.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { tooManyGrants } from "@partner-api/domain/commands/Grant"
import { createOrganization, patchOrganization, withoutMail } from "@partner-api/domain/commands/Organization"
import type { Conflict, PreconditionFailed, UnprocessableEntity } from "@partner-api/domain/Errors"
import { type ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import {
  type NewOrganization,
  type Organization,
  type OrganizationPatch,
  OwnOrganization
} from "@partner-api/domain/Organization"
import { formerSettings, newSettings } from "@partner-api/domain/OrganizationSettings"
import { permissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import { JobAssignmentStore } from "../store/JobAssignmentStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import { RejectionReasonStore } from "../store/RejectionReasonStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { requireHidingOf } from "./AssignedAccess.ts"
import { record } from "./Journal.ts"
import { HasMail } from "./mail/HasMail.ts"
import { requireMatch } from "./Precondition.ts"
import { addFirstReasons } from "./RejectionReasons.ts"

/** The JSON text of an organization in answers, byte for byte. Its ETag is the digest of this text. */
const encodeOrganization = jsonTextOf(OwnOrganization)

export class Organizations extends Context.Service<
  Organizations,
  {
    readonly list: (clientId: ClientId) => Effect.Effect<ReadonlyArray<Organization>, StoreError>
    /** Creates an organization and grants all of it to the client; one journal entry records both. */
    readonly create: (
      clientId: ClientId,
      input: NewOrganization
    ) => Effect.Effect<Organization, Conflict | StoreError, CurrentWrite>
    /** The organization of a token. */
    readonly get: (organizationId: OrganizationId) => Effect.Effect<OwnOrganization, StoreError>
    /** Changes the settings that the patch has. `ifMatch` is the ETag that the caller knows. */
    readonly update: (
      organizationId: OrganizationId,
      patch: OrganizationPatch,
      ifMatch: string | undefined
    ) => Effect.Effect<OwnOrganization, PreconditionFailed | UnprocessableEntity | Conflict | StoreError, CurrentWrite>
  }
>()("@partner-api/service/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const assignments = yield* JobAssignmentStore
      const reasons = yield* RejectionReasonStore
      const hasMail = yield* HasMail

      const create = Effect.fn("Organizations.create")(function* (clientId: ClientId, input: NewOrganization) {
        const id = OrganizationId.make(yield* makeId("org_"))
        // While a server of the release before runs, a new organization hides no jobs.
        const settings = (yield* assignments.mayHide) ? newSettings : formerSettings
        const { entries, next } = createOrganization(id, input, settings)
        yield* store.insert(next, timestampFromMillis(yield* Clock.currentTimeMillis))
        yield* addFirstReasons(reasons, id)
        if (!(yield* store.grant(clientId, { organizationId: id, permissions }))) return yield* tooManyGrants
        yield* record(entries)
        return { id: next.id, name: next.name }
      })

      const update = Effect.fn("Organizations.update")(function* (
        organizationId: OrganizationId,
        patch: OrganizationPatch,
        ifMatch: string | undefined
      ) {
        const stored = yield* store.lock(organizationId)
        yield* requireMatch(ifMatch, () => encodeOrganization(stored))
        const { entries, next } = yield* Effect.fromResult(patchOrganization(stored, patch))
        const refusal = hasMail ? undefined : withoutMail(stored.settings, next.settings)
        if (refusal !== undefined) return yield* refusal
        yield* requireHidingOf(assignments, stored.settings.agency_access, next.settings.agency_access)
        if (entries.length > 0) yield* store.saveSettings(organizationId, next.settings, yield* Clock.currentTimeMillis)
        yield* record(entries)
        return next
      })

      return Organizations.of({ list: store.granted, create, get: store.own, update })
    })
  )
}
