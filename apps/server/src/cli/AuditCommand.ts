/**
 * `partner-api audit`: who changed what. Of one organization, or, without one, of what belongs to none: clients and their secrets.
 *
 * Reads page by page, so a log of any length may be printed. With `--json` each row is a line of its own (NDJSON). With `--follow` it goes on
 * until it is interrupted.
 */
import { AuditAction, AuditEntry } from "@partner-api/domain/Audit"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { limitMax, toPage } from "@partner-api/domain/Pagination"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { AuditLog } from "@partner-api/service/services/AuditLog"
import { json, sinceFlag } from "./Inputs.ts"
import { onDatabase, print } from "./Operator.ts"

const encode = Schema.encodeSync(AuditEntry)

/** The actor of an entry. An entry without a name was made at a command line. */
const whoOf = ({ actor, client_id: clientId, operator_id: operatorId }: AuditEntry): string =>
  clientId ?? operatorId ?? (actor === "system" ? "the service" : "the operator")

const line = (entry: AuditEntry): string =>
  [entry.occurred_at, entry.action.padEnd(20), entry.resource_id, `by ${whoOf(entry)}`, entry.changed.join(" ")].join(
    "  "
  )

/** The time between two looks for new entries: as fast as a person reads, and nothing beside the work of a server. */
const followIntervalMs = 1_000

/** The place from which reading goes on, and whether nothing was there the last time. */
interface Place {
  readonly after: string | undefined
  readonly isAtEnd: boolean
}

/** Every row, the oldest first; with `follow`, those that come as well. */
const allRows = (auditLog: AuditLog["Service"], organizationId: OrganizationId | undefined, follow: boolean) =>
  Stream.paginate<Place, AuditEntry, Effect.Error<ReturnType<AuditLog["Service"]["page"]>>>(
    { after: undefined, isAtEnd: false },
    ({ after, isAtEnd }) =>
      Effect.map(
        Effect.delay(
          auditLog.page({ organizationId, clientId: undefined }, { after, limit: limitMax }),
          Duration.millis(isAtEnd ? followIntervalMs : 0)
        ),
        (found) => {
          const { rows, nextAfter } = toPage(found.rows, limitMax, ({ position }) => position, found.lookedTo)
          const next: Place = {
            after: nextAfter ?? rows.at(-1)?.position ?? after,
            isAtEnd: nextAfter === undefined
          }
          return [
            rows.map(({ row }) => row.entry),
            nextAfter === undefined && !follow ? Option.none() : Option.some(next)
          ] as const
        }
      )
  )

export const audit = Command.make(
  "audit",
  {
    organization: Flag.String("organization").pipe(
      Flag.withDescription("The organization; without one, clients, their secrets and operators"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    since: sinceFlag("Only entries"),
    client: Flag.String("client").pipe(
      Flag.withDescription("Only what this client did"),
      Flag.withSchema(ClientId),
      Flag.optional
    ),
    type: Flag.Literals("type", AuditAction.literals).pipe(
      Flag.withDescription("Only this action; may be given again"),
      Flag.atLeast(0)
    ),
    follow: Flag.Boolean("follow").pipe(
      Flag.withDescription("Go on with the entries that come, until Ctrl+C"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const isSelected = (entry: AuditEntry): boolean =>
      // Moments are written alike, so they are in the order of their text.
      Option.match(input.since, { onNone: () => true, onSome: (since) => entry.occurred_at >= since }) &&
      Option.match(input.client, { onNone: () => true, onSome: (client) => entry.client_id === client }) &&
      (input.type.length === 0 || input.type.includes(entry.action))
    yield* onDatabase(
      Effect.flatMap(AuditLog, (log) =>
        allRows(log, Option.getOrUndefined(input.organization), input.follow).pipe(
          Stream.filter(isSelected),
          Stream.runForEach((entry) => print(input.json, encode(entry), [line(entry)]))
        )
      )
    )
  })
).pipe(Command.withDescription("Show who changed what"))
