/**
 * The tools that this server offers, in the order in which clients see them. Their answers pass through here: secrets are removed, and
 * `next` names only tools that are offered.
 */
import * as Effect from "effect/Effect"
import { canonicalJson } from "@partner-api/domain/IdempotencyKey"
import type { ConfirmationLedger } from "../protocol/confirmation/ConfirmationLedger.ts"
import type { Signer } from "../protocol/Signer.ts"
import type { Elicitation } from "../protocol/confirmation/HumanAnswer.ts"
import { isVisible, type Lack, type Tool, type ToolAnswer, type ToolCall } from "../protocol/tool/Tool.ts"
import { notSent, ToolFailure } from "../protocol/tool/ToolFailure.ts"
import type { WithheldTool } from "../protocol/tool/WithheldTool.ts"
import { addUser } from "./AddUser.ts"
import { assignJob } from "./AssignJob.ts"
import { checkCandidate } from "./CheckCandidate.ts"
import { checkConnection } from "./CheckConnection.ts"
import { type Choices, howToEnable, type WriteGroup } from "./Choices.ts"
import { createJob } from "./CreateJob.ts"
import { findApplications } from "./FindApplications.ts"
import { findJobs } from "./FindJobs.ts"
import { fallOff } from "./FallOff.ts"
import { findPlacements } from "./FindPlacements.ts"
import { findUsers } from "./FindUsers.ts"
import { getAgencyFees } from "./GetAgencyFees.ts"
import { getApplication } from "./GetApplication.ts"
import { getAgency, getJob, getPlacement, getUser } from "./GetTools.ts"
import { inviteAgency } from "./InviteAgency.ts"
import { listAssignments } from "./ListAssignments.ts"
import { listRecentEvents } from "./ListRecentEvents.ts"
import { listAgencies, listJobs, listOrganizations, listReasons, listUsers } from "./ListTools.ts"
import { moveApplication } from "./MoveApplication.ts"
import { previewFees } from "./PreviewFees.ts"
import { setAgencyFees } from "./SetAgencyFees.ts"
import { slimInput, slimOutput } from "./SlimSchema.ts"
import { submitApplication } from "./SubmitApplication.ts"
import { updateJob } from "./UpdateJob.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

export type CatalogTool = Tool<Signer | ConfirmationLedger>

const concealed = ({ platform: { secrets } }: ToolDependencies, answer: ToolAnswer): ToolAnswer =>
  answer._tag === "Question"
    ? { ...answer, question: secrets.concealText(answer.question) }
    : { ...answer, structured: membersOf(secrets.conceal(answer.structured)) }

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Secrets are removed from a question as from an answer. */
const concealedElicitation = ({ platform: { secrets } }: ToolDependencies, elicitation: Elicitation): Elicitation =>
  elicitation._tag === "Reverse"
    ? { ...elicitation, elicit: (question) => elicitation.elicit(secrets.concealText(question)) }
    : elicitation

const secretGiven = notSent(
  "secret_in_arguments",
  "The arguments hold a secret of this server, which is never shown, so no user could confirm them. Nothing was done. " +
    "Tell the user that the secret is known to the model and must be renewed."
)

/** The human sees what a write sends, so a write must not send a secret. */
const refuseSecrets = ({ platform: { secrets } }: ToolDependencies, tool: CatalogTool, call: ToolCall) =>
  Effect.suspend(() =>
    !tool.annotations.readOnly && canonicalJson(secrets.conceal(call.arguments)) !== canonicalJson(call.arguments)
      ? Effect.fail(secretGiven)
      : Effect.void
  )

const notReached = (name: string): ToolFailure =>
  notSent(
    "platform_unreachable",
    `The platform could not be reached since this server started, so it is not known whether it offers what ${name} needs. Nothing was ` +
      "done. Try again later, and tell the user.",
    { retryable: true, next: ["check_connection"] }
  )

const notOffered = (name: string): ToolFailure =>
  notSent(
    "not_offered",
    `The platform does not offer what ${name} needs. Nothing was done. Tell the user; do not retry.`
  )

const notPermitted = (name: string, anyOf: ReadonlyArray<string>): ToolFailure =>
  notSent(
    "forbidden",
    `The credentials of this server lack the permission ${anyOf.join(" or ")}, which ${name} needs. Nothing was done. ` +
      "Tell the user that the operator of the platform can grant it; do not retry.",
    { next: ["check_connection"] }
  )

const lackFailure = (name: string, lack: Lack): ToolFailure => {
  switch (lack._tag) {
    case "Unknown":
      return notReached(name)
    case "Extension":
      return notOffered(name)
    case "Permission":
      return notPermitted(name, lack.anyOf)
  }
}

/** Refuses a call of a tool that lacks something. What the platform offers and permits is requested before, as it may have changed. */
const refuseLacking = ({ platform: { features } }: ToolDependencies, { lacks, name }: CatalogTool) =>
  Effect.gen(function* () {
    const before = lacks?.()
    if (before === undefined) return
    yield* before._tag === "Unknown" ? features.learn : features.recheck
    const lack = lacks?.()
    if (lack !== undefined) return yield* lackFailure(name, lack)
  })

