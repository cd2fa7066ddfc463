/**
 * What each gate may take of the processor when nothing of it is cached, in calibrations (`Calibration.ts`), with the reason.
 */

/** How far a run may be above its bound: two runs of one commit differ by less. */
export const toleranceRatio = 1.15

/** The bounds by gate. A bound rises only in a commit that gives the reason. */
export const bounds: Readonly<Record<string, number>> = {
  // A calibration of a running machine is half of what that of an idle machine was (decision 97), so there are more of them in a run.
  test: 11_200
}
