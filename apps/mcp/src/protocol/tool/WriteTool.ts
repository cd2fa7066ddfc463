/**
 * A tool that writes: it shows a preview first, and writes only after a human confirms it.
 *
 * `preview` sends nothing. `apply` asks the human behind the client by elicitation; the model cannot confirm. A confirmation is bound to
 * what was shown (the question and the `fingerprint`) and allows one write. A question that cannot be shown whole is not asked, and its
 * write is refused.
 *
 * Where the operator allows it, a client that cannot ask its user gets a confirmation with the preview and hands it back. It proves that
 * exactly this was previewed before, and not that a human has seen it.
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
  type ConfirmationWay,
  expired,
  fingerprintOf,
  makeNonce,
  openConfirmation,
  replayed,
  sealConfirmation
} from "../confirmation/Confirmation.ts"
import { ConfirmationLedger, type Used } from "../confirmation/ConfirmationLedger.ts"
import type { Elicitation, HumanAnswer } from "../confirmation/HumanAnswer.ts"
import { alternativeOf, notPreviewed, withoutElicitation } from "../confirmation/WithoutElicitation.ts"
import { lookFirst, withReplay } from "../confirmation/Replay.ts"
import { makeWriter } from "../answer/Output.ts"
import { revealJson } from "../answer/PlatformText.ts"
import { wholeQuestion } from "../confirmation/Question.ts"
import { Signer } from "../Signer.ts"
import { metadataOf, type Tool, type ToolAnswer, type ToolCall, type ToolMetadata } from "./Tool.ts"
import type { ToolContext } from "./ToolContext.ts"
import type { FieldProblem, ToolFailure } from "./ToolFailure.ts"
import { type ObjectSchema, objectSchema } from "./WireSchema.ts"

/** The effect that a write would have. */
export interface Preview<Output> {
  /** The question to the human: where, and every value that is sent, each text of others through `quoted`. */
  readonly question: string
  /** Any JSON that is different when what would be changed is different. */
  readonly fingerprint: unknown
  /** The answer to `mode: "preview"`. */
  readonly output: Output
  /** The answer when the human says no. */
  readonly declined: Output
  /** Why the write would be refused, if it would: the preview shows it, and nobody is asked. */
  readonly refusal?: ToolFailure | undefined
}

/** A preview that a human has confirmed exactly: a write relies on it. */
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
  readonly organizationOf: (input: Input, context: ToolContext) => string | undefined
  readonly preview: (input: Input, context: ToolContext) => Effect.Effect<Shown, ToolFailure, PreviewR>
  readonly apply: (input: Input, confirmed: Confirmed<Shown>) => Effect.Effect<Output, ToolFailure, ApplyR>
  /** The way to see the stored state, as a sentence to the model: with the tools that the platform offers at that moment. */
  readonly howToLook?: () => string
  /** The name of the command that does the same, for where no human can be asked, such as `partner fees set`. */
  readonly command?: string
  /** The words of that command with the values of a call; undefined where no single command does the same. */
  readonly commandOf?: (input: Input) => ReadonlyArray<string> | undefined
  /** Whether a preview hands out its confirmation to a client that cannot ask its user. The default is false. */
  readonly confirmsByToken?: boolean
}

const Mode = Schema.Struct({
  mode: Schema.optionalKey(Schema.Literals(["preview", "apply"])),
  confirmation: Schema.optionalKey(Schema.String)
})
const readMode = makeReader(Mode)

const problemsOf = <A>(read: Result.Result<A, ReadonlyArray<FieldProblem>>): ReadonlyArray<FieldProblem> =>
  Result.isFailure(read) ? read.failure : []

const modeSchema = { type: "string", enum: ["preview", "apply"], default: "preview" }

/** The end of the description of every write. */
const howToWrite = "Preview it, show the user, then apply with the same arguments; the user is asked to confirm."
const howToWriteByToken =
  "Preview it and show the user; if they agree, apply it with the same arguments and any confirmation of the preview."

/** The notice of every preview: a model that reads a status alone could report the write as done. */
const unwritten = { note: "Nothing was written." }

