/**
 * The organization of the token itself, with its settings (recruiting, Organization settings).
 */
import { OrganizationPatch, OwnOrganization } from "@partner-api/domain/Organization"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { read } from "./declare/Read.ts"
import { patch } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

export class Settings extends HttpApiGroup.make("settings")
  .add(
    read("get", "/v1/organization", {
      title: "Get the organization",
      description: "The organization of the token, with its settings.",
      access: scoped(),
      extension: "organization.read",
      command: "partner organization show",
      success: OwnOrganization
    }),
    patch("update", "/v1/organization", {
      title: "Change the settings of the organization",
      description:
        "Changes settings and answers with all of them. A changed setting acts on what is written after it: a job keeps its access.",
      access: scoped("organization:manage"),
      extension: "organization.write",
      command: "partner organization update --agency-access ASSIGNED",
      payload: OrganizationPatch,
      success: OwnOrganization
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Settings", description: "The organization's rules for the work with its agencies" })
  ) {}
