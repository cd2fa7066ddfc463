/**
 * The endpoints of the partners' API, by reflection, and what follows from all of them. Another API has the same functions in
 * `Reflection.ts`.
 */
import { PartnerApi } from "./Api.ts"
import { allowedMethodsOf, endpointsOf, extensionsOf } from "./Reflection.ts"
import { docsPath } from "./System.ts"

/** Every endpoint of the contract. */
export const endpoints = endpointsOf(PartnerApi)

/** The extensions of this contract beyond the specification, each name once, sorted. */
export const extensions = extensionsOf(endpoints)

/** The methods that a path has, the documentation page included; none for an unknown path. */
export const allowedMethods = allowedMethodsOf([...endpoints, { method: "GET", path: docsPath }])
