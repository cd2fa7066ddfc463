/**
 * `add_user`: adds a person to an organization, after a human confirms it.
 */
import { NewUser } from "@partner-api/domain/User"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { memberLines } from "../protocol/confirmation/Question.ts"
import type { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { confirmsByToken } from "./Choices.ts"
import { userCommand } from "./Commands.ts"
import { contractMetadata, hasOperation } from "./ContractMetadata.ts"
import { chosenOrganization, inOrganization } from "./Inputs.ts"
import { organizationInWords } from "./Names.ts"
import { emailTaken } from "./Refused.ts"
import { briefSchema, compact } from "./ItemView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "add_user"
const operation = "users.create"
const required = ["id", "email"]

const { first_name, last_name, email } = NewUser.fields

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "added", "declined"]),
  request: briefSchema([]),
  user: Schema.optionalKey(briefSchema(required))
})
type Output = typeof Output.Type

/** A preview with what it has shown: the body to send. */
interface Shown extends Preview<Output> {
  readonly request: Readonly<Record<"first_name" | "last_name" | "email", string>>
}

export const addUser = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, { first_name, last_name, email })
  type Input = typeof input.Type
  const requestOf = (given: Input): Shown["request"] => ({
    first_name: given.first_name,
    last_name: given.last_name,
    email: given.email
  })
  const howToLook = () =>
    hasOperation(platform, "users.list")
      ? "Call find_users and look for this address first."
      : "Tell the user to look at the platform first; this server cannot list users."
  return writeTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Add a user",
    description: "Adds a person. Never invent names or addresses. Cannot change or remove users.",
    toolset: "users",
    howToLook,
    command: "partner users add",
    commandOf: (given) => userCommand(chosenOrganization(platform)(given), requestOf(given)),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const organization = yield* organizationOf(platform, given.organization_id)
        const request = requestOf(given)
        const call = { tool: name, operation }
        return {
          question: [
            `Add this user to ${yield* organizationInWords(platform, organization.id)}?`,
            memberLines(request).join("\n")
          ].join("\n\n"),
          fingerprint: { organization: organization.id, request },
          output: { status: "previewed" as const, request },
          declined: { status: "declined" as const, request },
          refusal: yield* emailTaken(platform, organization, { email: request.email, call }),
          request
        }
      }),
    apply: (given: Input, { nonce, preview: { request } }: Confirmed<Shown>): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { users } = yield* organizationOf(platform, given.organization_id)
        const user = yield* explain(users.create(request, { idempotencyKey: nonce }), {
          tool: name,
          operation,
          afterUnknown: howToLook(),
          next: ["find_users"]
        })
        return { status: "added" as const, request, user: compact(user, required) }
      })
  })
}
