/**
 * The endpoints of the operators' API, by reflection, and what follows from all of them.
 */
import { allowedMethodsOf, endpointsOf } from "../Reflection.ts"
import { OperatorApi, operatorDocumentPath } from "./OperatorApi.ts"

/** Every endpoint of the operators' contract. */
export const operatorEndpoints = endpointsOf(OperatorApi)

/** The methods that a path of the operator's listener has; none for an unknown path. */
export const operatorMethods = allowedMethodsOf([...operatorEndpoints, { method: "GET", path: operatorDocumentPath }])
