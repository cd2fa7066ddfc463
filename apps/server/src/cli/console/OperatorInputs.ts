/**
 * Flags that several commands on operators share.
 */
import { OperatorName } from "@partner-api/domain/operator/Operator"
import * as Flag from "effect/cli/Flag"

export const operatorName = Flag.String("operator").pipe(
  Flag.withDescription("The name of the operator"),
  Flag.withSchema(OperatorName)
)
