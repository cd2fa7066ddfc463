/**
 * The application that a view shows. One that it does not show is refused as one that is not there.
 */
import type { StoredApplication } from "@partner-api/domain/Application"
import { isApplicationShown } from "@partner-api/domain/ApplicationAccess"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StoreError } from "../../store/StoreError.ts"
import { orNotFound } from "../OrNotFound.ts"
import type { View } from "./View.ts"

export const applicationOrNotFound = orNotFound("application")

/** The found application, where the view shows it. */
export const visible = (view: View, found: Effect.Effect<Option.Option<StoredApplication>, StoreError>) =>
  applicationOrNotFound(
    Effect.map(
      found,
      Option.filter((stored) => isApplicationShown(view, stored))
    )
  )
