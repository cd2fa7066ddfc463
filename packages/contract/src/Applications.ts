/**
 * Applications of the organization (extension; decisions, Resources).
 */
import { Application, ApplicationPatch, ApplicationTransition, NewApplication } from "@partner-api/domain/Application"
import { ApplicationChange } from "@partner-api/domain/ApplicationHistory"
import { CandidateCheck, checksPerDayMax, NewCandidateCheck } from "@partner-api/domain/CandidateCheck"
import { confirmationLinksPerDayMax, ConfirmationRequest } from "@partner-api/domain/Confirmation"
import { ApplicationId } from "@partner-api/domain/Ids"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { linkDays } from "@partner-api/domain/Link"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { filteredList, listWithin } from "./declare/List.ts"
import { judge } from "./declare/Preview.ts"
import { read } from "./declare/Read.ts"
import { action, commandWithoutBody, created, createdAt, patch, remove, submit } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const params = { applicationId: ApplicationId }

export class Applications extends HttpApiGroup.make("applications")
  .add(
    filteredList("list", "/v1/applications", {
      title: "List applications",
      description: "The applications of the organization, ordered by id, page by page. An agency sees its own.",
      access: scoped("applications:read"),
      extension: "applications.read",
      command: "partner applications list --limit 10",
      items: Application,
      filter: ApplicationFilter.fields
    }),
    submit("submit", "/v1/applications", {
      title: "Submit an application",
      description:
        "Submits a person for an open job. The application is UNCONFIRMED until the person agrees; confirm it then.",
      access: scoped("applications:write"),
      extension: "applications.write",
      offers: ["candidates.facts"],
      command:
        "partner applications submit --job job_00000001 --agency agy_hirewell --first-name Grace --last-name Hopper --email grace@example.com",
      payload: NewApplication,
      success: createdAt(Application, "The address of the new application")
    }),
    judge("check", "/v1/applications/check", {
      title: "Check a candidate",
      description: `Checks before a submission whether a person is free for a job: AVAILABLE, POSSIBLE, YOURS or TAKEN. Stores nothing of the person. A client checks at most ${checksPerDayMax} times a day in an organization; submissions that are refused because the person is taken count too.`,
      access: scoped("applications:write"),
      extension: "applications.check",
      command: "partner applications check --job job_00000001 --agency agy_hirewell --email grace@example.com",
      payload: NewCandidateCheck,
      success: CandidateCheck
    }),
    read("get", "/v1/applications/:applicationId", {
      title: "Get an application",
      description: "One application of the organization.",
      access: scoped("applications:read"),
      extension: "applications.read",
      command: "partner applications show {applicationId}",
      params,
      success: Application
    }),
    patch("update", "/v1/applications/:applicationId", {
      title: "Change an application",
      description:
        "Changes candidate, note and external id, in UNCONFIRMED and AWAITING_SORT. An absent member keeps its value; null removes an optional one. Once the person has confirmed, another email takes the claim along.",
      access: scoped("applications:write"),
      extension: "applications.write",
      params,
      payload: ApplicationPatch,
      success: Application
    }),
    commandWithoutBody("requestConfirmation", "/v1/applications/:applicationId/confirmation_requests", {
      title: "Add a confirmation request",
      description: `Makes a link by which the person of an UNCONFIRMED application confirms or declines; it works for ${linkDays} days, and the link before ends. Where the agency may confirm, the answer shows the link, once: the answer that is replayed under an \`Idempotency-Key\` lacks it. At most ${confirmationLinksPerDayMax} links a day.`,
      access: scoped("applications:write"),
      extension: "applications.confirm",
      command: "partner applications request-confirmation {applicationId}",
      shownOnce: "url",
      mayConflict: true,
      params,
      success: created(ConfirmationRequest)
    }),
    remove("eraseCandidate", "/v1/applications/:applicationId/candidate", {
      title: "Delete the candidate of an application",
      description:
        "Erases the person of an application for good, in DECLINED and WITHDRAWN: candidate, note, answers, external id and files. An agency erases its own; the employer asks for an erasure by email.",
      access: scoped("applications:write"),
      extension: "applications.erase",
      mayConflict: true,
      params
    }),
    action("transition", "/v1/applications/:applicationId/transitions", {
      title: "Take an action on an application",
      description:
        "Moves an application to another state: confirm, decline, keep, advance, hire, reject, restore, withdraw or release. An action that is not possible answers with those that are.",
      access: scoped("applications:write"),
      extension: "applications.write",
      command: "partner applications confirm {applicationId}",
      params,
      payload: ApplicationTransition,
      success: Application
    }),
    listWithin("history", "/v1/applications/:applicationId/history", {
      title: "List the history of an application",
      description: "The changes of an application, with their moments and actors; the oldest first, page by page.",
      access: scoped("applications:read"),
      extension: "applications.read",
      command: "partner applications history {applicationId}",
      params,
      items: ApplicationChange
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Applications", description: "People whom agencies submit for jobs" })) {}
