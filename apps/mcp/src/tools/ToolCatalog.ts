/**
 * The tools that this server offers, in the order in which clients see them. Their answers pass through here: secrets are removed, and
 * `next` names only tools that are offered.
 */
import * as Effect from "effect/Effect"
import { canonicalJson } from "@partner-api/domain/IdempotencyKey"
import type { ConfirmationLedger } from "../protocol/confirmation/ConfirmationLedger.ts"
import type { Signer } from "../protocol/Signer.ts"
import type { Asking } from "../protocol/confirmation/HumanAnswer.ts"
import { isVisible, type Tool, type ToolAnswer, type ToolCall } from "../protocol/tool/Tool.ts"
import { notSent, ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { addUser } from "./AddUser.ts"
import { checkConnection } from "./CheckConnection.ts"
import type { Toolset } from "./Choices.ts"
import { createJob } from "./CreateJob.ts"
import { findApplications } from "./FindApplications.ts"
import { findJobs } from "./FindJobs.ts"
import { getAgencyFees } from "./GetAgencyFees.ts"
import { getApplication } from "./GetApplication.ts"
import { getJob } from "./GetJob.ts"
import { listAgencies, listJobs, listOrganizations, listUsers } from "./ListTools.ts"
import { moveApplication } from "./MoveApplication.ts"
import { previewFees } from "./PreviewFees.ts"
import { setAgencyFees } from "./SetAgencyFees.ts"
import { slimInput, slimOutput } from "./SlimSchema.ts"
import { submitApplication } from "./SubmitApplication.ts"
import { updateJob } from "./UpdateJob.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

export type CatalogTool = Tool<Signer | ConfirmationLedger>

const when = (isChosen: boolean, ...tools: ReadonlyArray<CatalogTool>): ReadonlyArray<CatalogTool> =>
  isChosen ? tools : []

const concealed = ({ platform: { secrets } }: ToolDependencies, answer: ToolAnswer): ToolAnswer =>
  answer._tag === "Question"
    ? { ...answer, question: secrets.concealText(answer.question) }
    : { ...answer, structured: membersOf(secrets.conceal(answer.structured)) }

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Secrets are removed from a question as from an answer. */
const concealedAsking = ({ platform: { secrets } }: ToolDependencies, asking: Asking): Asking =>
  asking._tag === "Reverse" ? { ...asking, ask: (question) => asking.ask(secrets.concealText(question)) } : asking

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
      Effect.andThen(refuseSecrets(dependencies, tool, call)),
      Effect.andThen(tool.call({ ...call, asking: concealedAsking(dependencies, call.asking) })),
      Effect.map((answer) => concealed(dependencies, answer)),
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
          fields: failure.fields?.map(({ path, problem, ...rest }) => ({
            ...rest,
            path: secrets.concealText(path),
            problem: secrets.concealText(problem)
          })),
          next: failure.next.filter((name) => there.has(name))
        })
      })
    )
})

/** The tools. A tool of an extension is among them and visible while the platform announces it. */
export const toolCatalog = (dependencies: ToolDependencies): ReadonlyArray<CatalogTool> => {
  const { choices, platform } = dependencies
  const has = (toolset: Toolset): boolean => choices.toolsets.includes(toolset)
  const tools: ReadonlyArray<CatalogTool> = [
    checkConnection(dependencies),
    ...when(has("organizations") && platform.pinned === undefined, listOrganizations(dependencies)),
    ...when(has("jobs"), listJobs(dependencies), findJobs(dependencies), getJob(dependencies)),
    ...when(has("jobs") && choices.writes.includes("jobs"), createJob(dependencies), updateJob(dependencies)),
    ...when(has("applications"), findApplications(dependencies), getApplication(dependencies)),
    ...when(
      has("applications") && choices.writes.includes("applications"),
      submitApplication(dependencies),
      moveApplication(dependencies)
    ),
    ...when(has("users"), listUsers(dependencies)),
    ...when(has("users") && choices.writes.includes("users"), addUser(dependencies)),
    ...when(has("agencies"), listAgencies(dependencies), getAgencyFees(dependencies), previewFees(dependencies)),
    ...when(has("agencies") && choices.writes.includes("fees"), setAgencyFees(dependencies))
  ]
  return tools.map((tool) => finished(dependencies, tool, () => tools))
}
