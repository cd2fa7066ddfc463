/**
 * A throw-away project of somebody who uses the package: the tarball is installed, programs run, and their types are checked.
 *
 * Nothing of the workspace can be found from there. npm is kept off the network unless a project asks for more than the tarball.
 */
import { execFile } from "node:child_process"
import { cp, mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { installed, type Tarball } from "./Tarball.ts"

export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  readonly output: string
  readonly tookMs: number
}

/** What these programs need of the surroundings; the rest stays out, above all what pnpm and vitest have set. */
const surroundings = () => ({ PATH: process.env["PATH"], HOME: process.env["HOME"], TMPDIR: process.env["TMPDIR"] })

/** Runs a program to its end, whatever that is. */
export const runIn = (
  folder: string,
  command: string,
  args: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = surroundings()
) =>
  new Promise<Ran>((done) => {
    const startMs = performance.now()
    const child = execFile(command, [...args], { cwd: folder, env }, (_, stdout, stderr) =>
      done({
        status: child.exitCode ?? -1,
        stdout,
        stderr,
        output: `${stdout}\n${stderr}`,
        tookMs: performance.now() - startMs
      })
    )
  })

export interface Project {
  readonly folder: string
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>
  readonly node: (args: ReadonlyArray<string>, node?: string) => Promise<Ran>
  /** Makes a package of the workspace visible, as if it were installed. */
  readonly link: (name: string, packageFolder?: string) => Promise<void>
  /** Checks types with the compiler whose package is at `typescript`. */
  readonly check: (file: string, options: Readonly<Record<string, unknown>>, typescript?: string) => Promise<Ran>
}

/** A project in a folder that exists, with what is installed there. */
const projectIn = (folder: string): Project => {
  const write: Project["write"] = async (files) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
  }
  return {
    folder,
    write,
    node: (args, node = process.execPath) => runIn(folder, node, args),
    link: async (name, packageFolder = installed(name)) => {
      const path = join(folder, "node_modules", name)
      await mkdir(dirname(path), { recursive: true })
      await symlink(packageFolder, path)
    },
    check: async (file, compilerOptions, typescript = installed("typescript")) => {
      await write({ "tsconfig.json": JSON.stringify({ compilerOptions, files: [file] }) })
      return runIn(folder, process.execPath, [join(typescript, "bin/tsc"), "-p", "tsconfig.json"])
    }
  }
}

/** Installs the tarball with npm. Versions of a registry are installed too when they are given. */
export const makeProject = async (
  tarball: Tarball,
  folderName: string,
  fromRegistry: Readonly<Record<string, string>> = {}
): Promise<Project> => {
  const project = projectIn(join(tarball.folder, folderName))
  const dependencies = { "@partner-api/client": `file:${tarball.path}`, ...fromRegistry }
  await project.write({ "package.json": JSON.stringify({ private: true, type: "module", dependencies }) })
  const install = ["install", "--no-audit", "--no-fund"]
  // The environment may hold the way to the registry.
  const ran = await (Object.keys(fromRegistry).length === 0
    ? runIn(project.folder, "npm", [...install, "--offline"])
    : runIn(project.folder, "npm", install, process.env))
  if (ran.status !== 0) throw new Error(`npm install ended with ${ran.status}: ${ran.output}`)
  return project
}

/** Puts a copy of the tarball's content under each of `names`, as npm installs it, in a tenth of the time. */
export const copyProject = async (
  tarball: Tarball,
  folderName: string,
  names: ReadonlyArray<string>
): Promise<Project> => {
  const project = projectIn(join(tarball.folder, folderName))
  await project.write({ "package.json": JSON.stringify({ private: true, type: "module" }) })
  for (const name of names) await cp(tarball.content, join(project.folder, "node_modules", name), { recursive: true })
  return project
}
