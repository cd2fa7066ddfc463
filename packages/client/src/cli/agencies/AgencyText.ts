/**
 * Agencies for people.
 */
import type { Agency } from "../../core/Model.ts"

/** Which kind of fee applies to an agency. */
export const feeKind = ({ optimizedFee }: Agency): string => (optimizedFee ? "optimized" : "custom")
