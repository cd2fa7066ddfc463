/**
 * How far clocks may differ, and what to do about a clock that differs by more. Reads no clock.
 */

/** Clocks of two machines that are set by the network differ by less than this. */
export const clockToleranceMs = 60_000

/** What to do about a clock that is wrong. */
export const clockRemedy =
  "Set the clock of this machine by the network (NTP); tokens live too long or too short otherwise."
