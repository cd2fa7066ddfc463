/**
 * `partner invitations list`: which agencies were invited, and how that stands. `partner invitations` does the same.
 */
import { AgencyInvitation as InvitationSchema, AgencyInvitationStatus } from "@partner-api/domain/AgencyInvitation"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Struct from "effect/Struct"
import type { AgencyInvitation } from "../../core/Model.ts"
import { listed, oneForm } from "../Inputs.ts"
import { type ItemList, type ListInput, showList } from "../ItemList.ts"
import { personOf } from "./InvitationText.ts"

const shown: Omit<ItemList<AgencyInvitation>, "list"> = {
  plural: "invitations",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "COMPANY", cell: ({ company_name }) => company_name },
    { title: "PERSON", cell: personOf },
    { title: "STATUS", cell: ({ status }) => status, isWhole: true },
    { title: "AGENCY", cell: ({ agency_id = "" }) => agency_id, isWhole: true },
    { title: "EXPIRES", cell: ({ expires_at }) => expires_at, isWhole: true }
  ],
  // A list has no links.
  fields: Struct.omit(InvitationSchema.fields, ["url"])
}

/** The flags of the list. */
export const listInputs = {
  ...listed,
  status: Flag.Literals("status", AgencyInvitationStatus.literals).pipe(
    Flag.withDescription("Only invitations that stand so"),
    Flag.optional
  )
}

/** Shows the invitations. */
export const listInvitations = ({
  status,
  ...input
}: ListInput & { readonly status: Option.Option<AgencyInvitationStatus> }) =>
  showList(input, {
    ...shown,
    list: (organization, query) => organization.agencyInvitations.list({ ...Record.getSomes({ status }), ...query })
  })

export const list = Command.make("list", listInputs, listInvitations).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the invitations of agencies of an organization; with --json one object a line"),
  Command.withShortDescription("List invitations"),
  Command.withExamples([
    { command: "partner invitations list --status PENDING", description: "Who has not accepted yet" }
  ])
)
