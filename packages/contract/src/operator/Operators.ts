/**
 * Operators: list, invite, revoke. What the commands `partner-api console` do, but for erasing a name.
 */
import { OperatorId } from "@partner-api/domain/operator/OperatorId"
import { NewOperatorLink, OperatorLinkShown, OperatorSummary } from "@partner-api/domain/operator/OperatorView"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { list } from "../declare/List.ts"
import { create, created, remove } from "../declare/Write.ts"
import { admin, OperatorAccess, viewer } from "./OperatorAccess.ts"

export class Operators extends HttpApiGroup.make("operators")
  .add(
    list("list", "/operator/v1/operators", {
      title: "List operators",
      description: "All operators, revoked ones too, ordered by id, page by page.",
      access: viewer,
      items: OperatorSummary
    }),
    create("invite", "/operator/v1/operators", {
      title: "Invite an operator",
      description:
        "Makes a sign-in link, and shows it, once. A new name is a new operator; an operator of this name gets the role. Your own role stays.",
      access: admin,
      shownOnce: "link",
      payload: NewOperatorLink,
      success: created(OperatorLinkShown)
    }),
    remove("revoke", "/operator/v1/operators/:operatorId", {
      title: "Revoke an operator",
      description: "Ends the links and sessions of an operator at once, for good. Nobody revokes oneself.",
      access: admin,
      mayConflict: true,
      params: { operatorId: OperatorId }
    })
  )
  .middleware(OperatorAccess)
  .annotateMerge(OpenApi.annotations({ title: "Operators", description: "The people who run the service" })) {}
