/**
 * `partner jobs questions JOB`: the questions of a job, or new ones in their place from JSON.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { NewQuestions } from "@partner-api/domain/Question"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readInput } from "../api/ApiInput.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { dryRun, idempotencyKey, jobId, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { changeJob } from "./ChangeJob.ts"
import { questionLines } from "./JobText.ts"

const decode = strictDecoder(NewQuestions)

/** The questions in an input. */
const readQuestions = Effect.fnUntraced(function* (path: string) {
  return yield* Effect.mapError(
    Effect.fromResult(decode(yield* readInput(path), "body")),
    (problems) =>
      new CommandFailure({
        message: `The questions are not valid: ${problems.map((problem) => `${problem.path} ${problem.message}`).join("; ")}.`,
        remedy: "Run partner jobs questions JOB --json, which prints questions in this form."
      })
  )
})

export const questions = Command.make(
  "questions",
  {
    jobId,
    input: Flag.String("input").pipe(
      Flag.withDescription(
        "Sets the questions: a file with a JSON array of them, - for standard input; [] removes all"
      ),
      Flag.withMetavar("FILE"),
      Flag.optional
    ),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* ({ input: path, ...input }) {
    if (Option.isSome(path)) {
      const given = yield* readQuestions(path.value)
      const patch = { questions: given.length === 0 ? null : given }
      return yield* inOrganization(input, (organization) => changeJob(organization, input, patch))
    }
    const job = yield* inOrganization(input, ({ jobs }) => jobs.get(input.jobId))
    yield* input.json ? Output.printJson([job.questions ?? []]) : Output.print(questionLines(job))
  })
).pipe(
  Command.withDescription("Show the questions that a submission answers, or set them with --input"),
  Command.withShortDescription("Show or set the questions of a job"),
  Command.withExamples([
    { command: "partner jobs questions job_7", description: "The questions, with the ids of their options" },
    {
      command: `echo '[{"id":"permit","text":"May the person work here?","type":"YES_NO","required":true}]' | partner jobs questions job_7 --input -`,
      description: "One question, in place of those before"
    },
    { command: "partner jobs questions job_7 --input questions.json --dry-run", description: "What would change" }
  ])
)
