/**
 * `fall_off`: records that a hired person left within the guarantee, after a human confirms it (extension `placements.write`).
 *
 * The human sees the person, the day, and what the agency owes back, counted by the rule of the service. The write is sent with the ETag that was shown. Other
 * actions on placements are for people: they move money, or undo a hire.
 */
import { type OrganizationShape, type Placement, withResponse } from "@partner-api/client/effect"
import { placementAfter } from "@partner-api/domain/commands/Placement"
import { CalendarDate } from "@partner-api/domain/CalendarDate"
import { Placement as PlacementRecord, PlacementTransition, placementReasonMax } from "@partner-api/domain/Placement"
import { refundText } from "@partner-api/domain/PlacementMoney"
import { multiLineText } from "@partner-api/domain/Text"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { memberLines } from "../protocol/confirmation/Question.ts"
import { notSent, ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain, toolFailureOf } from "../upstream/UpstreamFailure.ts"
import { confirmsByToken } from "./Choices.ts"
import { fallOffCommand } from "./Commands.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { chosenOrganization, inOrganization, placementId } from "./Inputs.ts"
import { briefSchema } from "./ItemView.ts"
import { named, organizationInWords, readNames } from "./Names.ts"
import { placementSchema, showPlacement } from "./PlacementView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "fall_off"
const operation = "placements.transition"
const howToLook = "Call get_placement and look at its status first."

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "fell_off", "declined"]),
  request: briefSchema([]),
  placement: Schema.optionalKey(placementSchema)
})
type Output = typeof Output.Type

/** The action that is sent. */
type FallOff = Extract<PlacementTransition, { readonly action: "fall_off" }>

/** A preview with what it has shown: the action to send, and the ETag of the placement that was read. */
interface Shown extends Preview<Output> {
  readonly transition: FallOff
  readonly request: Readonly<Record<string, string>>
  readonly etag: string | undefined
}

const known = Schema.decodeUnknownOption(PlacementRecord)

/** The refusal that the service would give today. */
const refused = ({
  details = [],
  message
}: {
  readonly message: string
  readonly details?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}): ToolFailure =>
  notSent("invalid_transition", `${message} Nothing was done. Ask the user.`, {
    fields: details.map((one) => ({ path: one.path, problem: one.message })),
    next: ["get_placement"]
  })

/** The refund, in words; the service alone judges a placement that this server cannot read. */
const refundWords = (before: Placement, transition: FallOff, nowMs: number): Result.Result<string, ToolFailure> => {
  const placement = Option.getOrUndefined(known(before))
  if (placement === undefined) return Result.succeed("not known")
  return Result.mapError(
    Result.map(
      placementAfter({ placement, paymentTermsDays: 0 }, transition, nowMs),
      (after) => refundText(after) ?? "not known"
    ),
    refused
  )
}

export const fallOff = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, {
    placement_id: placementId,
    on: CalendarDate,
    reason: multiLineText(1, placementReasonMax).annotate({ description: "The agency reads it" })
  })
  type Input = typeof input.Type
  const metadata = contractMetadata(platform, operation, { reads: "placements.get" })

  const read = ({ placements }: OrganizationShape, { placement_id }: Input) =>
    Effect.map(
      explain(withResponse(placements.get(placement_id)), {
        tool: name,
        operation,
        about: "/placement_id",
        next: ["find_placements"]
      }),
      ({ data, response }) => ({ placement: data, etag: response.headers["etag"] })
    )

  return writeTool({
    ...metadata,
    annotations: { ...metadata.annotations, destructive: true },
    name,
    title: "Record that a person left",
    description:
      "Records that a hired person left in the guarantee; says what is owed back. Never invent a day or reason.",
    toolset: "applications",
    howToLook: () => howToLook,
    command: "partner placements fall-off",
    commandOf: ({ on, placement_id, reason, ...given }) =>
      fallOffCommand(chosenOrganization(platform)(given), placement_id, { on, reason }),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const { on, reason } = given
        const organization = yield* organizationOf(platform, given.organization_id)
        const { etag, placement } = yield* read(organization, given)
        const transition: FallOff = { action: "fall_off", on, reason }
        const refund = yield* Effect.fromResult(refundWords(placement, transition, yield* Clock.currentTimeMillis))
        const { agency } = yield* readNames(platform, organization, {
          tool: name,
          operation,
          agency_id: placement.agency_id,
          mustExist: false
        })
        const request = {
          placement: placement.id,
          person: placement.candidate_name ?? "not known",
          agency: named(agency?.name, placement.agency_id),
          started: placement.start_date,
          left_on: on,
          reason,
          refund
        }
        return {
          question: [
            `Record in ${yield* organizationInWords(platform, organization.id)} that this person left?`,
            memberLines(request).join("\n"),
            "This is final. The agency reads the reason."
          ].join("\n\n"),
          fingerprint: { organization: organization.id, transition, placement, etag },
          output: { status: "previewed" as const, request },
          declined: { status: "declined" as const, request },
          transition,
          request,
          etag
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { etag, request, transition } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { placements } = yield* organizationOf(platform, given.organization_id)
        const ifMatch = etag === undefined ? {} : { ifMatch: etag }
        const answer = yield* Effect.result(
          placements.transition(given.placement_id, transition, { idempotencyKey: nonce, ...ifMatch })
        )
        if (Result.isSuccess(answer)) {
          return { status: "fell_off" as const, request, placement: showPlacement(answer.success) }
        }
        return yield* toolFailureOf(answer.failure, {
          tool: name,
          operation,
          about: "/placement_id",
          afterUnknown: howToLook,
          next: [name, "get_placement"]
        })
      })
  })
}
