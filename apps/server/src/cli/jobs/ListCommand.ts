/**
 * `partner-api jobs list`: the jobs of an organization, drafts too.
 */
import type { Column } from "@partner-api/cli-kit/Table"
import { Job, JobStatus } from "@partner-api/domain/Job"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { Jobs } from "@partner-api/service/services/Jobs"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { onDatabase } from "../Operator.ts"
import { listFlags, printList } from "../RecordList.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Job))

const shown: ReadonlyArray<Column<Job>> = [
  { title: "id", cell: ({ id }) => id, isWhole: true },
  { title: "external_id", cell: ({ external_id }) => external_id ?? "-" },
  { title: "status", cell: ({ status }) => status ?? "-", isWhole: true },
  { title: "title", cell: ({ title }) => title },
  { title: "updated", cell: ({ updated_at }) => updated_at ?? "-", isWhole: true }
]

export const list = Command.make(
  "list",
  {
    ...listFlags,
    status: Flag.Literals("status", JobStatus.literals).pipe(
      Flag.withDescription("Only jobs that stand so; may be given again"),
      Flag.atLeast(0)
    )
  },
  Effect.fnUntraced(function* (input) {
    const view = { organizationId: input.organization, ...operatorViewer }
    const filter = {
      ...(input.status.length === 0 ? {} : { status: input.status }),
      ...input.search
    }
    yield* onDatabase(
      Effect.flatMap(Jobs, (jobs) =>
        printList(
          input,
          shown,
          ({ json }: StoredJson) => decode(json),
          (request) => jobs.page(view, filter, request)
        )
      )
    )
  })
).pipe(Command.withDescription("List the jobs of an organization, drafts too; with --json one object a line"))
