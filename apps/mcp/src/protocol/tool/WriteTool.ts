/**
 * A tool that writes: it shows a preview first, and writes only after a human confirms it.
 *
 * `preview` sends nothing. `apply` asks the human behind the client by elicitation; the model cannot confirm. A confirmation is bound to
 * what was shown (the question and the `fingerprint`) and allows one write. A question that cannot be shown whole is not asked, and its
 * write is refused.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { badArguments, makeReader, type PlainSchema } from "./Arguments.ts"
import {
  type ConfirmationBinding,
  changedSincePreview,
  type Confirmation,
  confirmationLifetimeMs,
  expired,
  fingerprintOf,
  makeNonce,
  openConfirmation,
  replayed,
  sealConfirmation
} from "../confirmation/Confirmation.ts"
import { ConfirmationLedger, type Used } from "../confirmation/ConfirmationLedger.ts"
import type { Asking, HumanAnswer } from "../confirmation/HumanAnswer.ts"
import { makeWriter } from "../answer/Output.ts"
import { revealJson } from "../answer/PlatformText.ts"
import { wholeQuestion } from "../confirmation/Question.ts"
import { Signer } from "../Signer.ts"
import { metadataOf, type Tool, type ToolAnswer, type ToolCall, type ToolMetadata } from "./Tool.ts"
import type { ToolContext } from "./ToolContext.ts"
import { type FieldProblem, notSent, type ToolFailure } from "./ToolFailure.ts"
import { type ObjectSchema, objectSchema } from "./WireSchema.ts"

/** What a write would do. */
export interface Preview<Output> {
  /** The question to the human: where, and every value that is sent, each text of others through `quoted`. */
  readonly question: string
  /** Any JSON that is different when what would be changed is different. */
  readonly fingerprint: unknown
  /** The answer to `mode: "preview"`. */
  readonly output: Output
  /** The answer when the human says no. */
  readonly declined: Output
}

/** What a write relies on: a human confirmed exactly this. */
export interface Confirmed<Shown> {
  /** The same for a repeat of the same confirmation: the Idempotency-Key. */
  readonly nonce: string
  /** The last preview, whose fingerprint is that of the one that the human saw, with the further members of the tool. */
  readonly preview: Shown
}

export interface WriteToolDeclaration<
  Input,
  Output,
  Shown extends Preview<Output>,
  PreviewR,
  ApplyR
> extends ToolMetadata {
  /** Without `mode`, which every write has. */
  readonly input: PlainSchema<Input>
  readonly output: PlainSchema<Output>
  readonly organizationOf: (input: Input, context: ToolContext) => string | null
  readonly preview: (input: Input, context: ToolContext) => Effect.Effect<Shown, ToolFailure, PreviewR>
  readonly apply: (input: Input, confirmed: Confirmed<Shown>) => Effect.Effect<Output, ToolFailure, ApplyR>
  /** The command line that does the same, for where no human can be asked. */
  readonly command?: string
}

const Mode = Schema.Struct({ mode: Schema.optionalKey(Schema.Literals(["preview", "apply"])) })
const readMode = makeReader(Mode)

const problemsOf = <A>(read: Result.Result<A, ReadonlyArray<FieldProblem>>): ReadonlyArray<FieldProblem> =>
  Result.isFailure(read) ? read.failure : []

const modeSchema = { type: "string", enum: ["preview", "apply"], default: "preview" }

/** What the description of every write ends with. */
const howToWrite =
  "Preview it and show the user; then apply it with the same arguments, which asks the user to confirm."

const withMode = (schema: ObjectSchema | undefined): ObjectSchema | undefined =>
  schema === undefined ? undefined : { ...schema, properties: { ...schema.properties, mode: modeSchema } }

/** What to do instead where no human can be asked, as a sentence without its stop. */
const alternativeOf = (command: string | undefined): string =>
  `Use a client that supports elicitation, or let the user ${command === undefined ? "make this change with the command line" : `run: ${command}`}`

const cannotAsk = (tool: string, alternative: string): ToolFailure =>
  notSent(
    "confirmation_unavailable",
    `This client cannot ask its user, and ${tool} changes nothing without a yes from a human. Nothing was done. ` +
      `${alternative}.`,
    { next: [] }
  )

