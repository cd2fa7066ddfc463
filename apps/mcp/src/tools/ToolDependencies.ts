/**
 * What every tool is made of: the platform, and the operator's choices.
 */
import type { Platform } from "../upstream/Platform.ts"
import type { Choices } from "./Choices.ts"

export interface ToolDependencies {
  readonly platform: Platform
  readonly choices: Choices
}
