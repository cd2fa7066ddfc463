/**
 * `partner-api users list`: the people of an organization.
 */
import type { Column } from "@partner-api/cli-kit/Table"
import { User, UserStatus } from "@partner-api/domain/User"
import { Users } from "@partner-api/service/services/Users"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { onDatabase } from "../Operator.ts"
import { listFlags, printList } from "../RecordList.ts"

const shown: ReadonlyArray<Column<User>> = [
  { title: "id", cell: ({ id }) => id, isWhole: true },
  { title: "name", cell: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  { title: "email", cell: ({ email }) => email },
  { title: "status", cell: ({ status }) => status ?? "-", isWhole: true },
  { title: "updated", cell: ({ updated_at }) => updated_at, isWhole: true }
]

export const list = Command.make(
  "list",
  {
    ...listFlags,
    status: Flag.Literals("status", UserStatus.literals).pipe(
      Flag.withDescription("Only users of this status"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* (input) {
    const filter = {
      ...Option.match(input.status, { onNone: () => ({}), onSome: (status) => ({ status }) }),
      ...input.search
    }
    yield* onDatabase(
      Effect.flatMap(Users, (users) =>
        printList(
          input,
          shown,
          (user: User) => user,
          (request) => users.page(input.organization, filter, request)
        )
      )
    )
  })
).pipe(Command.withDescription("List the people of an organization; with --json one object a line"))
