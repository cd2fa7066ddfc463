/**
 * `partner-api console operators`: every operator, revoked ones too, with the sessions that have not ended.
 */
import { columns } from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import type { OperatorOverview } from "@partner-api/service/store/OperatorStore"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"

const lastUseOf = ({ usedAtMs }: OperatorOverview): string | undefined =>
  usedAtMs === undefined ? undefined : timestampFromMillis(usedAtMs)

const stateOf = ({ name, revokedAt }: OperatorOverview): string =>
  revokedAt === undefined ? "live" : `${name === undefined ? "erased, " : ""}revoked ${revokedAt}`

export const operators = Command.make(
  "operators",
  { json },
  Effect.fnUntraced(function* (input) {
    const rows = yield* onDatabase(Effect.flatMap(OperatorSessions, (sessions) => sessions.list))
    yield* print(
      input.json,
      rows.map((row) => ({
        id: row.id,
        name: row.name ?? null,
        role: row.role,
        sessions: row.sessions,
        last_used_at: lastUseOf(row) ?? null,
        created_at: row.createdAt,
        revoked_at: row.revokedAt ?? null
      })),
      makeTable<OperatorOverview>(
        [
          { title: "id", cell: ({ id }) => id, isWhole: true },
          { title: "name", cell: ({ name }) => name ?? "" },
          { title: "role", cell: ({ role }) => role, isWhole: true },
          { title: "sessions", cell: ({ sessions }) => String(sessions) },
          { title: "last used", cell: (row) => lastUseOf(row) ?? "never", isWhole: true },
          { title: "state", cell: stateOf, isWhole: true }
        ],
        yield* columns
      ).lines(rows)
    )
  })
).pipe(Command.withDescription("List all operators, with their sessions"))
