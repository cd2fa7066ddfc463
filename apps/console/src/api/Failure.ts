/**
 * Why a call was not answered: the error as the contract has it, with its remedy.
 */
import type { ErrorBody } from "@partner-api/contract/WireErrors"
import { remedies } from "./Routes.ts"

/** The body of an error. */
export type ErrorText = (typeof ErrorBody)["Encoded"]

/** One mistake in what was sent. */
export type Detail = NonNullable<ErrorText["details"]>[number]

interface FailureProps {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly remedy: string
  readonly requestId?: string | undefined
  readonly details?: ReadonlyArray<Detail> | undefined
}

/** A call that failed. */
export class Failure extends Error {
  /** The status of the answer; 0 where there was none. */
  readonly status: number
  /** The code of the error. */
  readonly code: string
  /** The remedy. */
  readonly remedy: string
  readonly requestId: string | undefined
  readonly details: ReadonlyArray<Detail>

  constructor({ code, details = [], message, remedy, requestId, status }: FailureProps) {
    super(message)
    this.name = "Failure"
    this.status = status
    this.code = code
    this.remedy = remedy
    this.requestId = requestId
    this.details = details
  }
}

/** The remedies of codes that have none in the contract. */
const otherRemedy = "Reload the page. If that does not help, look into the log of the server."

/** The remedies for an operator of errors whose remedy in the contract is for partners, who have tokens. */
const operatorRemedies: Readonly<Record<string, string>> = {
  unauthorized:
    "Run `partner-api console login --operator NAME` on the machine of the server, and open the link that it prints.",
  forbidden: "Ask an operator with the role `admin`, or sign in as one.",
  not_found: "Check the id. It may have been removed, or have left the log, meanwhile."
}

/** The server answered with an error. */
export const refused = (status: number, body: ErrorText | undefined, requestId: string | null): Failure =>
  new Failure({
    status,
    code: body?.error ?? `http_${status}`,
    message: body?.message ?? "The server gave an answer that this page does not know.",
    remedy: operatorRemedies[body?.error ?? ""] ?? remedies[body?.error ?? ""] ?? otherRemedy,
    requestId: body?.request_id ?? requestId ?? undefined,
    details: body?.details
  })

/** The server did not answer. */
export const unreachable = (): Failure =>
  new Failure({
    status: 0,
    code: "unreachable",
    message: "The server does not answer.",
    remedy: "Check that the server runs and that this machine reaches it, then try again."
  })

/** Whether a call failed because nobody is signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof Failure && error.status === 401
