/**
 * The delay of mails: the time since the oldest one was written that is still to be sent. Sends nothing.
 */
import { MailStore } from "@partner-api/service/store/MailStore"
import * as Effect from "effect/Effect"
import { lagGauge } from "./LagGauge.ts"

export const layer = lagGauge(
  "partner_mail_lag_seconds",
  Effect.map(MailStore, ({ backlog }) => Effect.map(backlog, ({ oldestMs }) => oldestMs))
)