const withMembers = (schema: ObjectSchema | undefined, members: object): ObjectSchema | undefined =>
  schema === undefined ? undefined : { ...schema, properties: { ...schema.properties, ...members } }

const withMember = (answer: ToolAnswer, member: object): ToolAnswer =>
  answer._tag === "Result" ? { ...answer, structured: { ...answer.structured, ...member } } : answer

/** The arguments of a call, read. */
interface Read<Input> {
  readonly input: Input
  readonly mode: "preview" | "apply"
  readonly confirmation?: string
  /** The arguments of the write, as they were given: a confirmation is bound to them. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** Declares a tool that writes. */
export const writeTool = <Input, Output, Shown extends Preview<Output>, PreviewR = never, ApplyR = never>(
  declaration: WriteToolDeclaration<Input, Output, Shown, PreviewR, ApplyR>
): Tool<PreviewR | ApplyR | Signer | ConfirmationLedger> => {
  const readInput = makeReader(declaration.input)
  // The model reads of a write what the human reads.
  const write = makeWriter(declaration.output, revealJson)
  const { confirmsByToken = false, howToLook = () => lookFirst, name } = declaration
  const alternative = (input: Input) => alternativeOf(declaration.command, declaration.commandOf?.(input))

  const read = (given: Readonly<Record<string, unknown>>): Result.Result<Read<Input>, ToolFailure> => {
    const { confirmation, mode, ...others } = given
    // A server that hands out none has no such argument.
    const own = confirmsByToken ? { confirmation, mode } : { mode }
    const rest = confirmsByToken || !("confirmation" in given) ? others : { ...others, confirmation }
    const input = readInput(rest)
    const wanted = readMode(Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)))
    return Result.isSuccess(input) && Result.isSuccess(wanted)
      ? Result.succeed({ mode: "preview", ...wanted.success, input: input.success, rest })
      : Result.fail(badArguments(name, [...problemsOf(input), ...problemsOf(wanted)], declaration.input))
  }

  /** A preview with its question as it is shown, and the digest of both. */
  const look = (input: Input, context: ToolContext) =>
    Effect.gen(function* () {
      const preview = yield* declaration.preview(input, context)
      const question = yield* Effect.fromResult(wholeQuestion(name, preview.question, alternative(input)))
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

  /** A preview of a write that may be requested. */
  const lookToWrite = (input: Input, context: ToolContext) =>
    Effect.flatMap(look(input, context), (looked) =>
      looked.preview.refusal === undefined ? Effect.succeed(looked) : Effect.fail(looked.preview.refusal)
    )

  const settle = (
    input: Input,
    context: ToolContext,
    confirmation: Confirmation,
    answer: HumanAnswer,
    way: ConfirmationWay = "question"
  ) =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      const nowMs = yield* Clock.currentTimeMillis
      if (answer === "unavailable") return yield* withoutElicitation(name, alternative(input))
      if (answer === "expired" || nowMs >= confirmation.expiresAtMs) return yield* expired(name, way)
      if (answer === "declined") {
        yield* ledger.spend({ ...confirmation, principalId: context.principal.id }, nowMs)
        return yield* write((yield* declaration.preview(input, context)).declined)
      }
      const { preview, question, fingerprint } = yield* lookToWrite(input, context)
      return fingerprint === confirmation.fingerprint
        ? yield* apply(input, preview, { ...confirmation, principalId: context.principal.id })
        : yield* changedSincePreview(name, question, way)
    })

  const confirmationOf = (fingerprint: string) =>
    Effect.gen(function* () {
      const confirmation: Confirmation = {
        nonce: yield* makeNonce,
        fingerprint,
        expiresAtMs: (yield* Clock.currentTimeMillis) + confirmationLifetimeMs
      }
      return confirmation
    })

  const prepare = (input: Input, context: ToolContext) =>
    Effect.gen(function* () {
      const { question, fingerprint } = yield* lookToWrite(input, context)
      return { confirmation: yield* confirmationOf(fingerprint), question }
    })

  /** The second call, with a confirmation. An answer in the ledger comes before the present state of the platform. */
  const proceed = (
    input: Input,
    context: ToolContext,
    binding: ConfirmationBinding,
    state: string,
    answer: HumanAnswer,
    way: ConfirmationWay = "question"
  ) =>
    Effect.gen(function* () {
      const ledger = yield* ConfirmationLedger
      const confirmation = yield* Effect.fromResult(openConfirmation(state, binding, way, yield* Signer))
      const known = ledger.known(confirmation.nonce)
      if (known?._tag === "Answer") return yield* known.answer
      if (known?._tag === "Used") return yield* replayed(name, howToLook(), way)
      return yield* settle(input, context, confirmation, answer, way)
    })

  const bindingOf = ({ input, rest }: Read<Input>, context: ToolContext): ConfirmationBinding => ({
    principalId: context.principal.id,
    tool: name,
    organizationId: declaration.organizationOf(input, context) ?? null,
    arguments: rest
  })

  /** A preview; with its confirmation, where the client cannot ask its user and the operator allows that. */
  const show = (given: Read<Input>, { elicitation, context }: ToolCall) =>
    Effect.gen(function* () {
      const { preview, fingerprint } = yield* look(given.input, context)
      const answer = withMember(yield* write(preview.output), unwritten)
      const cannotElicit = elicitation._tag === "Unable" && !confirmsByToken
      const refusal = preview.refusal ?? (cannotElicit ? withoutElicitation(name, alternative(given.input)) : undefined)
      if (refusal !== undefined) {
        const { error, fields, message } = refusal
        return withMember(answer, {
          would_be_refused: { error, message, ...(fields === undefined ? {} : { fields }) }
        })
      }
      if (elicitation._tag !== "Unable") return answer
      const confirmation = yield* confirmationOf(fingerprint)
      return withMember(answer, {
        confirmation: sealConfirmation(bindingOf(given, context), confirmation, yield* Signer)
      })
    })

  /** A write for a client that cannot ask its user. */
  const confirmByToken = (given: Read<Input>, context: ToolContext) => {
    if (!confirmsByToken) {
      // A command that would be refused is not recommended.
      return Effect.andThen(
        lookToWrite(given.input, context),
        Effect.fail(withoutElicitation(name, alternative(given.input)))
      )
    }
    return given.confirmation === undefined
      ? Effect.fail(notPreviewed(name))
      : proceed(given.input, context, bindingOf(given, context), given.confirmation, "accepted", "preview")
  }

  const confirm = (
    given: Read<Input>,
    context: ToolContext,
    elicitation: Exclude<Elicitation, { readonly _tag: "Unable" }>
  ) =>
    Effect.gen(function* () {
      const { input } = given
      const binding = bindingOf(given, context)
      if (elicitation._tag === "RoundTrip" && elicitation.state !== undefined && elicitation.answer !== undefined) {
        return yield* proceed(input, context, binding, elicitation.state, elicitation.answer)
      }
      const { confirmation, question } = yield* prepare(input, context)
      if (elicitation._tag === "Reverse") {
        return yield* settle(input, context, confirmation, yield* elicitation.elicit(question))
      }
      const state = sealConfirmation(binding, confirmation, yield* Signer)
      return { _tag: "Question", question, state } satisfies ToolAnswer
    })

  return {
    ...metadataOf(declaration),
    description: `${declaration.description} ${confirmsByToken ? howToWriteByToken : howToWrite}`,
    inputSchema: withMembers(objectSchema(declaration.input, "error"), {
      mode: modeSchema,
      ...(confirmsByToken ? { confirmation: { type: "string" } } : {})
    }),
    outputSchema: objectSchema(declaration.output, "ignore"),
    call: (call) =>
      Effect.flatMap(Effect.fromResult(read(call.arguments)), (given) => {
        if (given.mode === "preview") return show(given, call)
        const written =
          call.elicitation._tag === "Unable"
            ? confirmByToken(given, call.context)
            : confirm(given, call.context, call.elicitation)
        return Effect.map(written, (answer) => withReplay(answer, howToLook()))
      })
  }
}
