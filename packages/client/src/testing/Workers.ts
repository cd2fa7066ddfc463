/**
 * The workers of a test server, which work at the call of a test: they scan files and erase persons by the code of the service.
 */
import type { Memory } from "@partner-api/service/store/memory/Memory"
import type { MemoryFiles } from "@partner-api/service/store/memory/MemoryFileStorage"
import { eraseRequested } from "@partner-api/service/testing/MemoryErasures"
import { scanDue } from "@partner-api/service/testing/MemoryScans"
import { clockOf } from "@partner-api/service/testing/MemoryService"
import type { ServerClock } from "./Clock.ts"
import { readName } from "./Mistakes.ts"
import type { FileJudge, ScanVerdict, TestServer } from "./TestServer.ts"

interface Workplace {
  readonly memory: Memory["Service"]
  readonly clock: ServerClock
  readonly files: MemoryFiles
  readonly hasScanner: boolean
}

const verdicts: ReadonlyArray<ScanVerdict> = ["clean", "rejected", "exceeded", "failed"]

const isVerdict = (given: unknown): given is ScanVerdict => verdicts.some((one) => one === given)

/** Makes the functions that have the workers work. */
export const workersOf = ({
  clock,
  files,
  hasScanner,
  memory
}: Workplace): Pick<TestServer, "eraseRequested" | "scanFiles"> => {
  const at = { memory, files, clock: clockOf(clock) }
  const during = async (work: () => Promise<void>): Promise<void> => {
    clock.enter()
    try {
      await work()
    } finally {
      clock.leave()
    }
  }
  return {
    eraseRequested: () => during(() => eraseRequested(at)),
    scanFiles: async (judge: FileJudge = () => "clean") => {
      if (!hasScanner) throw new TypeError("The test server has no scanner: make it with { scanner: true }.")
      const mistakes: Array<unknown> = []
      const judged = (bytes: Uint8Array<ArrayBuffer>): ScanVerdict => {
        try {
          const verdict: unknown = judge(bytes)
          return isVerdict(verdict) ? verdict : (readName(String(verdict), verdicts, "verdict"), "failed")
        } catch (error) {
          mistakes.push(error)
          return "failed"
        }
      }
      await during(() => scanDue(at, judged))
      if (mistakes.length > 0) throw mistakes[0]
    }
  }
}
