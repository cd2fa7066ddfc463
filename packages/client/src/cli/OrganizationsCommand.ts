/**
 * `partner organizations`: what the credentials are granted, all of it. `partner organizations list` does the same.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import { Organization as OrganizationSchema } from "@partner-api/domain/Organization"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { makeCsvRows } from "./CsvMembers.ts"
import { oneForm, wholeList } from "./Inputs.ts"
import { inClient } from "./Session.ts"

interface OrganizationsInput {
  readonly config: Option.Option<string>
  readonly json: boolean
  readonly csv: boolean
}

const listOrganizations = Effect.fnUntraced(function* (input: OrganizationsInput) {
  const found = yield* inClient(input, (partner) => partner.organizations.list())
  if (input.json) return yield* Output.printJson([found])
  if (input.csv) return yield* Output.printCsv(makeCsvRows(OrganizationSchema.fields)(found))
  if (found.length === 0)
    return yield* Output.printNotice("There are no organizations: these credentials are granted none.")
  const table = makeTable<(typeof found)[number]>(
    [
      { title: "ID", cell: ({ id }) => id, isWhole: true },
      { title: "NAME", cell: ({ name }) => name }
    ],
    yield* Output.columns
  )
  yield* Output.print(table.lines(found))
})

const texts = {
  description: "List the organizations that you may work for; with --json one array",
  short: "List organizations"
}

const list = Command.make("list", wholeList, listOrganizations).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(texts.description),
  Command.withShortDescription(texts.short),
  Command.withExamples([{ command: "partner organizations list --csv", description: "As CSV" }])
)

export const organizations = Command.make("organizations", wholeList, listOrganizations).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(texts.description),
  Command.withShortDescription(texts.short),
  Command.withSubcommands([list]),
  Command.withExamples([{ command: "partner organizations --json", description: "As one JSON array" }])
)
