/**
 * All scenarios, in the order they run: what is documented first, then what this project decided.
 */
import { decided } from "./decided/Decided.ts"
import { documented } from "./documented/Documented.ts"
import type { Scenario } from "./Scenario.ts"

export const scenarios: ReadonlyArray<Scenario> = [...documented, ...decided]