const finished = (
  dependencies: ToolDependencies,
  tool: CatalogTool,
  all: () => ReadonlyArray<CatalogTool>
): CatalogTool => ({
  ...tool,
  inputSchema: slimInput(tool.inputSchema),
  outputSchema: slimOutput(tool.outputSchema),
  call: (call) =>
    dependencies.platform.features.refresh.pipe(
      Effect.andThen(refuseLacking(dependencies, tool)),
      Effect.andThen(refuseSecrets(dependencies, tool, call)),
      Effect.andThen(tool.call({ ...call, elicitation: concealedElicitation(dependencies, call.elicitation) })),
      Effect.map((answer) => concealed(dependencies, answer)),
      // The grant may have changed since the list of tools was made.
      Effect.tapError(({ error }) =>
        error === "forbidden" ? Effect.forkDetach(dependencies.platform.features.recheck) : Effect.void
      ),
      Effect.mapError((failure) => {
        const there = new Set(
          all()
            .filter((other) => isVisible(other, call.context.principal))
            .map(({ name }) => name)
        )
        const { secrets } = dependencies.platform
        return new ToolFailure({
          error: secrets.concealText(failure.error),
          message: secrets.concealText(failure.message),
          outcome: failure.outcome,
          retryable: failure.retryable,
          status: failure.status,
          fields: failure.fields?.map(({ path, problem, ...example }) => ({
            path: secrets.concealText(path),
            problem: secrets.concealText(problem),
            ...("example" in example ? { example: secrets.conceal(example.example) } : {})
          })),
          next: failure.next.filter((name) => there.has(name))
        })
      })
    )
})

interface CatalogEntry {
  readonly tool: CatalogTool
  /** The group that the operator must enable. */
  readonly group?: WriteGroup
}

const reading = (...tools: ReadonlyArray<CatalogTool>): ReadonlyArray<CatalogEntry> => tools.map((tool) => ({ tool }))

const writing = (group: WriteGroup, ...tools: ReadonlyArray<CatalogTool>): ReadonlyArray<CatalogEntry> =>
  tools.map((tool) => ({ tool, group }))

/** All tools, in the order in which clients see them. `all` are those of the server that is made of them. */
const catalog = (
  dependencies: ToolDependencies,
  all: () => ReadonlyArray<CatalogTool>
): ReadonlyArray<CatalogEntry> => [
  ...reading(checkConnection(dependencies, all), listOrganizations(dependencies)),
  ...reading(listJobs(dependencies), findJobs(dependencies), getJob(dependencies), listAssignments(dependencies)),
  ...writing("jobs", createJob(dependencies), updateJob(dependencies)),
  ...reading(
    findApplications(dependencies),
    getApplication(dependencies),
    checkCandidate(dependencies),
    listReasons(dependencies)
  ),
  ...writing("applications", submitApplication(dependencies), moveApplication(dependencies)),
  ...reading(findPlacements(dependencies), getPlacement(dependencies)),
  ...writing("applications", fallOff(dependencies)),
  ...reading(listUsers(dependencies), findUsers(dependencies), getUser(dependencies)),
  ...writing("users", addUser(dependencies)),
  ...reading(listAgencies(dependencies), getAgency(dependencies)),
  ...reading(getAgencyFees(dependencies), previewFees(dependencies)),
  ...writing("fees", setAgencyFees(dependencies)),
  ...writing("agencies", inviteAgency(dependencies), assignJob(dependencies)),
  ...reading(listRecentEvents(dependencies))
]

/** Whether the operator chose a tool, by its toolset or by its name. A server that is bound to an organization lists none. */
const isChosen = ({ choices, platform }: ToolDependencies, { name, toolset }: CatalogTool): boolean => {
  if (toolset === "core") return true
  if (toolset === "organizations" && platform.pinned !== undefined) return false
  return choices.toolsets.some((one) => one === toolset) || choices.tools?.includes(name) === true
}

/** The tools that the operator chose, whether they are enabled or not. */
const entries = (dependencies: ToolDependencies, all: () => ReadonlyArray<CatalogTool>): ReadonlyArray<CatalogEntry> =>
  catalog(dependencies, all).filter(({ tool }) => isChosen(dependencies, tool))

/** The names of all tools, chosen or not. */
export const toolNames = (dependencies: ToolDependencies): ReadonlyArray<string> =>
  catalog(dependencies, () => []).map(({ tool }) => tool.name)

const isEnabled = ({ writes }: Choices, { group }: CatalogEntry): boolean =>
  group === undefined || writes.includes(group)

/** The tools that a server offers, and those that it withholds. */
interface Catalog {
  /** The tools. Those that lack something now are among them. */
  readonly tools: ReadonlyArray<CatalogTool>
  /** The tools that write and were not enabled: a call of one gets how that can change. */
  readonly withheld: ReadonlyArray<WithheldTool>
}

const withheldBy = ({ choices }: ToolDependencies, entry: CatalogEntry): ReadonlyArray<WithheldTool> => {
  const { group, tool } = entry
  return group === undefined || isEnabled(choices, entry)
    ? []
    : [
        {
          name: tool.name,
          refusal: notSent(
            "not_enabled",
            `${tool.name} is not enabled, and nothing was done. ${howToEnable([group], choices)}`,
            { next: ["check_connection"] }
          )
        }
      ]
}

/** Makes the tools of a server. */
export const toolCatalog = (dependencies: ToolDependencies): Catalog => {
  const chosen = entries(dependencies, () => tools)
  const tools: ReadonlyArray<CatalogTool> = chosen.flatMap((entry) =>
    isEnabled(dependencies.choices, entry) ? [entry.tool] : []
  )
  return {
    tools: tools.map((tool) => finished(dependencies, tool, () => tools)),
    withheld: chosen.flatMap((entry) => withheldBy(dependencies, entry))
  }
}
