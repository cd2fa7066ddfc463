/**
 * Checks of persons before a submission (recruiting 7). Stores nothing of a person: the entry names the job and the agency.
 */
import {
  type CandidateCheck,
  comparedApplicationsMax,
  type Contact,
  isComparable,
  isSimilar,
  judgeCheck,
  type NewCandidateCheck
} from "@partner-api/domain/CandidateCheck"
import type { RateLimited, UnprocessableEntity } from "@partner-api/domain/Errors"
import type { ApplicationId, ClientId } from "@partner-api/domain/Ids"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Applicant, ApplicationStore, contactsPerRead } from "../store/ApplicationStore.ts"
import { JobStore } from "../store/JobStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import type { View } from "./access/View.ts"
import { CheckAllowance } from "./CheckAllowance.ts"
import { makeClaims } from "./Claims.ts"
import { Journal, record } from "./Journal.ts"
import { orRefuse } from "./OrNotFound.ts"
import { makeSubmitter, openIn, unknownJob } from "./Submitter.ts"

/** The maker of a check: a client, in a view. */
interface Checker extends View {
  readonly clientId: ClientId
}

export class CandidateChecks extends Context.Service<
  CandidateChecks,
  {
    /** Checks a person for a job, in a write of its own. Counts towards the checks of the client. */
    readonly check: (
      view: Checker,
      input: NewCandidateCheck,
      requestId: string
    ) => Effect.Effect<CandidateCheck, UnprocessableEntity | RateLimited | StoreError>
  }
>()("@partner-api/service/CandidateChecks") {
  static readonly layer = Layer.effect(
    CandidateChecks,
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const jobs = yield* JobStore
      const allowance = yield* CheckAllowance
      const journal = yield* Journal
      const claims = yield* makeClaims
      const submitter = yield* makeSubmitter
      const together = yield* Together

      /** The applications for a job that the view shows and that have the same number or profile: among the newest ones, in short reads. */
      const similarTo = Effect.fnUntraced(function* (view: View, { candidate, job_id }: NewCandidateCheck) {
        const found: Array<Contact> = []
        if (!isComparable(candidate)) return found
        let before: ApplicationId | undefined
        for (let looked = 0; looked < comparedApplicationsMax; looked += contactsPerRead) {
          const some: ReadonlyArray<Contact> = yield* store.contacts(view.organizationId, job_id, view, before)
          found.push(...some.filter((contact) => isSimilar(candidate, contact)))
          before = some.at(-1)?.applicationId
          if (some.length < contactsPerRead) break
          yield* Effect.yieldNow
        }
        return found
      })

      const judge = Effect.fnUntraced(function* (view: Checker, input: NewCandidateCheck) {
        const { clientId, organizationId } = view
        yield* allowance.take({ clientId, organizationId })
        const agencyId = yield* submitter.agencyOf(view, input.agency_id)
        const applicant: Applicant = { organizationId, jobId: input.job_id, email: input.candidate.email }
        const [, [, { claim, open }]] = yield* together(
          submitter.statusOf(view, agencyId),
          together(
            orRefuse(unknownJob)(jobs.findShown(organizationId, view.agencyId, input.job_id)),
            Effect.suspend(() => claims.standing(claims.claimantOf(applicant), agencyId))
          )
        )
        const similar = yield* similarTo(view, input)
        yield* record([
          {
            organizationId,
            action: "candidate.checked",
            resource_id: input.job_id,
            agency_id: agencyId,
            changed: []
          }
        ])
        return judgeCheck({
          agencyId,
          isEmployer: view.agencyId === undefined,
          claim,
          open: openIn(view, open),
          similar,
          nowMs: yield* Clock.currentTimeMillis
        })
      })

      return CandidateChecks.of({
        check: Effect.fn("CandidateChecks.check")((view, input, requestId) =>
          journal.write({ kind: "client", clientId: view.clientId, requestId }, judge(view, input))
        )
      })
    })
  )
}
