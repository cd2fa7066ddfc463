/**
 * {@link OperatorStore} in tables of operators and of the digests of their links and sessions. A session is read together with its operator.
 */
import { OperatorRole } from "@partner-api/domain/operator/Operator"
import type { OperatorAccount } from "@partner-api/domain/operator/OperatorAccount"
import { OperatorId } from "@partner-api/domain/operator/OperatorId"
import {
  type NewSignInLink,
  type OperatorOverview,
  OperatorStore,
  type SessionOfOperator,
  sessionsPerPurge,
  type StoredSession
} from "@partner-api/service/store/OperatorStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { limitClause } from "./kit/Lists.ts"

const OperatorRow = Schema.Struct({
  id: OperatorId,
  name: Schema.NullOr(Schema.String),
  role: OperatorRole,
  created_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String)
})

const toAccount = (row: typeof OperatorRow.Type): OperatorAccount => ({
  id: row.id,
  name: row.name ?? undefined,
  role: row.role,
  createdAt: row.created_at,
  revokedAt: row.revoked_at ?? undefined
})

const OverviewRow = Schema.Struct({
  ...OperatorRow.fields,
  used_at_ms: Schema.NullOr(Schema.Int),
  sessions: Schema.Int
})

const toOverview = (row: typeof OverviewRow.Type): OperatorOverview => ({
  ...toAccount(row),
  sessions: row.sessions,
  usedAtMs: row.used_at_ms ?? undefined
})

const SessionRow = Schema.Struct({
  ...OperatorRow.fields,
  digest: Schema.String,
  started_at_ms: Schema.Int,
  used_at_ms: Schema.Int,
  ends_at_ms: Schema.Int
})

const toSession = (row: typeof SessionRow.Type): SessionOfOperator => ({
  operator: toAccount(row),
  session: {
    digest: row.digest,
    operatorId: row.id,
    startedAtMs: row.started_at_ms,
    usedAtMs: row.used_at_ms,
    endsAtMs: row.ends_at_ms
  }
})

const Owner = Schema.Struct({ operator_id: OperatorId })

