/**
 * Operators of the console: sign-in links, sessions, and their ends. Who may make a link is decided by who may open the database, and whom a
 * provider names by the provider.
 *
 * Nothing of a session is cached: what is revoked has ended for every node when that commits.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import * as Commands from "@partner-api/domain/commands/Operator"
import { type Conflict, NotFound, type Unauthorized } from "@partner-api/domain/Errors"
import type { JournalEntry } from "@partner-api/domain/Journal"
import {
  type Operator,
  type OperatorRole,
  type OperatorSession,
  sessionEndMs,
  sessionLifetimeMs,
  signInLinkLifetimeMs
} from "@partner-api/domain/operator/Operator"
import {
  checkLiveOperator,
  type OperatorAccount,
  refusedLink,
  renderOperator
} from "@partner-api/domain/operator/OperatorAccount"
import { OperatorId } from "@partner-api/domain/operator/OperatorId"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { digestOf, makeId, makeSecret, secretPattern } from "../../crypto/Secrets.ts"
import { type OperatorOverview, OperatorStore, type StoredSession } from "../../store/OperatorStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { record } from "../Journal.ts"
import { orRefuse } from "../OrNotFound.ts"

export type { OperatorOverview } from "../../store/OperatorStore.ts"

/**
 * The shortest time between two records of the use of a session. So a session may end up to this much earlier than 30 minutes after its last request,
 * and never later.
 */
const noteIntervalMs = 60_000

/** A sign-in link: the token is known to the caller alone. */
export interface SignInLink {
  readonly operator: Operator
  readonly token: Redacted.Redacted
  readonly expiresAtMs: number
}

/** A session that has begun: the token is known to the caller alone. */
export interface StartedSession {
  readonly token: Redacted.Redacted
  readonly session: OperatorSession
}

/** A session that has not ended, with its operator in its present role. */
export interface FoundSession {
  readonly operatorId: OperatorId
  readonly role: OperatorRole
  readonly sessionDigest: string
  readonly session: OperatorSession
}

const toSession = (operator: OperatorAccount, startedAtMs: number): OperatorSession => ({
  operator: renderOperator(operator),
  expires_at: timestampFromMillis(startedAtMs + sessionLifetimeMs)
})

const noOperator = (name: string) => new NotFound({ message: `There is no operator ${name}.` })

export class OperatorSessions extends Context.Service<
  OperatorSessions,
  {
    /**
     * Makes a sign-in link. A name that is new is a new operator, an `admin` unless a role is given; one that is known keeps its role unless
     * another one is given. Fails for an operator who was revoked.
     */
    readonly makeLink: (
      name: string,
      role: OperatorRole | undefined
    ) => Effect.Effect<SignInLink, Conflict | StoreError, CurrentWrite>
    /** Uses a link up and begins a session. Unknown, used and expired links, and those of revoked operators, are one refusal. */
    readonly signIn: (
      token: Redacted.Redacted
    ) => Effect.Effect<StartedSession, Unauthorized | StoreError, CurrentWrite>
    /**
     * Begins a session of an operator whom an identity provider has named, in the role that its groups give. A name that is new is a new operator.
     * Fails for an operator who was revoked.
     */
    readonly signInNamed: (
      name: string,
      role: OperatorRole
    ) => Effect.Effect<StartedSession, Conflict | StoreError, CurrentWrite>
    /** The session of a token, unless it has ended. With `isUse`, the default, it goes on for 30 minutes, to its 12 hours at most. */
    readonly find: (token: Redacted.Redacted, isUse?: boolean) => Effect.Effect<Option.Option<FoundSession>, StoreError>
    /** Ends a session, by the digest that {@link FoundSession} has. One that has ended stays so, without an entry. */
    readonly signOut: (digest: string) => Effect.Effect<void, StoreError, CurrentWrite>
    /** The operator of a name, revoked or not. */
    readonly named: (name: string) => Effect.Effect<OperatorAccount, NotFound | StoreError>
    /** Revokes an operator for good: links and sessions end at once. */
    readonly revoke: (id: OperatorId) => Effect.Effect<OperatorAccount, NotFound | Conflict | StoreError, CurrentWrite>
    /** Erases the name of an operator, who is revoked with it. The journal keeps the id. */
    readonly erase: (id: OperatorId) => Effect.Effect<void, NotFound | Conflict | StoreError, CurrentWrite>
    /** All operators, ordered by id, revoked ones too. */
    readonly list: Effect.Effect<ReadonlyArray<OperatorOverview>, StoreError>
  }
