/**
 * The dependencies of every tool: the platform, and the choices of the operator.
 */
import type { Platform } from "../upstream/Platform.ts"
import type { Choices } from "./Choices.ts"

export interface ToolDependencies {
  readonly platform: Platform
  readonly choices: Choices
}
