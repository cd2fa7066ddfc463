/**
 * Starts of the program: the sandbox as a process, with a client of it, and the line of a start that is refused.
 */
import { assert } from "@effect/vitest"
import { openClient } from "./HttpCall.ts"
import { runProgram, startProgram } from "./Program.ts"

/** The credentials that the sandbox prints for a partner. */
export const sandboxCredentials = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }

/** Starts the sandbox as a process, and waits until it has printed everything. */
export const startSandbox = async (settings: Readonly<Record<string, string>>) => {
  const program = startProgram(["sandbox"], { PORT: "0", ...settings })
  const baseUrl = /http\S+/.exec(await program.line(/Base URL/))?.[0] ?? ""
  await program.line(/^Stop with/)
  return { program, baseUrl, client: openClient(Number(new URL(baseUrl).port)) }
}

/** The one line that a refused start prints. */
export const refusal = async (command: string, settings: Readonly<Record<string, string>>): Promise<string> => {
  const { code, stdout, stderr } = await runProgram([command], settings)
  assert.deepStrictEqual({ code, stdout, lines: stderr.split("\n").length }, { code: 1, stdout: "", lines: 1 }, stderr)
  assert.notMatch(stderr, / at |Error:|\.ts\b|_tag/)
  assert.match(stderr, /^partner-api: .*\. .*\.$/)
  return stderr
}
