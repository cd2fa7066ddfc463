/** Random commands over three organizations are answered as their model answers them (decisions): the same test for any world, in any length. */
import { it } from "@effect/vitest"
import { runModel } from "../test/model/ModelRun.ts"
import { checkTally, reportOf } from "../test/model/Tally.ts"

export interface RandomCommands {
  readonly seed: number
  readonly commands: number
  /** How often each kind of command is at least done, and at least refused. */
  readonly eachMin: number
}

/** Declares the test of the world that `open` opens. */
export const answersAlike = (
  where: string,
  open: Parameters<typeof runModel>[0],
  { commands, eachMin, seed }: RandomCommands
) =>
  it(`answer ${commands} random commands over three organizations as their model does, ${where} (decisions)`, async () => {
    const seen = await runModel(open, seed, commands)
    console.log(reportOf(`model ${where}`, seen))
    checkTally(seen, eachMin)
  })
