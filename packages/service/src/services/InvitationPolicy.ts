/**
 * The invitations that the operator allows (recruiting 2, Invitations): none at all, those that an existing client accepts, or also those that make a
 * client.
 */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"

/** `off`: no invitations. `existing`: an existing client accepts. `new`: a person without a client can accept too, and gets one. */
export const InvitationPolicyName = Schema.Literals(["off", "existing", "new"])

/** The policy; by default nobody gets a client without the operator. */
export const InvitationPolicy = Context.Reference<typeof InvitationPolicyName.Type>(
  "@partner-api/service/InvitationPolicy",
  { defaultValue: () => "existing" }
)
