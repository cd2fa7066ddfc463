/**
 * An organization and its settings for people.
 */
import type { OwnOrganization } from "../../core/Model.ts"
import { titledLines } from "../TitledLines.ts"

/** An organization in lines, a setting in each. */
export const organizationLines = ({ id, name, settings }: OwnOrganization): ReadonlyArray<string> =>
  titledLines([
    ["Organization", id],
    ["Name", name],
    ...Object.entries(settings).map(([setting, value]) => [setting, String(value)] as const)
  ])
