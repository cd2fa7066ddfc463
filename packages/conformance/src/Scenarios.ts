/**
 * All scenarios, in the order they run: what is documented first, then what this project decided.
 */
import type { Scenario } from "./Scenario.ts"
import { access } from "./scenarios/Access.ts"
import { decisionAudit } from "./scenarios/DecisionAudit.ts"
import { decisionBodies } from "./scenarios/DecisionBodies.ts"
import { decisionConditional } from "./scenarios/DecisionConditional.ts"
import { decisionDiscovery } from "./scenarios/DecisionDiscovery.ts"
import { decisionErrors } from "./scenarios/DecisionErrors.ts"
import { decisionFees } from "./scenarios/DecisionFees.ts"
import { decisionLimits } from "./scenarios/DecisionLimits.ts"
import { decisionLists } from "./scenarios/DecisionLists.ts"
import { decisionOAuth } from "./scenarios/DecisionOAuth.ts"
import { decisionRepetition } from "./scenarios/DecisionRepetition.ts"
import { decisionResources } from "./scenarios/DecisionResources.ts"
import { decisionRevocation } from "./scenarios/DecisionRevocation.ts"
import { decisionTokens } from "./scenarios/DecisionTokens.ts"
import { decisionUsers } from "./scenarios/DecisionUsers.ts"
import { lists } from "./scenarios/Lists.ts"
import { shapes } from "./scenarios/Shapes.ts"
import { tokens } from "./scenarios/Tokens.ts"
import { writes } from "./scenarios/Writes.ts"

const documented = [shapes, access, tokens, lists, writes]
const decided = [
  decisionTokens,
  decisionErrors,
  decisionBodies,
  decisionOAuth,
  decisionLists,
  decisionResources,
  decisionUsers,
  decisionFees,
  decisionRepetition,
  decisionConditional,
  decisionRevocation,
  decisionAudit,
  decisionLimits,
  decisionDiscovery
]

export const scenarios: ReadonlyArray<Scenario> = [...documented, ...decided].flat()
