/**
 * Organizations of a client: lists them and creates new ones.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { tooManyGrants } from "@partner-api/domain/commands/Grant"
import { createOrganization } from "@partner-api/domain/commands/Organization"
import type { Conflict } from "@partner-api/domain/Errors"
import { type ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { NewOrganization, Organization } from "@partner-api/domain/Organization"
import { permissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { record } from "./Journal.ts"

export class Organizations extends Context.Service<
  Organizations,
  {
    readonly list: (clientId: ClientId) => Effect.Effect<ReadonlyArray<Organization>, StoreError>
    /** Creates an organization and grants all of it to the client; one entry tells of both. */
    readonly create: (
      clientId: ClientId,
      input: NewOrganization
    ) => Effect.Effect<Organization, Conflict | StoreError, CurrentWrite>
  }
>()("@partner-api/service/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const store = yield* OrganizationStore

      const create = Effect.fn("Organizations.create")(function* (clientId: ClientId, input: NewOrganization) {
        const id = OrganizationId.make(yield* makeId("org_"))
        const { entries, next } = createOrganization(id, input)
        yield* store.insert(next, timestampFromMillis(yield* Clock.currentTimeMillis))
        if (!(yield* store.grant(clientId, { organizationId: id, permissions }))) return yield* tooManyGrants
        yield* record(entries)
        return next
      })

      return Organizations.of({ list: store.granted, create })
    })
  )
}
