/**
 * Draws the next command, and who sends it.
 */
import { takeAction } from "./ActionCommand.ts"
import { getApplication, listApplicationHistory, patchApplication, submit } from "./ApplicationCommands.ts"
import type { Choices } from "./Choices.ts"
import type { Command, MakeCommand } from "./Command.ts"
import { getFees, listFeesHistory, previewFees, setFees } from "./FeeCommands.ts"
import { addJob, getJob, patchJob } from "./JobCommands.ts"
import { listAgencies, listApplications, listJobs, listUsers } from "./ListCommands.ts"
import type { Organization } from "./Organization.ts"
import type { Tags } from "./Tags.ts"
import { movePlacement } from "./PlacementCommand.ts"
import { addUser, getUser, patchUser } from "./UserCommands.ts"
import type { Caller } from "./World.ts"

/** Who may send a command at all, and how often it is sent beside the others. */
const shares: ReadonlyArray<readonly [MakeCommand, "employer" | "anybody", number]> = [
  [addUser, "employer", 4],
  [patchUser, "employer", 5],
  [getUser, "employer", 3],
  [listUsers, "employer", 3],
  [addJob, "employer", 5],
  [patchJob, "employer", 7],
  [getJob, "anybody", 3],
  [listJobs, "anybody", 4],
  [setFees, "employer", 5],
  [getFees, "anybody", 3],
  [previewFees, "anybody", 4],
  [listFeesHistory, "anybody", 3],
  [listAgencies, "anybody", 2],
  [submit, "anybody", 8],
  [patchApplication, "anybody", 7],
  [getApplication, "anybody", 5],
  [listApplicationHistory, "anybody", 4],
  [listApplications, "anybody", 6],
  [takeAction, "anybody", 38],
  [movePlacement, "employer", 16]
]
const makers = shares.flatMap(([make, whose, share]) => Array.from({ length: share }, () => ({ make, whose })))

/** An organization of the model, its callers, of whom the employer is the first, and the tags that they have seen. */
export interface Scene {
  readonly callers: ReadonlyArray<Caller>
  readonly organization: Organization
  readonly tags: Tags
}

/** A command and its caller. The employer does most of the work; an agency seldom tries what is not its own. */
export const draw = (
  choices: Choices,
  { callers, organization, tags }: Scene
): { readonly caller: Caller; readonly command: Command } => {
  const { make, whose } = choices.pick(makers)
  const isEmployers = whose === "employer" ? !choices.oneIn(12) : choices.oneIn(2)
  const caller = choices.pick(isEmployers ? callers.slice(0, 1) : callers)
  return { caller, command: make({ caller, choices, organization, tags }) }
}