/** Declares a tool that writes. */
export const writeTool = <Input, Output, Shown extends Preview<Output>, PreviewR = never, ApplyR = never>(
  declaration: WriteToolDeclaration<Input, Output, Shown, PreviewR, ApplyR>
): Tool<PreviewR | ApplyR | Signer | ConfirmationLedger> => {
  const readInput = makeReader(declaration.input)
  // The model reads of a write what the human reads.
  const write = makeWriter(declaration.output, revealJson)
  const { name } = declaration
  const alternative = alternativeOf(declaration.command)

  const read = (given: Readonly<Record<string, unknown>>) => {
    const { mode, ...rest } = given
    const input = readInput(rest)
    const wanted = readMode(mode === undefined ? {} : { mode })
    return Result.isSuccess(input) && Result.isSuccess(wanted)
      ? Result.succeed({ input: input.success, mode: wanted.success.mode ?? "preview" })
      : Result.fail(badArguments(name, [...problemsOf(input), ...problemsOf(wanted)], declaration.input))
  }

  /** A preview with its question as it is shown, and the digest of both. */
  const look = (input: Input, context: ToolContext) =>
    Effect.gen(function* () {
      const preview = yield* declaration.preview(input, context)
      const question = yield* Effect.fromResult(wholeQuestion(name, preview.question, alternative))
      return { preview, question, fingerprint: fingerprintOf([question, preview.fingerprint]) }
    })

  /** Writes once, for a confirmation of what is still true. */
  const apply = (input: Input, preview: Shown, used: Used) =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      const services = yield* Effect.context<ApplyR>()
      const nowMs = yield* Clock.currentTimeMillis
      const writing = Effect.flatMap(declaration.apply(input, { nonce: used.nonce, preview }), write)
      return yield* ledger.run(used, nowMs, Effect.provideContext(writing, services))
    })

  const settle = (input: Input, context: ToolContext, confirmation: Confirmation, answer: HumanAnswer) =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      const nowMs = yield* Clock.currentTimeMillis
      if (answer === "unavailable") return yield* cannotAsk(name, alternative)
      if (answer === "expired" || nowMs >= confirmation.expiresAtMs) return yield* expired(name)
      if (answer === "declined") {
        yield* ledger.spend({ ...confirmation, principalId: context.principal.id }, nowMs)
        return yield* write((yield* declaration.preview(input, context)).declined)
      }
      const { preview, question, fingerprint } = yield* look(input, context)
      return fingerprint === confirmation.fingerprint
        ? yield* apply(input, preview, { ...confirmation, principalId: context.principal.id })
        : yield* changedSincePreview(name, question)
    })

  const prepare = (input: Input, context: ToolContext) =>
    Effect.gen(function* () {
      const { question, fingerprint } = yield* look(input, context)
      const confirmation: Confirmation = {
        nonce: yield* makeNonce,
        fingerprint,
        expiresAtMs: (yield* Clock.currentTimeMillis) + confirmationLifetimeMs
      }
      return { confirmation, question }
    })

  /** The second call of a round trip. An answer in the ledger comes before the present state of the platform. */
  const proceed = (
    input: Input,
    context: ToolContext,
    binding: ConfirmationBinding,
    state: string,
    answer: HumanAnswer
  ) =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      const confirmation = yield* Effect.fromResult(openConfirmation(state, binding, yield* Signer))
      const known = ledger.known(confirmation.nonce)
      if (known?._tag === "Answer") return yield* known.answer
      if (known?._tag === "Used") return yield* replayed(name)
      return yield* settle(input, context, confirmation, answer)
    })

  const confirm = (input: Input, call: ToolCall, asking: Exclude<Asking, { readonly _tag: "Unable" }>) =>
    Effect.gen(function* () {
      const { context } = call
      const binding: ConfirmationBinding = {
        principalId: context.principal.id,
        tool: name,
        organizationId: declaration.organizationOf(input, context),
        arguments: call.arguments
      }
      if (asking._tag === "RoundTrip" && asking.state !== undefined && asking.answer !== undefined) {
        return yield* proceed(input, context, binding, asking.state, asking.answer)
      }
      const { confirmation, question } = yield* prepare(input, context)
      if (asking._tag === "Reverse") {
        return yield* settle(input, context, confirmation, yield* asking.ask(question))
      }
      const state = sealConfirmation(binding, confirmation, yield* Signer)
      return { _tag: "Question", question, state } satisfies ToolAnswer
    })

  return {
    ...metadataOf(declaration),
    description: `${declaration.description} ${howToWrite}`,
    inputSchema: withMode(objectSchema(declaration.input, "error")),
    outputSchema: objectSchema(declaration.output, "ignore"),
    call: (call) =>
      Effect.flatMap(Effect.fromResult(read(call.arguments)), ({ input, mode }) => {
        if (mode === "preview") {
          return Effect.flatMap(look(input, call.context), ({ preview }) => write(preview.output))
        }
        return call.asking._tag === "Unable"
          ? Effect.fail(cannotAsk(name, alternative))
          : confirm(input, call, call.asking)
      })
  }
}