>()("@partner-api/service/OperatorSessions") {
  static readonly layer = Layer.effect(
    OperatorSessions,
    Effect.gen(function* () {
      const store = yield* OperatorStore
      const now = Effect.map(Clock.currentTimeMillis, timestampFromMillis)

      const lock = (id: OperatorId) => orRefuse(noOperator(id))(store.lock(id))

      /** The operator who is let in: a new one, or the one of this name in its new role. The entries name the operator where `isOwn` is true. */
      const settle = Effect.fnUntraced(function* (name: string, role: OperatorRole | undefined, isOwn: boolean) {
        const recordOf = (id: OperatorId, entries: ReadonlyArray<JournalEntry>) =>
          record(isOwn ? entries.map((entry) => ({ ...entry, operator_id: id })) : entries)
        const known = yield* store.findByName(name)
        // What was erased between the two looks is not there any more.
        const stored = Option.isNone(known) ? known : yield* store.lock(known.value.id)
        if (Option.isNone(stored) || stored.value.name !== name) {
          const id = OperatorId.make(yield* makeId("opr_"))
          const { entries, next } = Commands.createOperator(id, name, role ?? "admin", yield* now)
          yield* store.insert(next)
          yield* recordOf(id, entries)
          return next
        }
        const live = yield* Effect.fromResult(checkLiveOperator(stored.value))
        const { entries, next } = Commands.setOperatorRole(live, role ?? live.role)
        if (entries.length > 0) yield* store.save(next)
        yield* recordOf(next.id, entries)
        return next
      })

      const makeLink = Effect.fn("OperatorSessions.makeLink")(function* (name: string, role: OperatorRole | undefined) {
        const operator = yield* settle(name, role, false)
        const token = yield* makeSecret
        const expiresAtMs = (yield* Clock.currentTimeMillis) + signInLinkLifetimeMs
        yield* store.addLink({ digest: digestOf(token), operatorId: operator.id, expiresAtMs })
        yield* record([Commands.linkCreated(operator.id)])
        return { operator: renderOperator(operator), token, expiresAtMs }
      })

      /** Begins a session of an operator who is not revoked. */
      const begin = Effect.fnUntraced(function* (operator: OperatorAccount, nowMs: number) {
        const token = yield* makeSecret
        yield* store.addSession({
          digest: digestOf(token),
          operatorId: operator.id,
          startedAtMs: nowMs,
          usedAtMs: nowMs,
          endsAtMs: sessionEndMs(nowMs, nowMs)
        })
        yield* record([Commands.operatorSignedIn(operator.id)])
        return { token, session: toSession(operator, nowMs) }
      })

      const signIn = Effect.fn("OperatorSessions.signIn")(function* (link: Redacted.Redacted) {
        if (!secretPattern.test(Redacted.value(link))) return yield* refusedLink
        const digest = digestOf(link)
        // The operator before the link, in the order in which a revocation locks them.
        const id = yield* orRefuse(refusedLink)(store.operatorOfLink(digest))
        const operator = yield* orRefuse(refusedLink)(store.lock(id))
        const nowMs = yield* Clock.currentTimeMillis
        if (operator.revokedAt !== undefined || !(yield* store.useLink(digest, nowMs))) return yield* refusedLink
        return yield* begin(operator, nowMs)
      })

      const signInNamed = Effect.fn("OperatorSessions.signInNamed")(function* (name: string, role: OperatorRole) {
        return yield* begin(yield* settle(name, role, true), yield* Clock.currentTimeMillis)
      })

      /** Moves the end of a session that is used. A database that takes no writes just now can still be looked at. */
      const noteUse = (session: StoredSession, nowMs: number) =>
        nowMs - session.usedAtMs < noteIntervalMs
          ? Effect.void
          : Effect.ignore(
              store.noteUse({ ...session, usedAtMs: nowMs, endsAtMs: sessionEndMs(session.startedAtMs, nowMs) })
            )

      const find = Effect.fn("OperatorSessions.find")(function* (token: Redacted.Redacted, isUse = true) {
        if (!secretPattern.test(Redacted.value(token))) return Option.none<FoundSession>()
        const found = yield* store.findSession(digestOf(token))
        const nowMs = yield* Clock.currentTimeMillis
        if (Option.isNone(found) || nowMs >= found.value.session.endsAtMs) return Option.none<FoundSession>()
        const { operator, session } = found.value
        if (isUse) yield* noteUse(session, nowMs)
        return Option.some({
          operatorId: operator.id,
          role: operator.role,
          sessionDigest: session.digest,
          session: toSession(operator, session.startedAtMs)
        })
      })

      const signOut = Effect.fn("OperatorSessions.signOut")(function* (digest: string) {
        const ended = yield* store.endSession(digest)
        if (Option.isSome(ended)) yield* record([Commands.operatorSignedOut(ended.value)])
      })

      const revoke = Effect.fn("OperatorSessions.revoke")(function* (id: OperatorId) {
        const live = yield* Effect.fromResult(checkLiveOperator(yield* lock(id)))
        const { entries, next } = Commands.revokeOperator(live, yield* now)
        yield* store.save(next)
        yield* store.endOfOperator(id)
        yield* record(entries)
        return next
      })

      const erase = Effect.fn("OperatorSessions.erase")(function* (id: OperatorId) {
        const { entries, next } = yield* Effect.fromResult(Commands.eraseOperator(yield* lock(id), yield* now))
        yield* store.save(next)
        yield* store.endOfOperator(id)
        yield* record(entries)
      })

      return OperatorSessions.of({
        makeLink,
        signIn,
        signInNamed,
        find,
        signOut,
        named: (name) => orRefuse(noOperator(name))(store.findByName(name)),
        revoke,
        erase,
        list: Effect.flatMap(Clock.currentTimeMillis, store.all)
      })
    })
  )
}
