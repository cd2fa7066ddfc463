/**
 * One of two processes that race for the same idempotency keys on one database. Begins at a line of its input, and prints what each key
 * answered.
 */
import { ClientId, OrganizationId, UserId } from "@partner-api/domain/Ids"
import { operator } from "@partner-api/domain/Journal"
import { Timestamp } from "@partner-api/domain/Timestamp"
import { Idempotency } from "@partner-api/service/services/Idempotency"
import { Journal } from "@partner-api/service/services/Journal"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"

const [databaseUrl = "", name = "", count = "0"] = process.argv.slice(2)
const organizationId = OrganizationId.make("org_acme")
const at = Timestamp.make("2026-01-01T00:00:00.000Z")

const begun = new Promise<void>((resolve) => process.stdin.once("data", () => resolve()))

const race = Effect.gen(function* () {
  const idempotency = yield* Idempotency
  const users = yield* UserStore
  process.stdout.write("ready\n")
  yield* Effect.promise(() => begun)
  const answers: Array<string> = []
  for (let number = 0; number < Number(count); number++) {
    const id = UserId.make(`usr_race_${number}_${name}`)
    const user = { id, created_at: at, updated_at: at, first_name: "R", last_name: name, email: `${id}@example.com` }
    const answered = yield* idempotency.once(
      {
        actor: operator,
        scope: {
          organizationId,
          callerId: ClientId.make("sandbox-client"),
          method: "POST",
          path: "/v1/users",
          key: `race-${number}`
        },
        fingerprint: "same"
      },
      Effect.as(users.insert(organizationId, user), {
        answer: name,
        stored: { status: 201, headers: {}, body: name },
        resourceId: id
      })
    )
    answers.push("stored" in answered ? answered.stored.body : answered.answer)
  }
  process.stdout.write(`answers ${answers.join(" ")}\n`)
})

await Effect.runPromise(
  race.pipe(
    Effect.provide(
      Idempotency.layer.pipe(Layer.provide(Journal.layer), Layer.provideMerge(Database.layer(readTarget(databaseUrl))))
    )
  )
)
process.exit(0)
