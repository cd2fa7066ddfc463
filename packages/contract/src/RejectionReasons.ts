/**
 * The reasons of an organization for rejections and withdrawals (extension; recruiting, Claims: Reasons).
 */
import { NewRejectionReason, reasonsMax, RejectionReason, RejectionReasonId } from "@partner-api/domain/RejectionReason"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { list } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { put, remove } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const extension = "applications.reasons"
const params = { reasonId: RejectionReasonId }

export class RejectionReasons extends HttpApiGroup.make("rejectionReasons")
  .add(
    list("list", "/v1/rejection_reasons", {
      title: "List reasons",
      description:
        "The reasons of the organization for rejections and withdrawals, ordered by id; one that is not active too.",
      access: scoped("applications:read"),
      extension,
      command: "partner reasons",
      items: RejectionReason
    }),
    read("get", "/v1/rejection_reasons/:reasonId", {
      title: "Get a reason",
      description: "One reason of the organization for rejections and withdrawals.",
      access: scoped("applications:read"),
      extension,
      params,
      success: RejectionReason
    }),
    put("set", "/v1/rejection_reasons/:reasonId", {
      title: "Set a reason",
      description: `Adds a reason under an id of your choice, or changes the one that has it. A reason that is not \`active\` stays on the applications that name it, and no further one can name it. An organization has at most ${reasonsMax}.`,
      access: scoped("organization:manage"),
      extension,
      command: "partner reasons set {reasonId} --text 'The position is on hold' --category JOB",
      params,
      payload: NewRejectionReason,
      success: RejectionReason
    }),
    remove("remove", "/v1/rejection_reasons/:reasonId", {
      title: "Delete a reason",
      description: "Deletes a reason that no application names; set `active` of any other to false.",
      access: scoped("organization:manage"),
      extension,
      command: "partner reasons remove {reasonId}",
      params,
      mayConflict: true
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Reasons", description: "Why applications are rejected and withdrawn" })
  ) {}
