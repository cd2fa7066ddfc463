/**
 * Placements of the organization (extension; recruiting 8).
 */
import { Placement, PlacementId, PlacementTransition } from "@partner-api/domain/Placement"
import { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import { PlacementChange } from "@partner-api/domain/PlacementHistory"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { employers, scoped } from "./declare/Declaration.ts"
import { filteredList, listWithin } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { action } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const params = { placementId: PlacementId }

const declared = { access: scoped("placements:read"), extension: "placements.read" }

export class Placements extends HttpApiGroup.make("placements")
  .add(
    filteredList("list", "/v1/placements", {
      title: "List placements",
      description: "The placements of the organization, ordered by id, page by page. An agency sees its own.",
      command: "partner placements list --limit 10",
      ...declared,
      items: Placement,
      filter: PlacementFilter.fields
    }),
    read("get", "/v1/placements/:placementId", {
      title: "Get a placement",
      description: "One placement of the organization.",
      command: "partner placements show {placementId}",
      ...declared,
      params,
      success: Placement
    }),
    action("transition", "/v1/placements/:placementId/transitions", {
      title: "Take an action on a placement",
      description:
        "Moves a placement on: reschedule, start, cancel, fall_off or settle. An action that is not possible answers with those that are.",
      access: employers("placements:write"),
      extension: "placements.write",
      command: "partner placements settle {placementId} --status INVOICED --reference INV-7",
      params,
      payload: PlacementTransition,
      success: Placement
    }),
    listWithin("history", "/v1/placements/:placementId/history", {
      title: "List the history of a placement",
      description: "The changes of a placement, with their moments and actors; the oldest first, page by page.",
      ...declared,
      command: "partner placements history {placementId}",
      params,
      items: PlacementChange
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({
      title: "Placements",
      description: "Placements, the course of hires: start, guarantee and settlement"
    })
  ) {}
