/**
 * Arguments of node with which a program ends by SIGKILL before it runs a statement on SQLite for the nth time. They load a module before the program.
 */

const preload = (module: string): ReadonlyArray<string> => [
  "--import",
  `data:text/javascript,${encodeURIComponent(module)}`
]

/** Ends the process before the `nth` run of a statement that includes `statement`. */
export const killedBefore = (statement: string, nth: number): ReadonlyArray<string> =>
  preload(`
    import { StatementSync } from "node:sqlite"
    const { all } = StatementSync.prototype
    let seen = 0
    StatementSync.prototype.all = function (...values) {
      if (this.sourceSQL.includes(${JSON.stringify(statement)}) && ++seen === ${nth}) process.kill(process.pid, "SIGKILL")
      return all.apply(this, values)
    }`)

/** Lets the first minute pass at once, after which the workers of a server begin. */
export const firstMinuteAtOnce: ReadonlyArray<string> = preload(`
    const { setTimeout: runLater } = globalThis
    globalThis.setTimeout = (run, ms, ...values) => runLater(run, ms === 60_000 ? 0 : ms, ...values)`)
