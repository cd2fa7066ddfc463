/**
 * Opens a file that an operator named, if it is a regular one, and returns a remedy for one that is not. How a file is opened without
 * waiting is in cli-kit.
 */
import * as RegularFile from "@partner-api/cli-kit/RegularFile"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { OperatorError } from "./OperatorError.ts"

const irregular = (path: string) =>
  new OperatorError({
    message: `${path} is not a file.`,
    remedy: "Name a regular file: a folder, a pipe or a device is not read."
  })

/** Opens the file until the scope closes. `unusable` turns a refusal of the operating system into an error. */
export const openRegularFile = (
  path: string,
  unusable: (cause: unknown) => OperatorError
): Effect.Effect<RegularFile.OpenFile, OperatorError, Scope> =>
  Effect.mapError(RegularFile.openRegularFile(path), ({ reason, cause }) =>
    reason === "irregular" ? irregular(path) : unusable(cause)
  )
