/**
 * `partner reasons list|set|remove`: the reasons of an organization for rejections and withdrawals. Without a subcommand it lists them.
 */
import * as Output from "@partner-api/cli-kit/Output"
import {
  NewRejectionReason,
  ReasonCategory,
  RejectionReason as ReasonSchema,
  RejectionReasonId
} from "@partner-api/domain/RejectionReason"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { RejectionReason } from "../../core/Model.ts"
import { nothingChanged, showRequest } from "../DryRun.ts"
import { dryRun, idempotencyKey, listed, oneForm, scoped, textFlag } from "../Inputs.ts"
import { type ItemList, type ListInput, showList } from "../ItemList.ts"
import { recordOf } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"

const activeText = ({ active }: RejectionReason): string => (active ? "active" : "inactive")

/** A reason in a line. */
const reasonLine = (reason: RejectionReason): string =>
  [reason.id, reason.category, activeText(reason), reason.text].join("  ")

const reasonId = Argument.String("reason").pipe(
  Argument.withDescription("The id of the reason"),
  Argument.withSchema(RejectionReasonId)
)

const reasonList: ItemList<RejectionReason> = {
  plural: "reasons",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "CATEGORY", cell: ({ category }) => category, isWhole: true },
    { title: "ACTIVE", cell: activeText, isWhole: true },
    { title: "TEXT", cell: ({ text }) => text }
  ],
  fields: ReasonSchema.fields,
  list: ({ rejectionReasons }, query) => rejectionReasons.list(query)
}

const listReasons = (input: ListInput) => showList(input, reasonList)

const list = Command.make("list", listed, listReasons).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the reasons for rejections and withdrawals; with --json one object a line"),
  Command.withShortDescription("List reasons"),
  Command.withExamples([{ command: "partner reasons list --json" }])
)

const decode = strictDecoder(NewRejectionReason)

interface Values {
  readonly text: string
  readonly category: typeof ReasonCategory.Type
  readonly inactive: boolean
}

/** The reason of the command line. */
const reasonOf = ({ category, inactive, text }: Values) =>
  recordOf(decode({ text, category, active: !inactive }, "body"))

const set = Command.make(
  "set",
  {
    reasonId,
    text: textFlag("text", "TEXT", "What people read"),
    category: Flag.Literals("category", ReasonCategory.literals).pipe(Flag.withDescription("Where the reason lies")),
    inactive: Flag.Boolean("inactive").pipe(
      Flag.withDescription("No further rejection or withdrawal can name it"),
      Flag.withDefault(false)
    ),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const request = yield* reasonOf(input)
    if (input.dryRun) return yield* showRequest(request, input.json)
    const reason = yield* inOrganization(input, ({ rejectionReasons }) =>
      write("rejectionReasons.set", input.idempotencyKey, (key) =>
        rejectionReasons.set(input.reasonId, request, { idempotencyKey: key })
      )
    )
    yield* input.json ? Output.printJson([reason]) : Output.print([reasonLine(reason)])
  })
).pipe(
  Command.validate((input) => Effect.asVoid(reasonOf(input))),
  Command.withDescription("Add a reason under an id of your choice, or change the one that has it"),
  Command.withShortDescription("Add or change a reason"),
  Command.withExamples([
    {
      command: "partner reasons set language --text 'Does not speak the language of the team' --category EMPLOYER"
    },
    {
      command: "partner reasons set language --text 'Does not speak the language' --category EMPLOYER --inactive",
      description: "Applications that name it keep it; no further one can"
    }
  ])
)

const remove = Command.make("remove", { reasonId, dryRun, idempotencyKey, ...scoped }, (input) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* ({ rejectionReasons }) {
      const { json, reasonId: id } = input
      if (input.dryRun) {
        const before = yield* rejectionReasons.get(id)
        yield* json ? Output.printJson([{ before }]) : Output.print([reasonLine(before)])
        return yield* nothingChanged
      }
      yield* write("rejectionReasons.remove", input.idempotencyKey, (key) =>
        rejectionReasons.remove(id, { idempotencyKey: key })
      )
      yield* json ? Output.printJson([{ id }]) : Output.print([id])
    })
  )
).pipe(
  Command.withDescription("Delete a reason that no application names"),
  Command.withShortDescription("Delete a reason"),
  Command.withExamples([{ command: "partner reasons remove language" }])
)

export const reasons = Command.make("reasons", listed, listReasons).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List, add, change and delete the reasons for rejections and withdrawals"),
  Command.withShortDescription("Reasons for rejections"),
  Command.withSubcommands([list, set, remove]),
  Command.withExamples([
    { command: "partner reasons", description: "The reasons that there are" },
    {
      command: "partner reasons set language --text 'Does not speak the language' --category EMPLOYER",
      description: "One more, or another text"
    }
  ])
)
