/**
 * The name of a profile. It is the name of a file too, so it holds nothing that leads out of a folder.
 */
import { problem } from "@partner-api/domain/Problem"
import * as Schema from "effect/Schema"

/** The profile of those who name none: its credentials are in the file that `--config` names. */
export const defaultProfile = "default"

export const ProfileName = Schema.String.check(
  Schema.isPattern(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u,
    problem("format", "must have 1 to 64 of the characters A-Z a-z 0-9 . _ - and begin with a letter or digit")
  )
)

export const isProfileName = Schema.is(ProfileName)
