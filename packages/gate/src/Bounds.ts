/**
 * What each gate may take of the processor when nothing of it is cached, in calibrations (`Calibration.ts`), with the reason.
 */

/** How far a run may be above its bound: two runs of one commit differ by less. */
export const toleranceRatio = 1.15

/** The bounds by gate. A bound rises only in a commit that gives the reason. */
export const bounds: Readonly<Record<string, number>> = {
  // A run beside other work took 7,909, before commands ran in the process of their tests.
  test: 7_400
}
