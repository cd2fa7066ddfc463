/**
 * The bound of each gate: `test` of the processor when nothing of it is cached, in calibrations (`Calibration.ts`), and each part of `verify` of an hour
 * of the reference machine.
 */

/** The ratio by which a run may exceed its bound: two runs of one commit differ by less. */
export const toleranceRatio = 1.15

/** The bounds by gate. A bound rises only in a commit that gives the reason. */
export const bounds: Readonly<Record<string, number>> = {
  // 595 s of calibrations of 485 ms are 1,226, in a fresh clone with nothing else at work. A calibration loads Effect in a thread.
  // Reasons, terms, claims, placements and exports of persons came since: with them 1,579 were measured. Then came what partners do for themselves, writes on
  // behalf of a person, deprecations and the Python client: two runs of that took 505 s each, which were 1,709 and 1,872. The pages' programs in three
  // languages, the Postman collection and the faults that users found in claims, secrets and placements came with tests of their own: 1,887 and 1,982.
  // Since servers of tests begin with a copy of a database, and garbage is collected in larger pieces, all of that takes 1,577 where nothing else runs, and 1,649
  // and 1,735 beside the work of others. Since the round trips to PostgreSQL are counted for every endpoint, and answers and tokens are forgotten by marks, it takes
  // 1,774 on a machine on which the same commits differ by a tenth.
  test: 1_700
}

/** The calibration of the machine that the minutes of `verify` are for: two cores, each as fast as those on which an hour was measured, in milliseconds. */
export const referenceCalibrationMs = 120

/**
 * The minutes of each part of `verify` on the reference machine with nothing else to do: an hour in all. Much of it waits for programs, so processor time
 * would not show what a release waits for. A machine whose calibration takes longer has more minutes in proportion; a faster one has these, because waits
 * do not get shorter.
 */
export const budgetMinutes: Readonly<Record<string, number>> = {
  "@partner-api/contract#verify": 1,
  "@partner-api/client#verify": 5,
  "@partner-api/mcp#verify": 3,
  "@partner-api/server#verify": 40,
  "@partner-api/server#verify:postgres": 3,
  "@partner-api/release#verify": 2,
  "@partner-api/bench#verify": 6
}
