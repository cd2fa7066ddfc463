/**
 * Why the program does not start: one line that names the setting and its remedy. It never repeats a value.
 */
import * as Data from "effect/Data"

export class SettingsError extends Data.TaggedError("SettingsError")<{ readonly message: string }> {}

export const wrongSetting = (message: string): SettingsError => new SettingsError({ message })
