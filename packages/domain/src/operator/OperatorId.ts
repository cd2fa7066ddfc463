/**
 * The id by which the journal names an operator. Alone in its file: clients of partners read it in the audit log and need nothing else of operators.
 */
import { identifier } from "../Ids.ts"
import * as Schema from "effect/Schema"

/** Identifies an operator: `opr_…`. The journal names operators by it; their names stand in one table, where they can be erased. */
export const OperatorId = identifier("an operator", "opr_01KGAS0F00R4N8P2R6T0V3X7Z9").pipe(Schema.brand("OperatorId"))
export type OperatorId = typeof OperatorId.Type
