/**
 * Files that somebody else has put beside a database or a backup. Nothing is written through a link, nothing that is no regular file
 * is waited for, and what a command makes is for its owner alone, whatever the modes of what it was made from (docs/decisions, Files).
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { startProgram } from "../../test/Program.ts"
import { temporaryFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"

const modeOf = (file: string): string => (Fs.statSync(file).mode & 0o777).toString(8)

/** A database with one organization. */
const database = async () => {
  const folder = temporaryFolder()
  const file = folder.file("data.db")
  const commands = processesOn(file)
  await commands.json("organizations", "create", "--name", "Acme")
  return { folder, file, commands, [Symbol.dispose]: folder.remove }
}

/** Another file of the operator, and a link to it. */
const plant = (folder: ReturnType<typeof temporaryFolder>, name: string) => {
  const victim = folder.file("victim")
  Fs.writeFileSync(victim, "mine", { mode: 0o644 })
  Fs.symlinkSync(victim, folder.file(name))
  return { isUntouched: () => Fs.readFileSync(victim, "utf8") === "mine" && modeOf(victim) === "644" }
}

/** Runs a command to its end; a command that hangs ends with the test. */
const run = async (
  onTestFinished: (end: () => Promise<void>) => void,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>
) => {
  const program = startProgram(args, settings)
  onTestFinished(() => program[Symbol.asyncDispose]())
  const { code } = await program.ended
  return { code, ...program.text() }
}

describe("a backup", () => {
  it("follows no link that was planted where it is prepared (docs/decisions, Files)", async () => {
    using made = await database()
    const victim = plant(made.folder, "backup.db.partial")
    await made.commands.json("backup", made.folder.file("backup.db"))
    assert.isTrue(victim.isUntouched())
    assert.isTrue(Fs.lstatSync(made.folder.file("backup.db")).isFile())
    assert.strictEqual(modeOf(made.folder.file("backup.db")), "600")
  })

  it("notes its time beside the database, for its owner alone, and through no link (docs/operators/data.md, Back up and restore)", async () => {
    using made = await database()
    const victim = plant(made.folder, "data.db.last-backup")
    await made.commands.json("backup", made.folder.file("one.db"))
    assert.isTrue(victim.isUntouched())
    Fs.rmSync(made.folder.file("data.db.last-backup"))
    await made.commands.json("backup", made.folder.file("two.db"))
    assert.strictEqual(modeOf(made.folder.file("data.db.last-backup")), "600")
  })

  it("takes no name that a link has, although the link leads nowhere (docs/decisions, Files)", async () => {
    using made = await database()
    Fs.symlinkSync(made.folder.file("nowhere"), made.folder.file("backup.db"))
    const { code, stderr } = await made.commands.run("backup", made.folder.file("backup.db"))
    assert.strictEqual(code, 1)
    assert.match(stderr, /backup\.db exists already/)
    assert.isTrue(Fs.lstatSync(made.folder.file("backup.db")).isSymbolicLink())
    assert.isFalse(Fs.existsSync(made.folder.file("nowhere")))
  })
})

describe("a restored database", () => {
  it("is its owner's alone, whatever the backup and the database before it were (docs/decisions, Files)", async () => {
    using made = await database()
    const backup = made.folder.file("backup.db")
    await made.commands.json("backup", backup)
    for (const file of [backup, made.file]) Fs.chmodSync(file, 0o666)
    await made.commands.json("restore", backup, "--yes")
    const names = Fs.readdirSync(made.folder.path).filter((name) => name.startsWith("data.db"))
    assert.isTrue(names.some((name) => name.startsWith("data.db.before-restore-")))
    assert.deepStrictEqual(
      names.filter((name) => modeOf(made.folder.file(name)) !== "600"),
      []
    )
  })

  it("lies where the link leads that DATABASE_URL names (docs/decisions, Files)", async () => {
    using made = await database()
    const backup = made.folder.file("backup.db")
    await made.commands.json("backup", backup)
    const link = made.folder.file("link.db")
    Fs.symlinkSync(made.file, link)
    const before = Fs.statSync(made.file).ino
    await processesOn(link).json("restore", backup, "--yes")
    assert.isTrue(Fs.lstatSync(link).isSymbolicLink())
    assert.notStrictEqual(Fs.statSync(made.file).ino, before)
  })

  it("is not made from an empty file (docs/decisions, Files)", async () => {
    using made = await database()
    Fs.writeFileSync(made.folder.file("empty.db"), "")
    const { code, stderr } = await made.commands.run("restore", made.folder.file("empty.db"), "--yes")
    assert.strictEqual(code, 1)
    assert.match(stderr, /empty\.db is empty/)
    assert.lengthOf(Object.values((await made.commands.json("organizations", "list")) ?? {}), 1)
  })
})

describe("a database", () => {
  it.for(["data.db-wal", "data.db-shm", "data.db-journal", "data.db.lock"])(
    "with a link planted at %s is refused, and nothing is written through it (docs/decisions, Files)",
    async (name, { expect, onTestFinished }) => {
      using made = await database()
      Fs.rmSync(made.folder.file(name), { force: true })
      const victim = plant(made.folder, name)
      const { code, stderr } = await run(onTestFinished, ["serve"], {
        DATABASE_URL: `sqlite:${made.file}`,
        PUBLIC_URL: "http://127.0.0.1:8080",
        PORT: "0"
      })
      expect(stderr).toMatch(/data\.db.* cannot be used/)
      expect(code).toBe(1)
      expect(victim.isUntouched()).toBe(true)
    }
  )

  it.for(["data.db", "data.db.lock"])(
    "makes no file where a link at %s leads, which leads nowhere (docs/decisions, Files)",
    async (name, { expect, onTestFinished }) => {
      using folder = temporaryFolder()
      Fs.symlinkSync(folder.file("nowhere"), folder.file(name))
      const { code, stderr } = await run(onTestFinished, ["sandbox"], {
        DATABASE_URL: `sqlite:${folder.file("data.db")}`,
        PORT: "0"
      })
      expect(stderr).toMatch(/data\.db cannot be used/)
      expect(code).toBe(1)
      expect(Fs.existsSync(folder.file("nowhere"))).toBe(false)
    }
  )
})

describe("what is no regular file", () => {
  const database = (folder: string) => ({ DATABASE_URL: `sqlite:${folder}/data.db`, PUBLIC_URL: "http://127.0.0.1:1" })
  const pipe = (folder: string) => ({ ...database(folder), DATABASE_URL: `sqlite:${folder}/pipe` })
  const readers: ReadonlyArray<
    [command: string, args: (folder: string) => ReadonlyArray<string>, settings: typeof database]
  > = [
    ["restore FILE", (folder) => ["restore", `${folder}/pipe`, "--yes"], database],
    ["import FILE", (folder) => ["import", "jobs", `${folder}/pipe`, "--organization", "org_acme"], database],
    ["serve", () => ["serve"], pipe],
    ["doctor", () => ["doctor"], pipe],
    ["backup", (folder) => ["backup", `${folder}/copy`], pipe]
  ]
  it.concurrent.for(readers)(
    "as a pipe is refused at once by %s, and named (docs/decisions, Files)",
    async ([, args, settings], { expect, onTestFinished }) => {
      using folder = temporaryFolder()
      ChildProcess.execFileSync("mkfifo", [folder.file("pipe")])
      const { code, stdout, stderr } = await run(onTestFinished, args(folder.path), settings(folder.path))
      expect(code).toBe(1)
      expect(stdout + stderr).toMatch(/pipe is not a (regular )?file/)
    }
  )
})
