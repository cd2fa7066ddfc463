/**
 * `partner agencies invite`: invites an agency, and shows the link for its person, once.
 */
import { NewAgencyInvitation } from "@partner-api/domain/AgencyInvitation"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { showRequest } from "../DryRun.ts"
import { dryRun, idempotencyKey, scoped, optionalFlag, textFlag } from "../Inputs.ts"
import { showLink } from "../invitations/InvitationText.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"

const { agency_id, company_name, email, first_name, last_name } = NewAgencyInvitation.fields

export const invite = Command.make(
  "invite",
  {
    company: textFlag("company", "NAME", "The name of the agency").pipe(Flag.withSchema(company_name)),
    firstName: textFlag("first-name", "NAME", "First name of the person").pipe(Flag.withSchema(first_name)),
    lastName: textFlag("last-name", "NAME", "Last name of the person").pipe(Flag.withSchema(last_name)),
    email: textFlag("email", "EMAIL", "Email address of the person").pipe(Flag.withSchema(email)),
    agency: optionalFlag(
      "agency",
      "ID",
      "An agency that is there already; by default a new one is made",
      agency_id.schema
    ),
    optimized: Flag.Boolean("optimized").pipe(
      Flag.withDescription("Whether a new agency begins with the optimized fee; --no-optimized needs fees:write"),
      Flag.optional
    ),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const request = {
      company_name: input.company,
      first_name: input.firstName,
      last_name: input.lastName,
      email: input.email,
      ...Record.getSomes({ agency_id: input.agency }),
      ...Record.getSomes({ optimizedFee: input.optimized })
    }
    if (input.dryRun) return yield* showRequest(request, input.json)
    const invitation = yield* inOrganization(input, ({ agencyInvitations }) =>
      write("agencyInvitations.create", input.idempotencyKey, (key) =>
        agencyInvitations.create(request, { idempotencyKey: key })
      )
    )
    yield* showLink(invitation, input.json)
  })
).pipe(
  Command.withDescription("Invite an agency: makes a link for its person, which is shown once and works for 14 days"),
  Command.withShortDescription("Invite an agency"),
  Command.withExamples([
    {
      command:
        'partner agencies invite --company "Talent North" --first-name Kim --last-name Berg --email kim@talentnorth.example'
    },
    {
      command:
        'partner agencies invite --agency agy_7 --company "Talent North" --first-name Kim --last-name Berg --email kim@talentnorth.example',
      description: "Another client for an agency that is there already"
    }
  ])
)
