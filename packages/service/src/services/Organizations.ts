/**
 * Organizations of a client: lists them and creates new ones.
 */
import { organizationCreated } from "@partner-api/domain/Audit"
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
import { Transaction } from "../store/Transaction.ts"
import { Audit } from "./Audit.ts"

export class Organizations extends Context.Service<
  Organizations,
  {
    readonly list: (clientId: ClientId) => Effect.Effect<ReadonlyArray<Organization>, StoreError>
    /** Creates an organization and grants all of it to the client. Both or neither. */
    readonly create: (clientId: ClientId, input: NewOrganization) => Effect.Effect<Organization, Conflict | StoreError>
  }
>()("@partner-api/service/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const audit = yield* Audit
      const transaction = yield* Transaction

      const create = Effect.fn("Organizations.create")(function* (clientId: ClientId, input: NewOrganization) {
        const organization = { id: OrganizationId.make(yield* makeId("org_")), name: input.name }
        const createdAt = timestampFromMillis(yield* Clock.currentTimeMillis)
        yield* transaction(
          Effect.andThen(
            store.insert(organization, createdAt),
            Effect.andThen(
              store.grant(clientId, { organizationId: organization.id, permissions }),
              audit.record(organization.id, organizationCreated(organization.id))
            )
          )
        )
        return organization
      })

      return Organizations.of({ list: store.granted, create })
    })
  )
}
