/**
 * The image of the Dockerfile, as far as it goes without a container daemon: its last stage is put into a folder, and its program runs there as
 * the root of the file system, read-only, as the user of the image, without a shell (docs/docker.md).
 *
 * The base is Node of this machine with the libraries that it needs; the stage that builds the bundle is that of every test.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { once } from "node:events"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mainFile } from "../../test/Built.ts"
import { freePort } from "../../test/FreePort.ts"
import { openClient } from "../../test/HttpCall.ts"
import { temporaryFolder } from "../../test/TestServer.ts"

const dockerfile = Fs.readFileSync(Path.join(import.meta.dirname, "../../deploy/Dockerfile"), "utf8")
const lastStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))

/** What an instruction of the last stage says. */
const valueOf = (instruction: string): string =>
  new RegExp(`^${instruction} ((?:.*\\\\\\n)*.*)$`, "m").exec(lastStage)?.[1] ??
  assert.fail(`there is no ${instruction}`)

const words = (instruction: string): ReadonlyArray<string> =>
  JSON.parse(/\[.*\]/.exec(valueOf(instruction))?.[0] ?? "[]")

const run = (file: string, ...args: ReadonlyArray<string>) =>
  ChildProcess.spawnSync(file, args, { encoding: "utf8", timeout: 60_000 })

const canMount = process.getuid?.() === 0 && run("unshare", "--mount", "true").status === 0
const notRun = canMount ? "" : " [not run here: it needs root, to mount and to change the root]"

/** Copies Node and the libraries that it is linked with. */
const installNode = (root: string): void => {
  const libraries = Array.from(run("ldd", process.execPath).stdout.matchAll(/(\/\S+) \(0x/g), ([, file = ""]) => file)
  for (const file of libraries) {
    Fs.mkdirSync(Path.join(root, Path.dirname(file)), { recursive: true })
    Fs.copyFileSync(Fs.realpathSync(file), Path.join(root, file))
  }
  Fs.mkdirSync(Path.join(root, "usr/local/bin"), { recursive: true })
  Fs.copyFileSync(process.execPath, Path.join(root, "usr/local/bin/node"))
  Fs.chmodSync(Path.join(root, "usr/local/bin/node"), 0o755)
}

describe.skipIf(!canMount)(`the image of the Dockerfile${notRun}`, () => {
  const folder = temporaryFolder()
  const root = folder.file("root")
  const env = Object.fromEntries(
    valueOf("ENV")
      .split(" ")
      .map((setting) => setting.split("="))
  )
  let settings: Readonly<Record<string, string>> = {}

  /** A program in the image: its root is read-only but for the volume, and it runs as the user of the image. */
  const inImage = (command: ReadonlyArray<string>) => [
    "--mount",
    "sh",
    "-c",
    `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t tmpfs -o uid=1000,gid=1000,mode=700 data "$0/data" && exec chroot --userspec=${valueOf("USER")} "$0" "$@"`,
    root,
    ...command
  ]

  beforeAll(async () => {
    Fs.mkdirSync(Path.join(root, "data"), { recursive: true })
    Fs.mkdirSync(Path.join(root, "app"))
    Fs.copyFileSync(mainFile, Path.join(root, "app/main.mjs"))
    installNode(root)
    settings = {
      PATH: process.env["PATH"] ?? "",
      ...env,
      PORT: String(await freePort()),
      PUBLIC_URL: "https://partners.example.com"
    }
  })
  afterAll(folder.remove)

  it("has the bundle and Node, and no shell (docs/docker.md)", () => {
    assert.match(lastStage, /COPY --from=build \S+\/dist\/main\.mjs \/app\/main\.mjs/)
    assert.strictEqual(words("ENTRYPOINT").join(" "), "node --max-semi-space-size=16 /app/main.mjs")
    assert.isFalse(Fs.existsSync(Path.join(root, "bin/sh")))
  })

  it("serves from a read-only root as its own user, is found well by its own check, and ends with SIGTERM (docs/docker.md)", async () => {
    const [entry = "", ...args] = [...words("ENTRYPOINT"), ...words("CMD")]
    const child = ChildProcess.spawn("unshare", inImage([`/usr/local/bin/${entry}`, ...args]), {
      env: settings,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let stderr = ""
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    const exited = once(child, "exit")
    const started = once(child.stdout, "data").then(([line]) => String(line))
    const line = await Promise.race([started, exited.then(() => assert.fail(`it ended: ${stderr}`))])
    assert.include(line, "listening on http://0.0.0.0:")
    const client = openClient(Number(settings["PORT"]))
    assert.strictEqual((await client.call("GET", "/health/ready")).status, 200)
    client.close()
    assert.strictEqual(Fs.statSync(`/proc/${child.pid}`).uid, 1_000)
    const [node = "", ...check] = words("HEALTHCHECK")
    const healthy = ChildProcess.spawnSync("unshare", inImage([`/usr/local/bin/${node}`, ...check]), { env: settings })
    assert.strictEqual(healthy.status, 0, healthy.stderr.toString())
    child.kill("SIGTERM")
    assert.deepStrictEqual(await exited, [0, null])
    const sick = ChildProcess.spawnSync("unshare", inImage([`/usr/local/bin/${node}`, ...check]), { env: settings })
    assert.strictEqual(sick.status, 1)
  })
})
