/**
 * Writes that were made under an idempotency key: sent again, each is answered as before, and nothing else is taken under its key.
 */
import type { Choices } from "./Choices.ts"
import type { Command } from "./Command.ts"
import { keyReused, type Outcome } from "./Outcome.ts"
import type { Caller } from "./World.ts"

/** A write, and what was answered to it. */
interface Kept {
  readonly caller: Caller
  readonly command: Command
  readonly key: string
  readonly outcome: Outcome
}

const names = Array.from({ length: 30 }, (_, index) => `key-${index}`)

export const makeKeys = (choices: Choices) => {
  const kept = new Map<string, Kept>()
  const scopeOf = ({ clientId, organizationId }: Caller, { method, path }: Command, key: string): string =>
    [organizationId, clientId, method, path, key].join(" ")
  return {
    /** A key for a write, sometimes. */
    choose: (command: Command): string | undefined =>
      command.isWrite === true && choices.oneIn(5) ? choices.pick(names) : undefined,
    /** A write of a caller once more, sometimes with the body of another one; none before there was any. */
    again: (caller: Caller): { readonly command: Command; readonly key: string } | undefined => {
      const own = [...kept.values()].filter((earlier) => earlier.caller === caller).slice(-20)
      if (own.length === 0) return undefined
      const { command, key } = choices.pick(own)
      const others = own.filter(({ command: { method, path } }) => method === command.method && path === command.path)
      const { json = {} } = choices.oneIn(3) ? choices.pick(others).command : command
      return { command: { ...command, kind: "again", json }, key }
    },
    /** What a key answers, whatever it is about; nothing when it is fresh. */
    answer: (caller: Caller, command: Command, key: string): Outcome | undefined => {
      const earlier = kept.get(scopeOf(caller, command, key))
      if (earlier === undefined) return undefined
      return JSON.stringify(earlier.command.json) === JSON.stringify(command.json) ? earlier.outcome : keyReused
    },
    /** Keeps what was answered to a write that was made. */
    keep: (caller: Caller, command: Command, key: string, outcome: Outcome): void => {
      if (outcome.status < 300) kept.set(scopeOf(caller, command, key), { caller, command, key, outcome })
    }
  }
}
