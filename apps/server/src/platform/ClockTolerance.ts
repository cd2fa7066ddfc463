/**
 * The difference that clocks may have, and the remedy for a clock that differs by more. Reads no clock.
 */

/** Clocks of two machines that are set by the network differ by less than this. */
export const clockToleranceMs = 60_000

/** The remedy for a clock that is wrong. */
export const clockRemedy =
  "Set the clock of this machine by the network (NTP); tokens live too long or too short otherwise."
