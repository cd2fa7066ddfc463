/**
 * The address under which partners reach this service, without a slash at its end. Every address the service writes starts with it.
 */
import * as Context from "effect/Context"

export class PublicUrl extends Context.Service<PublicUrl, string>()("@partner-api/service/PublicUrl") {}
