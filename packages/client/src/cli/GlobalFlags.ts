/**
 * Flags that every command takes, before or after its name. A command reads their values as services.
 */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { identifier } from "@partner-api/domain/Ids"
import { ProfileName } from "./credentials/ProfileName.ts"

/** The id of a user or of a recruiter. */
const PersonId = identifier("a user, or a recruiter of the agency", "usr_00000001")

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

/** `--on-behalf-of ID`: the person for whom the command writes. */
export const onBehalfOfFlag = GlobalFlag.Setting("on-behalf-of")({
  flag: Flag.String("on-behalf-of").pipe(
    Flag.withDescription("The user, or the recruiter of your agency, on whose behalf the command writes"),
    Flag.withMetavar("ID"),
    Flag.withSchema(PersonId),
    Flag.optional
  )
})

/** All of them. */
export const globalFlags = [profileFlag, onBehalfOfFlag, verboseFlag] as const
