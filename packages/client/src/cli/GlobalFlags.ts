/**
 * Flags that every command takes, before or after its name. A command reads their values as services.
 */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { ProfileName } from "./credentials/ProfileName.ts"

/** `--profile NAME`: the stored credentials to use. */
export const profileFlag = GlobalFlag.Setting("profile")({
  flag: Flag.String("profile").pipe(
    Flag.withDescription("The profile whose credentials are used; default PARTNER_PROFILE, else that of profiles use"),
    Flag.withMetavar("NAME"),
    Flag.withSchema(ProfileName),
    Flag.optional
  )
})

/** `--verbose`: the requests of the command. */
export const verboseFlag = GlobalFlag.Setting("verbose")({
  flag: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Tell each HTTP request on standard error, without its query, headers and body"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
})

/** All of them. */
export const globalFlags = [profileFlag, verboseFlag] as const
