/**
 * The end of applications that nobody confirms (recruiting 6): one that waits too long is withdrawn, and the person of one that ended without a
 * confirmation is erased. Asks nobody whether it is time; a worker of the program does that.
 */
import { confirmationExpired } from "@partner-api/domain/commands/Application"
import type { StoredApplication } from "@partner-api/domain/Application"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { dueSinceMs, type UnconfirmedKind, unconfirmedKind } from "@partner-api/domain/UnconfirmedApplication"
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type ApplicationKey, ApplicationStore, unconfirmedPerLook } from "../store/ApplicationStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { CandidateErasure } from "./administration/CandidateErasure.ts"
import { makeDueWork } from "./DueWork.ts"
import { record } from "./Journal.ts"

export class UnconfirmedApplications extends Context.Service<
  UnconfirmedApplications,
  {
    /** Withdraws every application that has waited too long for its person, each in a transaction of its own, so that requests come between. */
    readonly expire: Effect.Effect<void, StoreError>
    /** Erases the person of every application that ended long ago and was never confirmed, likewise. */
    readonly erase: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/UnconfirmedApplications") {
  static readonly layer = Layer.effect(
    UnconfirmedApplications,
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const erasure = yield* CandidateErasure
      const workOff = yield* makeDueWork

      const withdraw = Effect.fnUntraced(function* (organizationId: OrganizationId, stored: StoredApplication) {
        const { entries, next } = confirmationExpired(organizationId, stored, yield* Clock.currentTimeMillis)
        yield* store.save(organizationId, next)
        yield* record(entries)
      })

      /** Does something with an application under its lock; one that was moved meanwhile is left. */
      const withLocked = Effect.fnUntraced(function* (
        kind: UnconfirmedKind,
        { id, organizationId }: ApplicationKey,
        work: (
          organizationId: OrganizationId,
          stored: StoredApplication
        ) => Effect.Effect<void, StoreError, CurrentWrite>
      ) {
        const stored = Option.getOrUndefined(yield* store.lock(organizationId, id))
        if (stored !== undefined && unconfirmedKind(stored.application) === kind) yield* work(organizationId, stored)
      })

      const clearEnded = Effect.fnUntraced(function* ({ id, organizationId }: ApplicationKey) {
        const stored = Option.getOrUndefined(yield* store.find(organizationId, id))
        if (stored !== undefined && unconfirmedKind(stored.application) === "ENDED")
          yield* erasure.clear(organizationId, id)
      })

      const all = (
        kind: UnconfirmedKind,
        work: Parameters<typeof withLocked>[2],
        before?: (key: ApplicationKey) => Effect.Effect<void, StoreError>
      ) =>
        workOff({
          ...(before === undefined ? {} : { before }),
          find: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            store.unconfirmedSince(kind, dueSinceMs(kind, nowMs))
          ),
          perLook: unconfirmedPerLook,
          work: (key: ApplicationKey) => withLocked(kind, key, work)
        })

      return UnconfirmedApplications.of({
        expire: all("WAITING", withdraw).pipe(Effect.withSpan("UnconfirmedApplications.expire")),
        erase: all(
          "ENDED",
          (organizationId, stored) => erasure.eraseOne(organizationId, stored, "retention"),
          clearEnded
        ).pipe(Effect.withSpan("UnconfirmedApplications.erase"))
      })
    })
  ).pipe(Layer.provide(CandidateErasure.layer))
}
