/**
 * Mails through a relay (recruiting 6, Mail): what arrives, what is kept of it, and what becomes of a mail when the relay is away, slow, or refuses it.
 */
import * as Net from "node:net"
import { once } from "node:events"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { MailDelivery } from "@partner-api/service/services/mail/MailDelivery"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SMTPServer } from "smtp-server"
import * as SmtpMailSender from "../../src/mail/SmtpMailSender.ts"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import type { MailSettings } from "../../src/platform/MailSettings.ts"
import * as Database from "../../src/store/Database.ts"
import { membersOf, textOf } from "../../test/HttpCall.ts"
import { startServer } from "../../test/TestServer.ts"

const minuteMs = 60_000

/** What a relay does with a mail. */
type Answer = "take" | "later" | "never" | "take and hang up"

/** A relay on this machine, which keeps what arrives. */
const startRelay = async (answers: ReadonlyArray<Answer> = []) => {
  const mails: Array<string> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, _, done) => {
      const pieces: Array<Buffer> = []
      stream.on("data", (piece: Buffer) => pieces.push(piece))
      stream.on("end", () => {
        const answer = answers[mails.length] ?? "take"
        mails.push(Buffer.concat(pieces).toString("utf8"))
        if (answer === "take and hang up") {
          for (const connection of server.connections) connection.close()
          return
        }
        const refusal = { later: 451, never: 550, take: undefined }[answer]
        done(refusal === undefined ? null : Object.assign(new Error("no"), { responseCode: refusal }))
      })
    }
  })
  server.on("error", () => {})
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  const address = server.server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port, mails }
}

const settingsOf = (port: number): MailSettings => ({
  host: "127.0.0.1",
  port,
  isTls: false,
  login: undefined,
  from: "Acme Recruiting <no-reply@acme.example>"
})

/** A server that writes mails, and what sends them at a moment. */
const startMailing = async () => {
  const server = await startServer({ mail: settingsOf(1), worksBetweenRequests: false })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const sendDue = (port: number, atMs = server.startMs) =>
    Effect.runPromise(
      MailDelivery.use(({ sendDue: send }) => send).pipe(
        Effect.provide(
          MailDelivery.layer.pipe(
            Layer.provide([
              SmtpMailSender.layer(settingsOf(port)),
              Database.layer(readTarget(`sqlite:${server.databaseFile}`)),
              Layer.succeed(SecretsKeys, [sealingKeyOf(new Uint8Array(sealingKeyBytes))])
            ])
          )
        ),
        Effect.updateService(Clock.Clock, (clock) => ({
          currentTimeMillisUnsafe: () => atMs,
          currentTimeMillis: Effect.succeed(atMs),
          currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
          currentTimeNanos: clock.currentTimeNanos,
          monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
          monotonicTimeNanos: clock.monotonicTimeNanos,
          sleep: (duration) => clock.sleep(duration)
        }))
      )
    )
  const token = await server.scoped(await server.primary())
  const invite = (email = "kim@north.example") =>
    server.call("POST", "/v1/agency_invitations", {
      token,
      json: { company_name: "Talent North www.x", first_name: "Kim", last_name: "Berg", email }
    })
  const rows = () => server.query("SELECT state, attempts, due_at_ms, sealed FROM mails ORDER BY id")
  return { server, token, sendDue, invite, rows }
}

const messageIdOf = (mail = ""): string => /^Message-ID: <(.+)>\r?$/im.exec(mail)?.[1] ?? ""
/** The text of a mail, without its soft line ends. */
const wordsOf = (mail = ""): string => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=")

describe("a mail", () => {
  it("arrives once, as text and HTML, with the link that works, and nothing of it is kept (recruiting 6)", async () => {
    const { invite, rows, sendDue, server } = await startMailing()
    const relay = await startRelay()
    const url = textOf(await invite(), "url")
    const [waiting] = await rows()
    assert.deepInclude(waiting, { state: "WAITING", attempts: 0 })
    assert.notInclude(String(waiting?.["sealed"]), "north")
    await sendDue(relay.port)
    await sendDue(relay.port)
    assert.lengthOf(relay.mails, 1)
    const words = wordsOf(relay.mails[0])
    assert.include(words, url)
    assert.include(words, "Subject: Acme invites Talent North www x")
    assert.include(words, "To: kim@north.example")
    assert.match(words, /text\/plain[^]*text\/html/)
    assert.match(messageIdOf(relay.mails[0]), /^mail_\w+@acme\.example$/)
    assert.deepInclude((await rows())[0], { state: "SENT", attempts: 1, sealed: null })
    const link = url.split("#")[1]
    const shown = await server.call("POST", "/v1/agency_invitations/show", { json: { token: link } })
    assert.deepInclude(membersOf(shown), { first_name: "Kim" })
  })

  it("waits while the relay is away, and comes under the same name when it is back (recruiting 6)", async () => {
    const { invite, rows, sendDue, server } = await startMailing()
    await invite()
    await sendDue(1)
    const later = server.startMs + minuteMs
    assert.deepInclude((await rows())[0], { state: "WAITING", attempts: 1, due_at_ms: later })
    const relay = await startRelay(["later", "take and hang up", "take"])
    await sendDue(relay.port, later - 1)
    assert.lengthOf(relay.mails, 0)
    for (const [index, atMs] of [later, later + 2 * minuteMs, later + 6 * minuteMs].entries()) {
      await sendDue(relay.port, atMs)
      assert.lengthOf(relay.mails, index + 1)
    }
    const ids = new Set(relay.mails.map(messageIdOf))
    assert.deepStrictEqual([ids.size, (await rows())[0]?.["state"]], [1, "SENT"])
    await sendDue(relay.port, later + 1_000 * minuteMs)
    assert.lengthOf(relay.mails, 3)
  })

  it("that is refused for good is given up, and its text with it (recruiting 6)", async () => {
    const { invite, rows, sendDue, server } = await startMailing()
    const relay = await startRelay(["never"])
    await invite()
    await sendDue(relay.port)
    assert.deepInclude((await rows())[0], { state: "FAILED", attempts: 1, sealed: null })
    await sendDue(relay.port, server.startMs + 1_000 * minuteMs)
    assert.lengthOf(relay.mails, 1)
  })

  it("does not wait for a relay that says nothing (recruiting 6)", { timeout: 60_000 }, async () => {
    const { invite, rows, sendDue } = await startMailing()
    const silent = Net.createServer(() => {}).listen(0, "127.0.0.1")
    await once(silent, "listening")
    onTestFinished(() => void silent.close())
    const address = silent.address()
    await invite()
    await sendDue(typeof address === "object" && address !== null ? address.port : 0)
    assert.deepInclude((await rows())[0], { state: "WAITING", attempts: 1 })
  })
})
