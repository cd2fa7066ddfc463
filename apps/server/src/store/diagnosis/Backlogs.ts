/**
 * Reads work that waits for `doctor`, on either engine: mails, scans, placements whose day is over, and persons whose time is over. Reads only.
 */
import type { MailBacklog } from "@partner-api/service/store/MailStore"
import type { RetentionBacklog } from "@partner-api/service/store/OrganizationStore"
import type { ScanBacklog } from "@partner-api/service/store/ScanStore"
import { dayOf } from "@partner-api/domain/CalendarDate"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  mailBacklogOf,
  MailBacklogRow,
  mailBacklogSql,
  retentionBacklogOf,
  RetentionBacklogRow,
  retentionBacklogSql,
  scanBacklogOf,
  ScanBacklogRow,
  scanBacklogSql
} from "../sql/BacklogRows.ts"
import type { ReadRows } from "../sql/kit/Statements.ts"

/** Placements that the service has still to start or complete. */
interface PlacementBacklog {
  readonly waiting: number
  /** The first day that is over. */
  readonly firstDay: string | undefined
}

/** The work that waits. */
export interface Backlogs {
  readonly mails: MailBacklog
  readonly scans: ScanBacklog
  readonly placements: PlacementBacklog
  readonly retention: RetentionBacklog
}

/** The schemas from which on there are mails, files that wait for a scanner, and placements. */
const mailsSince = 44
const scansSince = 45
const placementsSince = 52
/** The schema from which on the work of `retention_days` notes its runs. */
const retentionSince = 55

/** Nothing waits. */
export const noBacklogs: Backlogs = {
  mails: { waiting: 0, oldestMs: undefined, failed: 0 },
  scans: { waiting: 0, oldestMs: undefined },
  placements: { waiting: 0, firstDay: undefined },
  retention: { organizations: 0, oldestMs: undefined }
}

const Late = Schema.Struct({ waiting: Schema.Int, firstDay: Schema.NullOr(Schema.String) })

/** The placements whose day is over; `today` is a day in UTC. */
const placementsSql = (today: string) => `SELECT count(*) AS waiting, min(due_day) AS "firstDay" FROM placements
  WHERE due_day < '${today}'`

/** Reads them from a database with the schema `version`. */
export const readBacklogs = <E>(rows: ReadRows<E>, version: number): Effect.Effect<Backlogs, E> =>
  Effect.gen(function* () {
    const [mails] = version < mailsSince ? [] : yield* rows(MailBacklogRow, mailBacklogSql)
    const [scans] = version < scansSince ? [] : yield* rows(ScanBacklogRow, scanBacklogSql())
    const today = dayOf(yield* Clock.currentTimeMillis)
    const [placements] = version < placementsSince ? [] : yield* rows(Late, placementsSql(today))
    const [retention] = version < retentionSince ? [] : yield* rows(RetentionBacklogRow, retentionBacklogSql)
    return {
      placements:
        placements === undefined
          ? noBacklogs.placements
          : { waiting: placements.waiting, firstDay: placements.firstDay ?? undefined },
      mails: mails === undefined ? noBacklogs.mails : mailBacklogOf(mails),
      scans: scans === undefined ? noBacklogs.scans : scanBacklogOf(scans),
      retention: retention === undefined ? noBacklogs.retention : retentionBacklogOf(retention)
    }
  })
