/**
 * The page of a link by which a person confirms, declines or withdraws.
 */
import { Confirmations, confirmationsPagePath } from "@partner-api/contract/Confirmations"
import { confirmationScript } from "./ConfirmationScript.ts"
import { linkPages } from "./LinkPage.ts"

export const confirmationPages = linkPages({
  path: confirmationsPagePath,
  title: "Your application",
  addresses: { show: Confirmations.endpoints.show.path, decide: Confirmations.endpoints.decide.path },
  script: confirmationScript,
  withoutScript: "This page needs JavaScript. Without it, tell the agency that sent the link what you decide."
})
