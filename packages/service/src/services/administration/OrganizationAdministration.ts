/**
 * Adds and lists organizations for the operator and for samples, with their entry in the audit log. Partners create theirs in
 * `Organizations.ts`, which grants them too.
 */
import { organizationCreated } from "@partner-api/domain/Audit"
import type { Organization } from "@partner-api/domain/Organization"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type OrganizationOverview, OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { Transaction } from "../../store/Transaction.ts"
import { Audit } from "../Audit.ts"

export class OrganizationAdministration extends Context.Service<
  OrganizationAdministration,
  {
    /** Adds an organization unless there is one with its id, and tells whether it did. */
    readonly create: (organization: Organization, createdAt: string) => Effect.Effect<boolean, StoreError>
    /** All organizations, ordered by id, with how many clients may use each. */
    readonly all: Effect.Effect<ReadonlyArray<OrganizationOverview>, StoreError>
  }
>()("@partner-api/service/OrganizationAdministration") {
  static readonly layer = Layer.effect(
    OrganizationAdministration,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const audit = yield* Audit
      const transaction = yield* Transaction
      return OrganizationAdministration.of({
        create: (organization, createdAt) =>
          transaction(
            Effect.tap(store.insert(organization, createdAt), (isNew) =>
              isNew ? audit.record(organization.id, organizationCreated(organization.id)) : Effect.void
            )
          ),
        all: store.all
      })
    })
  )
}
