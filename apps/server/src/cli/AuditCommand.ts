/**
 * `partner-api audit`: who changed what. Of one organization, or, without one, of what belongs to none: clients and their secrets.
 *
 * Reads page by page, so a log of any length may be printed. With `--json` each row is a line of its own (NDJSON).
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import { OrganizationId } from "@partner-api/domain/Ids"
import { limitMax, toPage } from "@partner-api/domain/Pagination"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { AuditLog, positionOf } from "@partner-api/service/services/AuditLog"
import { json } from "./Inputs.ts"
import { onDatabase, print } from "./Operator.ts"

const encode = Schema.encodeSync(AuditEntry)

const line = (entry: AuditEntry): string =>
  [
    entry.occurred_at,
    entry.action.padEnd(20),
    entry.resource_id,
    `by ${entry.client_id ?? "the operator"}`,
    entry.changed.join(" ")
  ].join("  ")

/** Every row, the oldest first. */
const allRows = (auditLog: AuditLog["Service"], organizationId: OrganizationId | undefined) =>
  Stream.paginate<string | undefined, AuditEntry, Effect.Error<ReturnType<AuditLog["Service"]["page"]>>>(
    undefined,
    (after) =>
      Effect.map(auditLog.page(organizationId, { after, limit: limitMax }), (found) => {
        const { rows, nextAfter } = toPage(found, limitMax, positionOf)
        return [
          rows.map(({ entry }) => entry),
          nextAfter === undefined ? Option.none() : Option.some(nextAfter)
        ] as const
      })
  )

export const audit = Command.make(
  "audit",
  {
    organization: Flag.String("organization").pipe(
      Flag.withDescription("The organization; without one, clients and their secrets"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    yield* onDatabase(
      Effect.flatMap(AuditLog, (log) =>
        Stream.runForEach(allRows(log, Option.getOrUndefined(input.organization)), (entry) =>
          print(input.json, encode(entry), [line(entry)])
        )
      )
    )
  })
).pipe(Command.withDescription("Show who changed what"))
