/**
 * `partner-api config`: the settings in force, and where each comes from. Shows no secret, opens no database.
 */
import { columns, printNotice } from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { declaredSettings, readSettings } from "../platform/Settings.ts"
import { GivenSettings, nearNameText } from "../platform/SettingsFile.ts"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"
import { defaultFile } from "./ServeCommand.ts"

/** The rows of the settings. Each setting hides the secrets in its own value. */
const rowsOf = ({ sourceOf, values }: GivenSettings) =>
  declaredSettings.map(({ name, otherwise, purpose, shown }) => {
    const text = values[name]
    return { name, value: text === undefined ? otherwise : shown(text), source: sourceOf(name), purpose }
  })
type Row = ReturnType<typeof rowsOf>[number]

export const config = Command.make(
  "config",
  { json },
  Effect.fnUntraced(function* (input) {
    // What is wrong is reported as at every start.
    yield* readSettings(defaultFile)
    const given = yield* GivenSettings
    const rows = rowsOf(given)
    yield* Effect.forEach(given.nearNames, (near) => printNotice(`partner-api: ${nearNameText(near)}.`), {
      discard: true
    })
    yield* print(
      input.json,
      rows,
      makeTable<Row>(
        [
          { title: "setting", cell: ({ name }) => name, isWhole: true },
          { title: "value", cell: ({ value }) => value, isWhole: true },
          { title: "from", cell: ({ source }) => source, isWhole: true },
          { title: "purpose", cell: ({ purpose }) => purpose }
        ],
        yield* columns
      ).lines(rows)
    )
  })
).pipe(Command.withDescription("Show the settings in force, and where each comes from"))
