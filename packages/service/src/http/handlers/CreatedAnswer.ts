/**
 * The answer of a handler that has created a resource: the resource, and its absolute address in `Location` (RFC 9110 §10.2.2).
 */
import { fillPath } from "@partner-api/contract/Path"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

/** The answer with a new resource. `path` and `params` address the endpoint that reads it. */
export const answerCreated = <Resource>(
  body: Resource,
  publicUrl: string,
  path: string,
  params: Readonly<Record<string, string>>
) => HttpApiSchema.withHeaders({ body, headers: { location: `${publicUrl}${fillPath(path, params)}` } })
