/**
 * What each gate may take: `test` of the processor when nothing of it is cached, in calibrations (`Calibration.ts`), and each part of `verify` of an hour.
 */

/** How far a run may be above its bound: two runs of one commit differ by less. */
export const toleranceRatio = 1.15

/** The bounds by gate. A bound rises only in a commit that gives the reason. */
export const bounds: Readonly<Record<string, number>> = {
  // 8,158 on a machine where two others worked. The rest is for machines whose cores or disks are unlike those.
  test: 8_800
}

/**
 * The minutes of each part of `verify`, on two cores with nothing else to do: an hour in all. Much of it waits for programs, so processor time would not
 * show what a release waits for.
 */
export const budgetMinutes: Readonly<Record<string, number>> = {
  "@partner-api/contract#verify": 1,
  "@partner-api/client#verify": 5,
  "@partner-api/mcp#verify": 4,
  "@partner-api/server#verify": 37,
  "@partner-api/server#verify:postgres": 3,
  "@partner-api/release#verify": 3,
  "@partner-api/bench#verify": 7
}
