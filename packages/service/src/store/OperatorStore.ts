/**
 * The port to operators and to the digests of their sign-in links and sessions. Tokens themselves are never here.
 */
import type { OperatorAccount } from "@partner-api/domain/operator/OperatorAccount"
import type { OperatorId } from "@partner-api/domain/operator/OperatorId"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The number of ended links and of ended sessions removed at once; a larger batch would delay requests. */
export const sessionsPerPurge = 1_000

/** An operator among all of them. */
export interface OperatorOverview extends OperatorAccount {
  /** The number of sessions that have not ended. */
  readonly sessions: number
  /** When the operator was here last, to the minute; absent before the first sign-in. */
  readonly usedAtMs: number | undefined
}

/** A sign-in link to be stored. */
export interface NewSignInLink {
  readonly digest: string
  readonly operatorId: OperatorId
  readonly expiresAtMs: number
}

/** A session by its digest. */
export interface StoredSession {
  readonly digest: string
  readonly operatorId: OperatorId
  readonly startedAtMs: number
  /** When it was used last, as far as that was written down. */
  readonly usedAtMs: number
  /** When it ends unless it is used before. */
  readonly endsAtMs: number
}

/** A session, with its operator as it is at that moment. */
export interface SessionOfOperator {
  readonly session: StoredSession
  readonly operator: OperatorAccount
}

export class OperatorStore extends Context.Service<
  OperatorStore,
  {
    readonly findByName: (name: string) => Effect.Effect<Option.Option<OperatorAccount>, StoreError>
    /** The operator that the transaction under way is about to change: nobody else adds to or ends anything of it before it ends. */
    readonly lock: (id: OperatorId) => Effect.Effect<Option.Option<OperatorAccount>, StoreError>
    /** Adds an operator. Where another transaction has taken its name meanwhile, the transaction under way is run again. */
    readonly insert: (operator: OperatorAccount) => Effect.Effect<void, StoreError>
    /** Saves role, name and revocation of an operator. */
    readonly save: (operator: OperatorAccount) => Effect.Effect<void, StoreError>
    /** All operators, ordered by id, with what they have at a moment. */
    readonly all: (nowMs: number) => Effect.Effect<ReadonlyArray<OperatorOverview>, StoreError>
    readonly addLink: (link: NewSignInLink) => Effect.Effect<void, StoreError>
    /** The operator of this link, used, expired or not. */
    readonly operatorOfLink: (digest: string) => Effect.Effect<Option.Option<OperatorId>, StoreError>
    /** Uses a link up, and returns whether it was neither used nor expired: to one caller alone, however many ask at once. */
    readonly useLink: (digest: string, nowMs: number) => Effect.Effect<boolean, StoreError>
    readonly addSession: (session: StoredSession) => Effect.Effect<void, StoreError>
    /** The session with this digest, ended or not, unless its operator was revoked. */
    readonly findSession: (digest: string) => Effect.Effect<Option.Option<SessionOfOperator>, StoreError>
    /** Writes down that a session was used, and when it ends now. One that was ended meanwhile stays ended. */
    readonly noteUse: (session: StoredSession) => Effect.Effect<void, StoreError>
    /** Ends a session, and returns whose it was. */
    readonly endSession: (digest: string) => Effect.Effect<Option.Option<OperatorId>, StoreError>
    /** Ends every link and session of an operator. */
    readonly endOfOperator: (id: OperatorId) => Effect.Effect<void, StoreError>
    /** Removes one batch of links and sessions whose time is over, and returns how many it removed. */
    readonly purge: (nowMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/OperatorStore") {}
