/**
 * `invite_agency`: invites an agency, after a human confirms it (extension `agencies.invite`). Its answer shows the link for the invited person, which
 * no other tool shows. It sends no mail.
 *
 * The link is a secret that the user wants, so it is the one that answers may have. It stands in no log: a line about a call has no answer.
 */
import type { AgencyInvitation, NewAgencyInvitation as UpstreamInvitation } from "@partner-api/client/effect"
import { NewAgencyInvitation } from "@partner-api/domain/AgencyInvitation"
import { invitationProblems } from "@partner-api/domain/commands/AgencyInvitation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { memberLines } from "../protocol/confirmation/Question.ts"
import { contradictoryArguments } from "../protocol/tool/Arguments.ts"
import type { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { confirmsByToken } from "./Choices.ts"
import { invitationCommand } from "./Commands.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { agencyId, chosenOrganization, inOrganization } from "./Inputs.ts"
import { briefSchema, compact, type Item } from "./ItemView.ts"
import { named, organizationInWords, readNames } from "./Names.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "invite_agency"
const operation = "agencyInvitations.create"
const howToLook = "Tell the user to run `partner invitations list` first; this server cannot list invitations."

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "invited", "declined"]),
  request: briefSchema([]),
  invitation: Schema.optionalKey(briefSchema([])),
  to_do: Schema.optionalKey(Schema.String)
})
type Output = typeof Output.Type

/** A preview with what it has shown: the body to send. */
interface Shown extends Preview<Output> {
  readonly body: UpstreamInvitation
  readonly request: Item
}

/** The next step of the user after the answer. A replayed one has no link. */
const toDo = ({ email, expires_at, first_name, id, last_name, url }: AgencyInvitation): string =>
  url === undefined
    ? `The link was shown before and is not shown again. The user can make another one: partner invitations resend ${id}`
    : `Show the user the url now: no other answer has it. They send it to ${first_name} ${last_name} <${email}> alone, for whom it works until ` +
      `${expires_at}. Do not open it.`

export const inviteAgency = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, { ...NewAgencyInvitation.fields, agency_id: Schema.optionalKey(agencyId) })
  type Input = typeof input.Type
  return writeTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Invite an agency",
    description:
      "Makes a link that brings an agency in; the user sends it to its person. Never invent names or addresses.",
    toolset: "agencies",
    howToLook: () => howToLook,
    command: "partner agencies invite",
    commandOf: (given) =>
      invitationCommand(chosenOrganization(platform)(given), Struct.omit(given, ["organization_id"])),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const body: UpstreamInvitation = Struct.omit(given, ["organization_id"])
        const problems = invitationProblems(body)
        if (problems.length > 0) return yield* contradictoryArguments(name, problems)
        const organization = yield* organizationOf(platform, given.organization_id)
        const { agency_id, ...others } = body
        const { agency } = yield* readNames(platform, organization, {
          tool: name,
          operation,
          agency_id,
          mustExist: true
        })
        const request = { ...others, ...(agency_id === undefined ? {} : { agency: named(agency?.name, agency_id) }) }
        return {
          question: [
            `Invite this agency to ${yield* organizationInWords(platform, organization.id)}? The link lets the person who has it accept.`,
            memberLines(request).join("\n")
          ].join("\n\n"),
          fingerprint: { organization: organization.id, body },
          output: { status: "previewed" as const, request },
          declined: { status: "declined" as const, request },
          body,
          request
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { body, request } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { agencyInvitations } = yield* organizationOf(platform, given.organization_id)
        const invitation = yield* explain(agencyInvitations.create(body, { idempotencyKey: nonce }), {
          tool: name,
          operation,
          afterUnknown: howToLook,
          next: ["list_agencies"]
        })
        return {
          status: "invited" as const,
          request,
          invitation: compact(invitation, ["id", "status"]),
          to_do: toDo(invitation)
        }
      })
  })
}
