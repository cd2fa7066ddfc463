/**
 * `set_agency_fees`: sets what an organization pays an agency, after a human confirms it.
 *
 * A platform that lets fees be read has a preview of before and after, and the write is sent with the ETag of the shown fees. Elsewhere
 * the preview has no stored fees.
 */
import { type AgencyFees, type AgencyFeesUpdate, withResponse } from "@partner-api/client/effect"
import { mergeFees } from "@partner-api/domain/AgencyFees"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { explain, toolFailureOf } from "../upstream/UpstreamFailure.ts"
import { ifShort } from "../protocol/confirmation/Confirmation.ts"
import { quoted } from "../protocol/confirmation/Question.ts"
import { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { confirmsByToken } from "./Choices.ts"
import { feesCommand } from "./Commands.ts"
import { contractMetadata, hasOperation } from "./ContractMetadata.ts"
import { feeLines, feesQuestion } from "./FeesQuestion.ts"
import { agencyId, chosenOrganization, inOrganization } from "./Inputs.ts"
import { named, organizationInWords, readNames } from "./Names.ts"
import { feesOfWrite, givenFees, showFees, showUpdate, updateOf } from "./FeesView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "set_agency_fees"
const operation = "agencies.setFees"

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "set", "declined"]),
  request: feesOfWrite,
  before: Schema.optionalKey(feesOfWrite),
  after: Schema.optionalKey(feesOfWrite),
  warning: Schema.optionalKey(Schema.String)
})
type Output = typeof Output.Type

const cannotRead =
  "This platform does not let fees be read, so what is stored now is not known. customFees replaces the whole list."

interface Stored {
  readonly fees: AgencyFees
  readonly etag: string | undefined
}

/** A preview with what it has shown: the body to send, and the state that it has read. */
interface Shown extends Preview<Output> {
  readonly update: AgencyFeesUpdate
  readonly stored: Stored | undefined
}

export const setAgencyFees = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, { agency_id: agencyId, ...givenFees })
  type Input = typeof input.Type

  const read = Effect.fnUntraced(function* ({ organization_id, agency_id }: Input) {
    const { agencies } = yield* organizationOf(platform, organization_id)
    if (!hasOperation(platform, "agencies.getFees")) return undefined
    const { data, response } = yield* explain(withResponse(agencies.getFees(agency_id)), {
      tool: name,
      operation,
      about: "/agency_id",
      next: ["list_agencies"]
    })
    const stored: Stored = { fees: data, etag: response.headers["etag"] }
    return stored
  })

  /** The agency, its organization and the fees, in the words of the question. */
  const inWords = Effect.fnUntraced(function* ({ organization_id, agency_id }: Input) {
    const organization = yield* organizationOf(platform, organization_id)
    const request = { tool: name, operation, agency_id, mustExist: true }
    const { agency } = yield* readNames(platform, organization, request)
    return {
      agency: quoted(named(agency?.name, agency_id)),
      organization: yield* organizationInWords(platform, organization.id)
    }
  })

  /** The failure of a write to fees that changed after the preview, with the present fees. */
  const changed = (given: Input, cause: ToolFailure) =>
    Effect.map(read(given), (stored) =>
      stored === undefined
        ? cause
        : new ToolFailure({
            ...cause,
            error: "changed_since_preview",
            message:
              `The fees were changed meanwhile and nothing was done. ` +
              ifShort(`They are now:\n${feeLines(stored.fees)}\n`) +
              `Call ${name} with mode "preview" to see what would change now.`,
            next: [name, "get_agency_fees"]
          })
    )

  const howToLook = () =>
    hasOperation(platform, "agencies.getFees")
      ? "Call get_agency_fees and compare first."
      : "Tell the user to look at the platform first; this server cannot read fees."
  return writeTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Set the fees of an agency",
    description: "What is left out stays.",
    toolset: "agencies",
    howToLook,
    command: "partner fees set",
    commandOf: (given) =>
      Result.match(updateOf(name, given), {
        onFailure: () => undefined,
        onSuccess: (update) => feesCommand(chosenOrganization(platform)(given), given.agency_id, update)
      }),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const update = yield* Effect.fromResult(updateOf(name, given))
        const { stored, whose } = yield* Effect.all(
          { stored: read(given), whose: inWords(given) },
          { concurrency: "unbounded" }
        )
        const request = showUpdate(update)
        if (stored === undefined) {
          const declined = { status: "declined" as const, request }
          return {
            question: `${feesQuestion(whose, update)}\n\n${cannotRead}`,
            fingerprint: { update },
            output: { ...declined, status: "previewed" as const, warning: cannotRead },
            declined,
            update,
            stored
          }
        }
        const before = showFees(stored.fees)
        const after = showFees(mergeFees(stored.fees, update))
        return {
          question: feesQuestion(whose, update, stored.fees),
          fingerprint: { update, before: stored.fees, etag: stored.etag },
          output: { status: "previewed" as const, request, before, after },
          declined: { status: "declined" as const, request, before },
          update,
          stored
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { stored, update } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { agencies } = yield* organizationOf(platform, given.organization_id)
        const ifMatch = stored?.etag === undefined ? {} : { ifMatch: stored.etag }
        const call = {
          tool: name,
          operation,
          about: "/agency_id",
          afterUnknown: howToLook(),
          next: ["list_agencies", "get_agency_fees"]
        }
        const answer = yield* Effect.result(
          agencies.setFees(given.agency_id, update, { idempotencyKey: nonce, ...ifMatch })
        )
        if (Result.isSuccess(answer)) {
          return {
            status: "set" as const,
            request: showUpdate(update),
            ...(stored === undefined ? {} : { before: showFees(stored.fees) }),
            after: showFees(answer.success)
          }
        }
        const failure = toolFailureOf(answer.failure, call)
        return yield* answer.failure._tag === "PreconditionFailed"
          ? Effect.flatMap(changed(given, failure), (one) => Effect.fail(one))
          : failure
      })
  })
}
