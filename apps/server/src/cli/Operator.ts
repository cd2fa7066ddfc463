/**
 * The steps of every command of the operator around its work: it opens the database, beside a running server if there is one, and
 * prints the result, for people or as JSON.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { operator } from "@partner-api/domain/Journal"
import { Journal } from "@partner-api/service/services/Journal"
import * as Effect from "effect/Effect"
import * as OperatorServices from "../OperatorServices.ts"
import { readSettings } from "../platform/Settings.ts"
import { defaultFile } from "./ServeCommand.ts"

/** Runs the work of a command on the database that the settings name. */
export const onDatabase = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings(defaultFile), (settings) => Effect.provide(work, OperatorServices.layer(settings)))

/** Runs the work of a command on that database as one write of the operator, after what goes `before` it in transactions of its own. */
export const writeToDatabase = <A, E, R, E2 = never, R2 = never>(
  work: Effect.Effect<A, E, R>,
  before: Effect.Effect<void, E2, R2> = Effect.void
) =>
  onDatabase(
    Effect.andThen(
      before,
      Effect.flatMap(Journal, (journal) => journal.write(operator, work))
    )
  )

/** Prints a result: `value` as JSON where that was requested, else the lines for people. */
export const print = (asJson: boolean, value: unknown, lines: ReadonlyArray<string>) =>
  asJson ? Output.printJson([value]) : Output.print(lines)
