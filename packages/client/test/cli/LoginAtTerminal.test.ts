/**
 * `partner login` at a terminal: what it asks, what it shows, and what it keeps. The terminal is a script that types; everything
 * else is real.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Command from "effect/cli/Command"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Terminal from "effect/Terminal"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { globalFlags } from "../../src/cli/GlobalFlags.ts"
import { login } from "../../src/cli/LoginCommand.ts"
import { makeHome } from "./Program.ts"
import { startService } from "./Service.ts"

const key = (name: string, input = name): Terminal.UserInput => ({
  input: Option.some(input),
  key: { name, ctrl: false, meta: false, shift: false }
})

/** A terminal at which each answer is typed when it is asked for, key by key. */
const scripted = (answers: ReadonlyArray<string>) => {
  const shown: Array<string> = []
  const left = [...answers]
  const terminal = Terminal.make({
    columns: Effect.succeed(80),
    rows: Effect.succeed(24),
    size: Effect.never,
    readInput: Effect.gen(function* () {
      const keys = yield* Queue.make<Terminal.UserInput>()
      for (const character of left.shift() ?? "") yield* Queue.offer(keys, key(character))
      yield* Queue.offer(keys, key("return", "\r"))
      return keys
    }),
    readLine: Effect.succeed(""),
    display: (text) => Effect.sync(() => void shown.push(text))
  })
  return { shown, layer: Layer.succeed(Terminal.Terminal, terminal) }
}

const runLogin = (path: string, terminal: Layer.Layer<Terminal.Terminal>) =>
  Command.runWith(Command.withGlobalFlags(login, globalFlags), { version: "0" })(["--config", path]).pipe(
    Effect.provideService(TerminalCapabilities, { canColor: false, canAnimate: false, canPrompt: true }),
    Effect.provide(Layer.merge(NodeServices.layer, terminal)),
    Effect.runPromiseExit
  )

describe("partner login at a terminal", () => {
  it("asks for address, id and secret, never shows the secret, and keeps them", async () => {
    await using service = await startService()
    using home = makeHome()
    const path = Path.join(home.path, "credentials.json")
    const { layer, shown } = scripted([service.baseUrl, service.server.clientId, service.server.clientSecret])
    const exit = await runLogin(path, layer)
    assert.strictEqual(exit._tag, "Success")
    const text = shown.join("")
    assert.include(text, service.baseUrl)
    assert.include(text, "Client secret")
    // Neither whole nor key by key.
    const { clientSecret } = service.server
    for (let length = 4; length <= clientSecret.length; length += 1)
      assert.notInclude(text, clientSecret.slice(0, length))
    assert.deepStrictEqual(JSON.parse(Fs.readFileSync(path, "utf8")), {
      baseUrl: service.baseUrl,
      clientId: service.server.clientId,
      clientSecret
    })
    assert.strictEqual(Fs.statSync(path).mode & 0o777, 0o600)
  })

  it("keeps nothing when the secret is mistyped", async () => {
    await using service = await startService()
    using home = makeHome()
    const path = Path.join(home.path, "credentials.json")
    const { layer } = scripted([service.baseUrl, service.server.clientId, "mistyped"])
    const exit = await runLogin(path, layer)
    assert.strictEqual(exit._tag, "Failure")
    assert.isFalse(Fs.existsSync(path))
  })
})