export const layer = Layer.effect(
  OperatorStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const findByName = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: OperatorRow,
      execute: (name) => read`SELECT id, name, role, created_at, revoked_at FROM operators WHERE name = ${name}`
    })
    const lock = SqlSchema.findOneOption({
      Request: OperatorId,
      Result: OperatorRow,
      execute: (id) =>
        sql`SELECT id, name, role, created_at, revoked_at FROM operators WHERE id = ${id} ${locks.forUpdate}`
    })
    const all = SqlSchema.findAll({
      Request: Schema.Int,
      Result: OverviewRow,
      execute: (nowMs) => read`
        SELECT o.id, o.name, o.role, o.created_at, o.revoked_at, o.used_at_ms,
               (SELECT count(*) FROM operator_sessions s WHERE s.operator_id = o.id AND s.ends_at_ms > ${nowMs}) AS sessions
        FROM operators o ORDER BY o.id`
    })
    const operatorOfLink = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Owner,
      execute: (digest) => read`SELECT operator_id FROM operator_links WHERE digest = ${digest}`
    })
    const findSession = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: SessionRow,
      execute: (digest) => read`
        SELECT o.id, o.name, o.role, o.created_at, o.revoked_at, s.digest, s.started_at_ms, s.used_at_ms, s.ends_at_ms
        FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
        WHERE s.digest = ${digest} AND o.revoked_at IS NULL`
    })
    const endSession = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Owner,
      execute: (digest) => sql`DELETE FROM operator_sessions WHERE digest = ${digest} RETURNING operator_id`
    })

    const insert = ({ createdAt, id, name, revokedAt, role }: OperatorAccount) =>
      sql`INSERT INTO operators ${sql.insert({
        id,
        name: name ?? null,
        role,
        created_at: createdAt,
        revoked_at: revokedAt ?? null
      })}`
    const save = ({ id, name, revokedAt, role }: OperatorAccount) =>
      sql`UPDATE operators SET name = ${name ?? null}, role = ${role}, revoked_at = ${revokedAt ?? null} WHERE id = ${id}`
    const addLink = ({ digest, expiresAtMs, operatorId }: NewSignInLink) =>
      sql`INSERT INTO operator_links ${sql.insert({ digest, operator_id: operatorId, expires_at_ms: expiresAtMs })}`
    // One statement looks and writes: of two at once, the second one waits for the first and finds the link used.
    const useLink = (digest: string, nowMs: number) => sql`
      UPDATE operator_links SET used_at_ms = ${nowMs}
      WHERE digest = ${digest} AND used_at_ms IS NULL AND expires_at_ms > ${nowMs} RETURNING digest`
    const wasHere = (id: OperatorId, usedAtMs: number) =>
      sql`UPDATE operators SET used_at_ms = ${usedAtMs} WHERE id = ${id}`
    const addSession = ({ digest, endsAtMs, operatorId, startedAtMs, usedAtMs }: StoredSession) =>
      Effect.andThen(
        sql`INSERT INTO operator_sessions ${sql.insert({
          digest,
          operator_id: operatorId,
          started_at_ms: startedAtMs,
          used_at_ms: usedAtMs,
          ends_at_ms: endsAtMs
        })}`,
        wasHere(operatorId, usedAtMs)
      )
    const noteUse = ({ digest, endsAtMs, operatorId, usedAtMs }: StoredSession) =>
      Effect.andThen(
        sql`UPDATE operator_sessions SET used_at_ms = ${usedAtMs}, ends_at_ms = ${endsAtMs}
            WHERE digest = ${digest} AND used_at_ms < ${usedAtMs}`,
        wasHere(operatorId, usedAtMs)
      )
    const endOfOperator = (id: OperatorId) =>
      Effect.andThen(
        sql`DELETE FROM operator_links WHERE operator_id = ${id}`,
        sql`DELETE FROM operator_sessions WHERE operator_id = ${id}`
      )
    const purgeLinks = (nowMs: number) => sql`
      DELETE FROM operator_links WHERE digest IN (
        SELECT digest FROM operator_links WHERE expires_at_ms <= ${nowMs} ${limitClause(sql, sessionsPerPurge)}
      ) AND ${locks.alone("purge operator links")} RETURNING digest`
    const purgeSessions = (nowMs: number) => sql`
      DELETE FROM operator_sessions WHERE digest IN (
        SELECT digest FROM operator_sessions WHERE ends_at_ms <= ${nowMs} ${limitClause(sql, sessionsPerPurge)}
      ) AND ${locks.alone("purge operator sessions")} RETURNING digest`

    const ownerOf = Option.map(({ operator_id }: typeof Owner.Type) => operator_id)

    return OperatorStore.of({
      findByName: (name) => orStoreError(Effect.map(findByName(name), Option.map(toAccount))),
      lock: (id) => orStoreError(Effect.map(lock(id), Option.map(toAccount))),
      insert: (operator) => orStoreError(Effect.asVoid(orConflict(insert(operator)))),
      save: (operator) => orStoreError(Effect.asVoid(save(operator))),
      all: (nowMs) => orStoreError(Effect.map(all(nowMs), (rows) => rows.map(toOverview))),
      addLink: (link) => orStoreError(Effect.asVoid(addLink(link))),
      operatorOfLink: (digest) => orStoreError(Effect.map(operatorOfLink(digest), ownerOf)),
      useLink: (digest, nowMs) => orStoreError(Effect.map(useLink(digest, nowMs), (rows) => rows.length > 0)),
      addSession: (session) => orStoreError(Effect.asVoid(addSession(session))),
      findSession: (digest) => orStoreError(Effect.map(findSession(digest), Option.map(toSession))),
      noteUse: (session) => orStoreError(Effect.asVoid(noteUse(session))),
      endSession: (digest) => orStoreError(Effect.map(endSession(digest), ownerOf)),
      endOfOperator: (id) => orStoreError(Effect.asVoid(endOfOperator(id))),
      purge: (nowMs) =>
        orStoreError(
          Effect.zipWith(purgeLinks(nowMs), purgeSessions(nowMs), (links, sessions) =>
            Math.max(links.length, sessions.length)
          )
        )
    })
  })
)
