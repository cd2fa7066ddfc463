/**
 * `partner-api sandbox`: the service with made-up data, for the loopback interface only. What `pnpm start` runs.
 */
import { printNow } from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isLoopback } from "../platform/AllowedHosts.ts"
import * as AccessLog from "../platform/log/AccessLog.ts"
import * as EventLog from "../platform/log/EventLog.ts"
import { consolePath } from "@partner-api/contract/operator/ConsolePath"
import { operator } from "@partner-api/domain/Journal"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { Journal } from "@partner-api/service/services/Journal"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import { withMetrics } from "../platform/metrics/Metrics.ts"
import * as RequestMeter from "../platform/metrics/RequestMeter.ts"
import { readSettings, type Settings } from "../platform/Settings.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { documentedCaller, enterableClients, prepareSandbox, sandboxServices } from "../samples/Sandbox.ts"
import { withSandboxKey } from "../operations/SandboxKey.ts"
import { sandboxGuide } from "../samples/SandboxGuide.ts"
import * as OperatorServer from "../OperatorServer.ts"
import * as Server from "../Server.ts"
import { warnOfNearNames } from "./ServeCommand.ts"
import { signInLink } from "@partner-api/service/services/operator/SignInLink"
import { nameOf } from "../platform/DatabaseTarget.ts"

/** The file of the sandbox's data, seen from the folder it is started in. */
const sandboxFile = "data/sandbox.db"

const checkHost = ({ host }: Settings): Effect.Effect<void, OperatorError> =>
  isLoopback(host)
    ? Effect.void
    : Effect.fail(
        new OperatorError({
          message: `The sandbox does not listen on ${host}: everybody knows its secrets.`,
          remedy: "Leave HOST out, or start the real service with: partner-api serve."
        })
      )

/** Everybody knows the secrets of the sandbox, so only the host names of this machine are accepted: a page of another site has another host. */
const withLoopbackHosts = (settings: Settings): Settings => ({
  ...settings,
  hostPolicy: { hosts: settings.hostPolicy?.hosts ?? [], loopback: true }
})

/** A person who tries an invitation in the sandbox has no client yet. */
const withNewClients = (settings: Settings): Settings => ({ ...settings, invitations: settings.invitations ?? "new" })

const guide = ({ database }: Settings, hasSandbox: boolean) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const baseUrl = yield* PublicUrl
      const enterable = yield* enterableClients
      yield* printNow(sandboxGuide({ baseUrl, database: nameOf(database), enterable, hasSandbox }))
    })
  )

/** The operator of the sandbox. */
const sandboxOperator = "Sandbox"

/** A reader of what the sandbox prints has its secrets already, so a link to the console stands among them. */
const printLink = (address: string) =>
  Effect.gen(function* () {
    const journal = yield* Journal
    const sessions = yield* OperatorSessions
    const { token } = yield* journal.write(operator, sessions.makeLink(sandboxOperator, undefined))
    yield* printNow([
      "",
      "The console, for operators; the link works once and for ten minutes:",
      `  ${signInLink(address, token)}`
    ])
  }).pipe(
    // The operator of the sandbox may be revoked, as any other.
    Effect.catchTag("Conflict", ({ message }) =>
      printNow(["", `The console is at ${address}${consolePath}/, without a link: ${message}`])
    ),
    Effect.provide(OperatorSessions.layer)
  )

export const sandbox = Command.make(
  "sandbox",
  {},
  Effect.fnUntraced(function* () {
    const read = withNewClients(withLoopbackHosts(yield* readSettings(sandboxFile)))
    yield* checkHost(read)
    const settings = yield* withSandboxKey(read)
    const serving = withMetrics(settings, (listen) =>
      prepareSandbox.pipe(
        Effect.tap(listen),
        Effect.flatMap((hasSandbox) =>
          Layer.launch(
            Layer.merge(
              guide(settings, hasSandbox).pipe(
                Layer.provide(Server.layer(settings)),
                Layer.provide(hasSandbox ? documentedCaller : Layer.empty)
              ),
              OperatorServer.loggedLayer(settings, printLink)
            )
          )
        ),
        Effect.provide([
          sandboxServices.pipe(Layer.provideMerge(Server.databaseLayer(settings))),
          RequestMeter.around(AccessLog.layer(settings.log))
        ])
      )
    )
    return yield* Effect.provide(Effect.andThen(warnOfNearNames, serving), EventLog.layer(settings.log))
  })
).pipe(Command.withDescription("Run the service with sandbox data on the loopback interface"))
